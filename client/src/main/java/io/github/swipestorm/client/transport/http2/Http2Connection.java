package io.github.swipestorm.client.transport.http2;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.github.swipestorm.client.http.ComposedRequest;
import io.github.swipestorm.client.http.Failure;
import io.github.swipestorm.client.http.FailureKind;
import io.github.swipestorm.client.http.Operation;
import io.github.swipestorm.client.transport.FailureClassifier;
import io.github.swipestorm.client.transport.http1.ResponseParser;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Locale;
import org.apache.hc.core5.http2.H2Error;
import org.apache.hc.core5.http2.config.H2Param;
import org.apache.hc.core5.http2.frame.FrameFlag;
import org.apache.hc.core5.http2.frame.FrameType;
import org.apache.hc.core5.http2.hpack.HPackException;

/**
 * The client's side of one HTTP/2 connection, by RFC 9113, independent of sockets: bytes that arrive go in, bytes to be
 * sent come out, and a listener learns what became of each request. Bodies are counted, and kept only where a check
 * reads them. Frames are read where they arrived; one of an exchange takes no allocation. Not thread-safe. Never throws,
 * whatever the server sends.
 */
public final class Http2Connection {

    /** What ALPN calls the protocol. */
    public static final String ALPN = "h2";

    /** What it calls HTTP/1.1. */
    public static final String ALPN_HTTP_1 = "http/1.1";

    /** What a client sends first: RFC 9113, section 3.4. */
    public static byte[] preface() {
        return PREFACE.clone();
    }

    /** The most requests that a connection can carry before its stream identifiers are used up. */
    public static final int MOST_REQUESTS = 1 << 30;

    /** What a server may send of one response before the client confirms it. */
    static final int STREAM_WINDOW = 1 << 24;
    /** The same for all responses of the connection. */
    static final int CONNECTION_WINDOW = 1 << 30;
    /** The longest frame that the client accepts, which is the least that it may. */
    static final int LONGEST_FRAME = 16 * 1024;
    /** The most frames without progress of a response: pings, settings, empty data and the like. */
    static final int MOST_IDLE_FRAMES = 10_000;
    /** The longest compressed head, and the most frames that it may come in. */
    static final int LONGEST_BLOCK = ResponseHeads.LONGEST;

    private static final int MOST_CONTINUATIONS = 256;
    private static final int FRAME_HEAD = 9;
    private static final int SETTING_BYTES = 6;
    private static final int PING_BYTES = 8;
    private static final int PRIORITY_BYTES = 5;
    private static final int INITIAL_WINDOW = 65_535;
    private static final int MOST_CANCELLED = 1_024;
    private static final int MOST_DEBUG_CHARS = 100;
    private static final byte[] PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(ISO_8859_1);
    private static final byte[] HTTP_1 = "HTTP/1.".getBytes(ISO_8859_1);

    private static final int END_STREAM = FrameFlag.END_STREAM.getValue();
    private static final int ACK = FrameFlag.ACK.getValue();
    private static final int END_HEADERS = FrameFlag.END_HEADERS.getValue();
    private static final int PADDED = FrameFlag.PADDED.getValue();
    private static final int PRIORITY = FrameFlag.PRIORITY.getValue();

    private final RequestHeads heads;
    private final int mostRequests;
    private final int wanted;
    private final boolean tellsRedirects;
    private final RequestTable table;
    private final ResponseHeads responses = new ResponseHeads();
    /** By identifier; a new stream takes the next identifier whose place is free. */
    private final Http2Stream[] streams;

    private final int mask;
    /** Identifiers of the streams whose response's head, but not its end, was in the bytes that are being read. */
    private final int[] begun;

    private int begunCount;
    private int active;
    private int requests;
    private int nextId = 1;
    /** Frames to be sent, other than requests. */
    private byte[] control = new byte[256];

    private int controlLength;

    private final byte[] frameHead = new byte[FRAME_HEAD];
    private int frameHeadCount;
    private int type;
    private int flags;
    private int streamId;
    private int left;
    private int padding;
    /** Whether the length of the padding of a DATA frame has yet to be read. */
    private boolean paddingUnknown;
    /** A frame that arrives in pieces. */
    private byte[] pieces;

    private int piecesLength;
    /** A head whose end is in a later frame. */
    private byte[] block;

    private int blockLength;
    private int blockStream;
    private int continuations;
    private boolean blockEndsStream;

    private boolean settled;
    private long serverLimit = Integer.MAX_VALUE;
    private int serverFrame = LONGEST_FRAME;
    private long serverWindow = INITIAL_WINDOW;
    private long sendWindow = INITIAL_WINDOW;
    private long receiveWindow = CONNECTION_WINDOW;
    private int withUnsent;
    private int idleFrames;
    /** The last streams that the client has reset; frames that were under way to them are no error. */
    private int[] cancelled;

