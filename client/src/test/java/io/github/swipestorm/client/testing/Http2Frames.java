package io.github.swipestorm.client.testing;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hc.core5.http2.hpack.HPackEncoder;
import org.apache.hc.core5.util.ByteArrayBuffer;

/** The bytes that an HTTP/2 server sends, frame by frame, right or wrong; and the frames that a client sends. */
public final class Http2Frames {

    public static final int DATA = 0;
    public static final int HEADERS = 1;
    public static final int PRIORITY = 2;
    public static final int RST_STREAM = 3;
    public static final int SETTINGS = 4;
    public static final int PUSH_PROMISE = 5;
    public static final int PING = 6;
    public static final int GOAWAY = 7;
    public static final int WINDOW_UPDATE = 8;
    public static final int CONTINUATION = 9;

    public static final int END_STREAM = 1;
    public static final int ACK = 1;
    public static final int END_HEADERS = 4;
    public static final int PADDED = 8;

    public static final int HEADER_TABLE_SIZE = 1;
    public static final int ENABLE_PUSH = 2;
    public static final int MAX_CONCURRENT_STREAMS = 3;
    public static final int INITIAL_WINDOW_SIZE = 4;
    public static final int MAX_FRAME_SIZE = 5;

    /** What a client sends before its first frame. */
    public static final byte[] PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(US_ASCII);

    /** The longest frame that a client takes unless it says otherwise. */
    private static final int LONGEST_FRAME = 16 * 1024;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final HPackEncoder encoder = new HPackEncoder(4_096, US_ASCII);

    /** A frame. */
    public record Frame(int type, int flags, int stream, byte[] payload) {

        /** Whether all bits of a flag are set. */
        public boolean has(int flag) {
            return (flags & flag) == flag;
        }

        /** The number in its payload at a position. */
        public int number(int at) {
            return ByteBuffer.wrap(payload).getInt(at);
        }
    }

    /** Any frame, with the length of its payload. */
    public Http2Frames frame(int type, int flags, int stream, byte... payload) {
        return head(payload.length, type, flags, stream).raw(payload);
    }

    /** The head of a frame that announces any length. */
    public Http2Frames head(int length, int type, int flags, int stream) {
        return raw(ByteBuffer.allocate(9)
                .putInt(length << 8 | type)
                .put((byte) flags)
                .putInt(stream)
                .array());
    }

    public Http2Frames raw(byte... any) {
        bytes.writeBytes(any);
        return this;
    }

    /** @param pairs each a setting and its value */
    public Http2Frames settings(int... pairs) {
        ByteBuffer payload = ByteBuffer.allocate(3 * pairs.length);
        for (int i = 0; i < pairs.length; i += 2) {
            payload.putShort((short) pairs[i]).putInt(pairs[i + 1]);
        }
        return frame(SETTINGS, 0, 0, payload.array());
    }

    /** @param fields names and values in turn; the encoder adds them to the dynamic table as it sees fit */
    public Http2Frames headers(int stream, boolean end, String... fields) {
        return frame(HEADERS, END_HEADERS | (end ? END_STREAM : 0), stream, block(fields));
    }

    /** A block of fields, compressed. */
    public byte[] block(String... fields) {
        ByteArrayBuffer block = new ByteArrayBuffer(128);
        try {
            for (int i = 0; i < fields.length; i += 2) {
                encoder.encodeHeader(block, fields[i], fields[i + 1], false);
            }
        } catch (CharacterCodingException e) {
            throw new UncheckedIOException(e);
        }
        return block.toByteArray();
    }

    /** A text in as many frames as it takes. */
    public Http2Frames data(int stream, boolean end, String text) {
        byte[] all = text.getBytes(US_ASCII);
        int from = 0;
        for (; all.length - from > LONGEST_FRAME; from += LONGEST_FRAME) {
            frame(DATA, 0, stream, Arrays.copyOfRange(all, from, from + LONGEST_FRAME));
        }
        return frame(DATA, end ? END_STREAM : 0, stream, Arrays.copyOfRange(all, from, all.length));
    }

    /** A whole response. */
    public Http2Frames answer(int stream, int status, String body) {
        return body.isEmpty()
                ? headers(stream, true, ":status", String.valueOf(status))
                : headers(stream, false, ":status", String.valueOf(status)).data(stream, true, body);
    }

    public Http2Frames number(int type, int stream, int... numbers) {
        ByteBuffer payload = ByteBuffer.allocate(4 * numbers.length);
        for (int number : numbers) {
            payload.putInt(number);
        }
        return frame(type, 0, stream, payload.array());
    }

    public Http2Frames reset(int stream, int code) {
        return number(RST_STREAM, stream, code);
    }

    public Http2Frames goAway(int lastStream, int code) {
        return number(GOAWAY, 0, lastStream, code);
    }

    public Http2Frames window(int stream, int more) {
        return number(WINDOW_UPDATE, stream, more);
    }

    /** Takes all bytes so far. */
    public byte[] take() {
        byte[] all = bytes.toByteArray();
        bytes.reset();
        return all;
    }

    /** The frames in a range of bytes that contains only whole ones. */
    public static List<Frame> parse(byte[] all, int from) {
        List<Frame> frames = new ArrayList<>();
        ByteBuffer rest = ByteBuffer.wrap(all, from, all.length - from);
        while (rest.hasRemaining()) {
            int first = rest.getInt();
            int flags = rest.get();
            int stream = rest.getInt();
            byte[] payload = new byte[first >>> 8];
            rest.get(payload);
            frames.add(new Frame(first & 0xFF, flags, stream, payload));
        }
        return frames;
    }

    /** The next frame of a connection. */
    public static Frame read(DataInputStream in) throws IOException {
        int first = in.readInt();
        int flags = in.readByte();
        int stream = in.readInt();
        return new Frame(first & 0xFF, flags, stream, in.readNBytes(first >>> 8));
    }
}