    private int cancelledCount;
    private boolean goingAway;
    private String farewell;
    private String problem;
    /** No stream was sent before this instant. */
    private long noneSentBefore;

    /**
     * A connection that begins.
     *
     * @param heads of its requests
     * @param mostStreams the most requests in flight at once, at least 1; a server may permit fewer
     * @param mostRequests after which it takes no more, 1 to {@link #MOST_REQUESTS}
     * @param tellsRedirects whether {@link StreamListener#redirected} is called for redirects
     */
    public Http2Connection(RequestHeads heads, int mostStreams, int mostRequests, boolean tellsRedirects) {
        this.heads = heads;
        this.tellsRedirects = tellsRedirects;
        this.mostRequests = mostRequests;
        wanted = mostStreams;
        table = new RequestTable(heads.fields());
        // Twice the streams: a place is free although some exchanges last.
        streams = new Http2Stream[Integer.highestOneBit(2 * mostStreams - 1) * 2];
        mask = streams.length - 1;
        begun = new int[mostStreams];
        begin();
    }

    /** RFC 9113, section 3.4. */
    private void begin() {
        control(PREFACE, 0, PREFACE.length);
        int settings = frame(FrameType.SETTINGS, 0, 0, 3 * SETTING_BYTES);
        settings = setting(settings, H2Param.ENABLE_PUSH, 0);
        settings = setting(settings, H2Param.INITIAL_WINDOW_SIZE, STREAM_WINDOW);
        setting(settings, H2Param.MAX_HEADER_LIST_SIZE, ResponseHeads.LONGEST);
        window(0, CONNECTION_WINDOW - INITIAL_WINDOW);
    }

    /** Whether the server's settings have arrived, before which no request can be sent. */
    public boolean settled() {
        return settled;
    }

    /** The most requests that may be in flight at once, by the server's leave too. */
    public int limit() {
        return (int) Math.min(wanted, serverLimit);
    }

    /** Whether a request can be sent now. */
    public boolean canSend() {
        return settled && active < limit() && !isEnding();
    }

    /** Whether no further request can be sent, because the server said so or the identifiers are used up. */
    public boolean isEnding() {
        return goingAway || problem != null || requests == mostRequests;
    }

    /** How many requests are in flight. */
    public int active() {
        return active;
    }

    /** What is wrong with what the server sent, after which the connection cannot be used; null while nothing is. */
    public String problem() {
        return problem;
    }

    /** Why the server ended the connection, in one line; null when it gave no reason. */
    public String farewell() {
        return farewell;
    }

    /** The most bytes that {@link #send} and {@link #takeControl} take together. */
    public int longest(ComposedRequest request) {
        return longest(heads.longest(request), request.bodyLength());
    }

    /** The same for a request that was made for HTTP/1.1. */
    public int longest(byte[] http1) {
        return longest(RequestHeads.longest(http1), http1.length);
    }

    private int longest(int head, int body) {
        int frames = 2 + head / LONGEST_FRAME + body / LONGEST_FRAME + 2;
        return controlLength + head + body + FRAME_HEAD * frames;
    }

    /**
     * Sends a request, with as much of its body as the server permits; the rest follows when it permits more. Only after
     * {@link #canSend}.
     *
     * @param slot identifies it to the listener
     * @param nanos the instant from which its time-outs count
     * @param out has room for it
     * @return how many bytes the request takes, head and body
     */
    public int send(int slot, ComposedRequest request, long nanos, ByteBuffer out) {
        Http2Stream stream = begin(slot, request.operation(), nanos, out);
        boolean hasBody = request.bodyLength() > 0;
        int start = out.position();
        heads.encode(request, table, out.position(start + FRAME_HEAD));
        int length = head(stream, start, hasBody, out);
        if (hasBody) {
            length += body(stream, request.body(), 0, request.bodyLength(), out);
        }
        return length;
    }

    /**
     * The same with a request that was made for HTTP/1.1, such as the next one of an attempt that is redirected.
     *
     * @param scheme of its URL
     * @param bodyAt where its body begins
     */
    public void send(
            int slot, Operation operation, String scheme, byte[] http1, int bodyAt, long nanos, ByteBuffer out) {
        Http2Stream stream = begin(slot, operation, nanos, out);
        int start = out.position();
        RequestHeads.encode(scheme, http1, bodyAt, table, out.position(start + FRAME_HEAD));
        head(stream, start, bodyAt < http1.length, out);
        if (bodyAt < http1.length) {
            body(stream, http1, bodyAt, http1.length - bodyAt, out);
        }
    }

    private Http2Stream begin(int slot, Operation operation, long nanos, ByteBuffer out) {
        takeControl(out);
        Http2Stream stream = next();
        stream.begin(nextId, slot, operation, nanos, serverWindow);
        nextId += 2;
        requests++;
        if (active++ == 0 || nanos - noneSentBefore < 0) {
            noneSentBefore = nanos;
        }
        return stream;
    }

    /** The place of the next identifier that has one. */
    private Http2Stream next() {
        while (true) {
            int place = nextId >>> 1 & mask;
            if (streams[place] == null) {
                streams[place] = new Http2Stream();
            }
            if (streams[place].id == 0) {
                return streams[place];
            }
            // Identifiers may be left out: RFC 9113, section 5.1.1.
            nextId += 2;
        }
    }

    /**
     * Frames the head that has been encoded behind the room for a frame's head.
     *
     * @param start where that room is
     */
    private int head(Http2Stream stream, int start, boolean hasBody, ByteBuffer out) {
        int length = out.position() - start - FRAME_HEAD;
        int endStream = hasBody ? 0 : END_STREAM;
        if (length <= serverFrame) {
            frameHead(out, start, FrameType.HEADERS, endStream | END_HEADERS, stream.id, length);
            return FRAME_HEAD + length;
        }
        byte[] all = new byte[length];
        out.position(start + FRAME_HEAD);
        out.get(all).position(start);
        for (int at = 0; at < length; at += serverFrame) {
            int count = Math.min(serverFrame, length - at);
            int last = at + count == length ? END_HEADERS : 0;
            frameHead(
                    out,
                    out.position(),
                    at == 0 ? FrameType.HEADERS : FrameType.CONTINUATION,
                    at == 0 ? endStream | last : last,
                    stream.id,
                    count);
            out.position(out.position() + FRAME_HEAD).put(all, at, count);
        }
        return out.position() - start;
    }

    /** Sends what the windows permit, and keeps the rest; returns what all of it takes. */
    private int body(Http2Stream stream, byte[] body, int from, int length, ByteBuffer out) {
        int allowed = (int) Math.min(length, Math.min(sendWindow, stream.sendWindow));
        int at = 0;
        while (at < allowed) {
            int count = Math.min(serverFrame, allowed - at);
            frameHead(out, out.position(), FrameType.DATA, at + count == length ? END_STREAM : 0, stream.id, count);
            out.position(out.position() + FRAME_HEAD).put(body, from + at, count);
            at += count;
        }
        if (at > 0) {
            sendWindow -= at;
            stream.sendWindow -= at;
        }
        if (at < length) {
            stream.unsent = Arrays.copyOfRange(body, from + Math.max(0, at), from + length);
            withUnsent++;
        }
        return length + FRAME_HEAD * ((length + serverFrame - 1) / serverFrame);
    }

    /** Whether frames other than requests wait to be sent. */
    public boolean hasControl() {
        return controlLength > 0;
    }

    /** How many bytes of them wait. */
    public int controlLength() {
        return controlLength;
    }

    /** Moves these frames to a buffer that has room for them. */
    public void takeControl(ByteBuffer out) {
        out.put(control, 0, controlLength);
        controlLength = 0;
        if (control.length > LONGEST_FRAME) {
            control = new byte[256];
        }
    }

    /**
     * Reads bytes that have arrived. Afterwards, {@link #problem} tells whether the connection can still be used.
     *
     * @param listener learns what the bytes mean for requests
     */
    public void feed(byte[] bytes, int from, int to, StreamListener listener) {
        int at = from;
        begunCount = 0;
        while (at < to && problem == null) {
            if (frameHeadCount < FRAME_HEAD) {
                at = readFrameHead(bytes, at, to);
                if (frameHeadCount == FRAME_HEAD) {
                    beginFrame(listener);
                }
            } else if (type == FrameType.DATA.getValue()) {
                at = data(bytes, at, to, listener);
            } else {
                at = payload(bytes, at, to, listener);
            }
        }
        for (int i = 0; i < begunCount; i++) {
            Http2Stream stream = stream(begun[i]);
            if (stream != null && stream.location == null) {
                listener.headArrived(stream.slot);
            }
        }
    }

    private int readFrameHead(byte[] bytes, int from, int to) {
        int at = from;
        if (frameHeadCount == 0 && to - at >= FRAME_HEAD) {
            System.arraycopy(bytes, at, frameHead, 0, FRAME_HEAD);
            frameHeadCount = FRAME_HEAD;
            return at + FRAME_HEAD;
        }
        while (at < to && frameHeadCount < FRAME_HEAD) {
            frameHead[frameHeadCount++] = bytes[at++];
        }
        return at;
    }

    private void beginFrame(StreamListener listener) {
        left = (frameHead[0] & 0xFF) << 16 | (frameHead[1] & 0xFF) << 8 | frameHead[2] & 0xFF;
        type = frameHead[3] & 0xFF;
        flags = frameHead[4] & 0xFF;
        streamId = number(frameHead, 5) & Integer.MAX_VALUE;
        padding = 0;
        paddingUnknown = false;
        piecesLength = 0;
        if (!settled && (type != FrameType.SETTINGS.getValue() || (flags & ACK) != 0)) {
            boolean http1 = Arrays.equals(frameHead, 0, HTTP_1.length, HTTP_1, 0, HTTP_1.length);
            broken(H2Error.PROTOCOL_ERROR, http1 ? "an answer in HTTP/1, not HTTP/2" : "not HTTP/2");
        } else if (left > LONGEST_FRAME) {
            broken(H2Error.FRAME_SIZE_ERROR, "a frame of " + left + " bytes");
        } else if (blockStream != 0 && (type != FrameType.CONTINUATION.getValue() || streamId != blockStream)) {
            broken(H2Error.PROTOCOL_ERROR, "another frame amid a head");
        } else if (type == FrameType.DATA.getValue()) {
            beginData(listener);
        } else if (left == 0) {
            frame(frameHead, 0, 0, listener);
        }
    }

    private void beginData(StreamListener listener) {
        if (streamId == 0 || isIdle(streamId)) {
            broken(H2Error.PROTOCOL_ERROR, "data on stream " + streamId + ", which is not open");
            return;
        }
        Http2Stream stream = stream(streamId);
        if (stream == null && !isCancelled(streamId)) {
            broken(H2Error.STREAM_CLOSED, "data on stream " + streamId + ", which is closed");
            return;
        }
        int length = left;
        receiveWindow -= length;
        if (receiveWindow < CONNECTION_WINDOW / 2) {
            window(0, (int) (CONNECTION_WINDOW - receiveWindow));
            receiveWindow = CONNECTION_WINDOW;
        }
        if (stream != null) {
            stream.receiveWindow -= length;
            if (stream.receiveWindow < STREAM_WINDOW / 2 && (flags & END_STREAM) == 0) {
                window(streamId, (int) (STREAM_WINDOW - stream.receiveWindow));
                stream.receiveWindow = STREAM_WINDOW;
            }
            if (!stream.headSeen) {
                reset(stream, H2Error.PROTOCOL_ERROR, FailureClassifier.protocol("data before the head"), listener);
            }
        }
        paddingUnknown = (flags & PADDED) != 0;
        if (paddingUnknown && left == 0) {
            broken(H2Error.FRAME_SIZE_ERROR, "a padded frame without its padding");
        } else if (left == 0) {
            idle();
            endData(listener);
        }
    }

    private int data(byte[] bytes, int from, int to, StreamListener listener) {
        int at = from;
        if (paddingUnknown) {
            paddingUnknown = false;
            padding = bytes[at++] & 0xFF;
            left--;
            if (padding > left) {
                broken(H2Error.PROTOCOL_ERROR, "more padding than the frame has bytes");
                return at;
            }
            if (padding == left) {
                idle();
            }
        }
        int count = Math.min(left - padding, to - at);
        if (count > 0) {
            idleFrames = 0;
            left -= count;
            received(bytes, at, count, listener);
            at += count;
        }
        if (left == padding) {
            int skipped = Math.min(padding, to - at);
            at += skipped;
            left -= skipped;
            padding -= skipped;
        }
        if (left == 0) {
            endData(listener);
        }
        return at;
    }

    private void received(byte[] bytes, int from, int count, StreamListener listener) {
        Http2Stream stream = stream(streamId);
        if (stream == null) {
            return;
        }
        stream.bytes += count;
        if (stream.bodiless) {
            malformed(stream, "a body where there can be none", listener);
        } else if (stream.length >= 0 && stream.bytes > stream.length) {
            malformed(stream, "more data than its content-length " + stream.length, listener);
        } else if (stream.bytes > ResponseParser.LONGEST_BODY) {
            malformed(stream, "a body longer than 1 GiB", listener);
        } else if (stream.capture != null) {
            stream.capture.body(bytes, from, count);
        }
    }

    /**
     * How many of the next bytes belong to a body and need not be looked at, because they are only counted;
     * {@link #skip} then takes them instead of {@link #feed}.
     */
    public int skippable() {
        if (frameHeadCount < FRAME_HEAD || type != FrameType.DATA.getValue() || paddingUnknown || problem != null) {
            return 0;
        }
        Http2Stream stream = stream(streamId);
        int rest = left - padding - 1;
        boolean counted = stream != null
                && stream.capture == null
                && !stream.bodiless
                && (stream.length < 0 || stream.bytes + rest <= stream.length)
                && stream.bytes + rest <= ResponseParser.LONGEST_BODY;
        return counted ? Math.max(0, rest) : 0;
    }

    /**
     * Counts bytes of a body.
     *
     * @param count 1 to {@link #skippable}
     */
    public void skip(int count) {
        idleFrames = 0;
        left -= count;
        stream(streamId).bytes += count;
    }

    private void endData(StreamListener listener) {
        frameHeadCount = 0;
        Http2Stream stream = stream(streamId);
        if (stream != null && (flags & END_STREAM) != 0) {
            complete(stream, listener);
        }
    }

    /** Reads a frame other than DATA, which is looked at when it is there as a whole. */
    private int payload(byte[] bytes, int from, int to, StreamListener listener) {
        int count = Math.min(left, to - from);
        left -= count;
        if (left == 0 && piecesLength == 0) {
            frame(bytes, from, count, listener);
            return from + count;
        }
        if (pieces == null) {
            pieces = new byte[LONGEST_FRAME];
        }
        System.arraycopy(bytes, from, pieces, piecesLength, count);
        piecesLength += count;
        if (left == 0) {
            frame(pieces, 0, piecesLength, listener);
        }
        return from + count;
    }

    private void frame(byte[] bytes, int from, int length, StreamListener listener) {
        frameHeadCount = 0;
        FrameType known = type <= FrameType.CONTINUATION.getValue() ? FrameType.valueOf(type) : null;
        if (known != FrameType.HEADERS && known != FrameType.CONTINUATION) {
            idle();
        }
        if (known == null || problem != null) {
            // RFC 9113, section 5.5: extensions are ignored.
            return;
        }
        switch (known) {
            case HEADERS -> headers(bytes, from, length, listener);
            case CONTINUATION -> continuation(bytes, from, length, listener);
            case SETTINGS -> settings(bytes, from, length, listener);
            case PING -> ping(bytes, from, length);
            case GOAWAY -> goAway(bytes, from, length, listener);
            case RST_STREAM -> reset(bytes, from, length, listener);
            case WINDOW_UPDATE -> windowUpdate(bytes, from, length, listener);
            case PRIORITY -> {
                if (streamId == 0) {
                    broken(H2Error.PROTOCOL_ERROR, "a priority without a stream");
                } else if (length != PRIORITY_BYTES) {
                    broken(H2Error.FRAME_SIZE_ERROR, "a PRIORITY frame of " + length + " bytes");
                }
            }
            default -> broken(H2Error.PROTOCOL_ERROR, "a push, which was not permitted");
        }
    }

    private void headers(byte[] bytes, int from, int length, StreamListener listener) {
        if (streamId == 0 || isIdle(streamId)) {
            broken(H2Error.PROTOCOL_ERROR, "a head on stream " + streamId + ", which is not open");
            return;
        }
        int at = from;
        int to = from + length;
        int pad = 0;
        if ((flags & PADDED) != 0) {
            pad = length == 0 ? 1 : bytes[at] & 0xFF;
            at++;
        }
        if ((flags & PRIORITY) != 0) {
            at += PRIORITY_BYTES;
        }
        if (at + pad > to) {
            broken(H2Error.PROTOCOL_ERROR, "a head that is shorter than its padding");
            return;
        }
        boolean endsStream = (flags & END_STREAM) != 0;
        int count = to - pad - at;
        if ((flags & END_HEADERS) != 0) {
            block(streamId, endsStream, bytes, at, count, listener);
            return;
        }
        if (block == null) {
            block = new byte[LONGEST_FRAME];
        }
        System.arraycopy(bytes, at, block, 0, count);
        blockLength = count;
        blockStream = streamId;
        blockEndsStream = endsStream;
        continuations = 0;
    }

    private void continuation(byte[] bytes, int from, int length, StreamListener listener) {
        if (blockStream == 0) {
            broken(H2Error.PROTOCOL_ERROR, "a continuation of nothing");
        } else if (blockLength + length > LONGEST_BLOCK || ++continuations > MOST_CONTINUATIONS) {
            broken(H2Error.ENHANCE_YOUR_CALM, "a head that does not end");
        } else {
            if (blockLength + length > block.length) {
                block = Arrays.copyOf(block, Math.min(LONGEST_BLOCK, 2 * (blockLength + length)));
            }
            System.arraycopy(bytes, from, block, blockLength, length);
            blockLength += length;
            if ((flags & END_HEADERS) != 0) {
                int of = blockStream;
                blockStream = 0;
                block(of, blockEndsStream, block, 0, blockLength, listener);
            }
        }
    }

    private void block(int of, boolean endsStream, byte[] bytes, int from, int count, StreamListener listener) {
        Http2Stream stream = stream(of);
        try {
            if (stream == null) {
                responses.decodeTrailers(bytes, from, count);
                if (!isCancelled(of)) {
                    broken(H2Error.STREAM_CLOSED, "a head on stream " + of + ", which is closed");
                }
            } else if (stream.headSeen) {
                String wrong = responses.decodeTrailers(bytes, from, count);
                if (wrong == null && !endsStream) {
                    wrong = "a second head";
                }
                if (wrong == null) {
                    complete(stream, listener);
                } else {
                    malformed(stream, wrong, listener);
                }
            } else {
                responses.decode(bytes, from, count, stream.capture);
                head(stream, endsStream, listener);
            }
        } catch (HPackException e) {
            broken(H2Error.COMPRESSION_ERROR, "a head that cannot be decoded: " + e.getMessage());
        }
    }

    private void head(Http2Stream stream, boolean endsStream, StreamListener listener) {
        int status = responses.status();
        if (responses.malformed() != null) {
            malformed(stream, responses.malformed(), listener);
        } else if (status < 200) {
            idle();
            if (endsStream) {
                malformed(stream, "an informational answer that is its last", listener);
            } else if (++stream.informational > ResponseParser.MOST_INFORMATIONAL) {
                malformed(stream, "more than 100 informational answers", listener);
            }
        } else {
            idleFrames = 0;
            stream.headSeen = true;
            stream.status = status;
            stream.bodiless |= status == 204 || status == 304;
            stream.length = responses.length();
            stream.location = tellsRedirects ? responses.location() : null;
            if (endsStream) {
                complete(stream, listener);
            } else if (!stream.bodiless && stream.length > ResponseParser.LONGEST_BODY) {
                malformed(stream, "a content-length of more than 1 GiB", listener);
            } else if (begunCount < begun.length) {
                begun[begunCount++] = stream.id;
            }
        }
    }

    private void complete(Http2Stream stream, StreamListener listener) {
        if (!stream.headSeen) {
            malformed(stream, "the end of an answer without a head", listener);
            return;
        }
        if (!stream.bodiless && stream.length >= 0 && stream.bytes != stream.length) {
            malformed(stream, stream.bytes + " bytes of data where its content-length is " + stream.length, listener);
            return;
        }
        if (stream.hasUnsent()) {
            // RFC 9113, section 8.1: the server needs no more of the request.
            cancel(stream.id, H2Error.CANCEL);
        }
        int slot = stream.slot;
        end(stream);
        if (stream.location == null) {
            listener.answered(slot, stream.operation, stream.status, stream.bytes, stream.capture);
        } else {
            listener.redirected(slot, stream.operation, stream.status, stream.location);
        }
    }

    private void malformed(Http2Stream stream, String why, StreamListener listener) {
        reset(stream, H2Error.PROTOCOL_ERROR, FailureClassifier.protocol(why), listener);
    }

    /** Ends a stream by the client's will. */
    private void reset(Http2Stream stream, H2Error error, Failure failure, StreamListener listener) {
        cancel(stream.id, error);
        int slot = stream.slot;
        end(stream);
        listener.failed(slot, failure);
    }

    private void end(Http2Stream stream) {
        if (stream.hasUnsent()) {
            withUnsent--;
        }
        stream.end();
        active--;
    }

    private void cancel(int id, H2Error error) {
        number(frame(FrameType.RST_STREAM, 0, id, 4), error.getCode());
        if (cancelled == null) {
            cancelled = new int[MOST_CANCELLED];
        }
        cancelled[cancelledCount++ % MOST_CANCELLED] = id;
    }

    private boolean isCancelled(int id) {
        for (int i = 0; i < Math.min(cancelledCount, MOST_CANCELLED); i++) {
            if (cancelled[i] == id) {
                return true;
            }
        }
        // Those that were forgotten get the benefit of the doubt.
        return cancelledCount > MOST_CANCELLED;
    }

    /** Whether the client has not opened a stream. */
    private boolean isIdle(int id) {
        return (id & 1) == 0 || id >= nextId;
    }

    private Http2Stream stream(int id) {
        Http2Stream stream = streams[id >>> 1 & mask];
        return stream != null && stream.id == id && id != 0 ? stream : null;
    }

    private void settings(byte[] bytes, int from, int length, StreamListener listener) {
        if (streamId != 0) {
            broken(H2Error.PROTOCOL_ERROR, "settings on a stream");
            return;
        }
        if ((flags & ACK) != 0 ? length != 0 : length % SETTING_BYTES != 0) {
            broken(H2Error.FRAME_SIZE_ERROR, "a SETTINGS frame of " + length + " bytes");
            return;
        }
        if ((flags & ACK) != 0) {
            return;
        }
        for (int at = from; at < from + length && problem == null; at += SETTING_BYTES) {
            setting((bytes[at] & 0xFF) << 8 | bytes[at + 1] & 0xFF, number(bytes, at + 2) & 0xFFFFFFFFL);
        }
        if (problem == null) {
            frame(FrameType.SETTINGS, ACK, 0, 0);
            settled = true;
            sendUnsent();
        }
    }

    private void setting(int code, long value) {
        H2Param known = H2Param.valueOf(code);
        if (known == null) {
            return;
        }
        switch (known) {
            case HEADER_TABLE_SIZE -> table.limit(value);
            case ENABLE_PUSH -> {
                if (value != 0) {
                    broken(H2Error.PROTOCOL_ERROR, "permission to push");
                }
            }
            case MAX_CONCURRENT_STREAMS -> serverLimit = value;
            case INITIAL_WINDOW_SIZE -> {
                if (value > Integer.MAX_VALUE) {
                    broken(H2Error.FLOW_CONTROL_ERROR, "a window of " + value + " bytes");
                } else {
                    resize(value - serverWindow);
                    serverWindow = value;
                }
            }
            case MAX_FRAME_SIZE -> {
                if (value < LONGEST_FRAME || value > 0xFFFFFF) {
                    broken(H2Error.PROTOCOL_ERROR, "frames of " + value + " bytes");
                } else {
                    serverFrame = (int) value;
                }
            }
            default -> {
                // MAX_HEADER_LIST_SIZE is advice: the server refuses a longer request with a status.
            }
        }
    }

    /** RFC 9113, section 6.9.2: of all open streams. */
    private void resize(long more) {
        for (Http2Stream stream : streams) {
            if (stream != null && stream.id != 0) {
                stream.sendWindow += more;
                if (stream.sendWindow > Integer.MAX_VALUE) {
                    broken(H2Error.FLOW_CONTROL_ERROR, "a window of more than 2^31-1 bytes");
                }
            }
        }
    }

    private void ping(byte[] bytes, int from, int length) {
        if (streamId != 0) {
            broken(H2Error.PROTOCOL_ERROR, "a ping on a stream");
        } else if (length != PING_BYTES) {
            broken(H2Error.FRAME_SIZE_ERROR, "a PING frame of " + length + " bytes");
        } else if ((flags & ACK) == 0) {
            int at = frame(FrameType.PING, ACK, 0, PING_BYTES);
            System.arraycopy(bytes, from, control, at, PING_BYTES);
        }
    }

    private void goAway(byte[] bytes, int from, int length, StreamListener listener) {
        if (streamId != 0) {
            broken(H2Error.PROTOCOL_ERROR, "a farewell on a stream");
            return;
        }
        if (length < 8) {
            broken(H2Error.FRAME_SIZE_ERROR, "a GOAWAY frame of " + length + " bytes");
            return;
        }
        int last = number(bytes, from) & Integer.MAX_VALUE;
        int code = number(bytes, from + 4);
        goingAway = true;
        if (code != H2Error.NO_ERROR.getCode()) {
            String debug = new String(bytes, from + 8, Math.min(MOST_DEBUG_CHARS, length - 8), ISO_8859_1);
            farewell = name(code) + (debug.isBlank() ? "" : " '" + debug + "'");
        }
        String why = "the server ended the connection" + (farewell == null ? "" : ": " + farewell);
        for (Http2Stream stream : streams) {
            if (stream != null && stream.id > last) {
                int slot = stream.slot;
                end(stream);
                listener.unprocessed(slot, why);
            }
        }
    }

    private void reset(byte[] bytes, int from, int length, StreamListener listener) {
        if (length != 4) {
            broken(H2Error.FRAME_SIZE_ERROR, "an RST_STREAM frame of " + length + " bytes");
            return;
        }
        if (streamId == 0 || isIdle(streamId)) {
            broken(H2Error.PROTOCOL_ERROR, "a reset of stream " + streamId + ", which is not open");
            return;
        }
        Http2Stream stream = stream(streamId);
        if (stream == null) {
            return;
        }
        int code = number(bytes, from);
        int slot = stream.slot;
        boolean refused = code == H2Error.REFUSED_STREAM.getCode() && !stream.headSeen;
        end(stream);
        if (refused) {
            listener.unprocessed(slot, "the server refused the request: REFUSED_STREAM");
        } else {
            listener.failed(slot, new Failure(FailureKind.CLOSED, "the server reset the stream: " + name(code)));
        }
    }

    private void windowUpdate(byte[] bytes, int from, int length, StreamListener listener) {
        if (length != 4) {
            broken(H2Error.FRAME_SIZE_ERROR, "a WINDOW_UPDATE frame of " + length + " bytes");
            return;
        }
        int more = number(bytes, from) & Integer.MAX_VALUE;
        if (streamId == 0) {
            sendWindow += more;
            if (more == 0) {
                broken(H2Error.PROTOCOL_ERROR, "a window that grows by 0");
            } else if (sendWindow > Integer.MAX_VALUE) {
                broken(H2Error.FLOW_CONTROL_ERROR, "a window of more than 2^31-1 bytes");
            }
        } else if (isIdle(streamId)) {
            broken(H2Error.PROTOCOL_ERROR, "a window for stream " + streamId + ", which is not open");
        } else {
            Http2Stream stream = stream(streamId);
            if (stream == null) {
                return;
            }
            stream.sendWindow += more;
            if (more == 0) {
                malformed(stream, "a window that grows by 0", listener);
            } else if (stream.sendWindow > Integer.MAX_VALUE) {
                reset(
                        stream,
                        H2Error.FLOW_CONTROL_ERROR,
                        FailureClassifier.protocol("a window of more than 2^31-1 bytes"),
                        listener);
            }
        }
        sendUnsent();
    }

    /** Sends of the bodies that wait what the windows permit now. */
    private void sendUnsent() {
        if (withUnsent == 0 || problem != null) {
            return;
        }
        for (Http2Stream stream : streams) {
            while (stream != null
                    && stream.id != 0
                    && stream.hasUnsent()
                    && Math.min(sendWindow, stream.sendWindow) > 0) {
                int rest = stream.unsent.length - stream.unsentFrom;
                int count = (int) Math.min(Math.min(rest, serverFrame), Math.min(sendWindow, stream.sendWindow));
                int at = frame(FrameType.DATA, count == rest ? END_STREAM : 0, stream.id, count);
                System.arraycopy(stream.unsent, stream.unsentFrom, control, at, count);
                stream.unsentFrom += count;
                stream.sendWindow -= count;
                sendWindow -= count;
                if (!stream.hasUnsent()) {
                    withUnsent--;
                }
            }
        }
    }

    /**
     * Ends the requests whose time-outs have passed; the connection stays.
     *
     * @param response longest time until the head of the response
     * @param total longest time until its end
     */
    public void expire(long now, long response, long total, Failure failure, StreamListener listener) {
        if (active == 0 || now - noneSentBefore < Math.min(response, total)) {
            return;
        }
        long earliest = now;
        for (Http2Stream stream : streams) {
            if (stream != null && stream.id != 0) {
                long age = now - stream.sent;
                if (age >= total || (!stream.headSeen && age >= response)) {
                    reset(stream, H2Error.CANCEL, failure, listener);
                } else if (stream.sent - earliest < 0) {
                    earliest = stream.sent;
                }
            }
        }
        noneSentBefore = earliest;
    }

    /** All requests in flight fail, because the connection has ended. */
    public void failAll(Failure failure, StreamListener listener) {
        for (Http2Stream stream : streams) {
            if (stream != null && stream.id != 0) {
                int slot = stream.slot;
                end(stream);
                listener.failed(slot, failure);
            }
        }
    }

    /** The client ends the connection: says so to the server. */
    public void leave() {
        if (problem == null) {
            farewell(H2Error.NO_ERROR);
        }
    }

    private void farewell(H2Error error) {
        int at = frame(FrameType.GOAWAY, 0, 0, 8);
        number(at, 0);
        number(at + 4, error.getCode());
    }

    private void broken(H2Error error, String why) {
        if (problem == null) {
            problem = "the server sent " + why;
            farewell(error);
        }
    }

    /** A frame was no progress of a response. */
    private void idle() {
        if (++idleFrames > MOST_IDLE_FRAMES) {
            broken(H2Error.ENHANCE_YOUR_CALM, "more than " + MOST_IDLE_FRAMES + " frames in which nothing happens");
        }
    }

    private static String name(int code) {
        H2Error known = H2Error.getByCode(code);
        return known == null ? String.format(Locale.ROOT, "error 0x%x", code) : known.name();
    }

    private void window(int id, int more) {
        number(frame(FrameType.WINDOW_UPDATE, 0, id, 4), more);
    }

    /** Appends a frame to those to be sent; returns the position of its payload, which the caller fills in. */
    private int frame(FrameType of, int withFlags, int id, int length) {
        room(FRAME_HEAD + length);
        ByteBuffer to = ByteBuffer.wrap(control);
        frameHead(to, controlLength, of, withFlags, id, length);
        int payload = controlLength + FRAME_HEAD;
        controlLength = payload + length;
        return payload;
    }

    private static void frameHead(ByteBuffer to, int at, FrameType of, int withFlags, int id, int length) {
        to.putInt(at, length << 8 | of.getValue());
        to.put(at + 4, (byte) withFlags);
        to.putInt(at + 5, id);
    }

    private int setting(int at, H2Param of, int value) {
        control[at] = 0;
        control[at + 1] = (byte) of.getCode();
        number(at + 2, value);
        return at + SETTING_BYTES;
    }

    private void number(int at, int value) {
        control[at] = (byte) (value >>> 24);
        control[at + 1] = (byte) (value >>> 16);
        control[at + 2] = (byte) (value >>> 8);
        control[at + 3] = (byte) value;
    }

    private void control(byte[] bytes, int from, int length) {
        room(length);
        System.arraycopy(bytes, from, control, controlLength, length);
        controlLength += length;
    }

    private void room(int more) {
        if (controlLength + more > control.length) {
            control = Arrays.copyOf(control, 2 * (controlLength + more));
        }
    }

    private static int number(byte[] bytes, int at) {
        return bytes[at] << 24 | (bytes[at + 1] & 0xFF) << 16 | (bytes[at + 2] & 0xFF) << 8 | bytes[at + 3] & 0xFF;
    }
}
