package io.github.swipestorm.api;

import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** Reads a request's body, with limits, before any parser sees it. */
public final class RequestBodies {

    /** The longest body that is accepted, in bytes. */
    public static final int MOST_BYTES = 8 * 1024;

    /**
     * How long a body may take from the start of reading: a body that trickles in keeps a thread of the server busy,
     * and a time-out per read never ends it.
     */
    public static final Duration MOST_TIME = Duration.ofSeconds(10);

    /** How much of a rejected body is discarded, in bytes: a slight excess by accident does not cost the connection. */
    private static final int MOST_DISCARDED_BYTES = 64 * 1024;

    /** Long enough for data in transit; a client that announces a body and sends it slowly is not waited for. */
    private static final Duration MOST_DISCARDING_TIME = Duration.ofSeconds(1);

    private RequestBodies() {}

    /**
     * Reads a whole body.
     *
     * @param declaredBytes its announced length, or -1 when it is chunked
     * @return the bytes: not empty, at most {@link #MOST_BYTES}, valid UTF-8, safe for a JSON parser
     * @throws ApiException with status 413 when the body is too long, 408 when it takes too long, 400 when it is empty,
     *     truncated or not UTF-8
     */
    public static byte[] read(InputStream body, long declaredBytes) {
        return read(body, declaredBytes, ApiException::emptyBody);
    }

    /**
     * The same of another API.
     *
     * @param empty makes what is thrown when the body is empty
     */
    public static byte[] read(InputStream body, long declaredBytes, Supplier<ApiException> empty) {
        return read(body, declaredBytes, empty, System::nanoTime);
    }

    static byte[] read(InputStream body, long declaredBytes, LongSupplier nanoTime) {
        return read(body, declaredBytes, ApiException::emptyBody, nanoTime);
    }

    private static byte[] read(
            InputStream body, long declaredBytes, Supplier<ApiException> empty, LongSupplier nanoTime) {
        requireFits(declaredBytes);
        byte[] bytes;
        try {
            bytes = readInTime(body, declaredBytes, nanoTime);
        } catch (IOException e) {
            // Each container reports the time-out of a single read in its own way.
            boolean timeout = e instanceof SocketTimeoutException || e.getCause() instanceof SocketTimeoutException;
            throw timeout ? ApiException.bodyTooSlow() : ApiException.unreadableBody();
        }
        if (bytes.length > MOST_BYTES) {
            throw ApiException.bodyTooLarge();
        }
        if (bytes.length == 0) {
            throw empty.get();
        }
        requireUtf8(bytes);
        return bytes;
    }

    private static byte[] readInTime(InputStream body, long declaredBytes, LongSupplier nanoTime) throws IOException {
        // One byte more shows that the body is longer.
        byte[] bytes = new byte[(int) (declaredBytes < 0 ? MOST_BYTES : declaredBytes) + 1];
        long start = nanoTime.getAsLong();
        int length = 0;
        while (length < bytes.length) {
            int read = body.read(bytes, length, bytes.length - length);
            if (read < 0) {
                break;
            }
            length += read;
            boolean mayHaveMore = length != declaredBytes;
            if (mayHaveMore && nanoTime.getAsLong() - start > MOST_TIME.toNanos()) {
                throw ApiException.bodyTooSlow();
            }
        }
        return length == bytes.length ? bytes : Arrays.copyOf(bytes, length);
    }

    /**
     * Discards the unread rest of a body, just before the response, so that its connection can carry the next request:
     * at most 64 KiB, and little longer than 1 s. A longer rest costs the sender the connection.
     *
     * @param declaredBytes its announced length, or -1 when it is chunked; when it is too long, nothing is read
     */
    public static void discardRest(InputStream body, long declaredBytes) {
        if (declaredBytes > MOST_DISCARDED_BYTES) {
            return;
        }
        byte[] waste = new byte[MOST_BYTES];
        long start = System.nanoTime();
        try {
            int discarded = 0;
            int read = 0;
            while (read >= 0
                    && discarded < MOST_DISCARDED_BYTES
                    && System.nanoTime() - start < MOST_DISCARDING_TIME.toNanos()) {
                read = body.read(waste);
                discarded += Math.max(read, 0);
            }
        } catch (IOException e) {
            // Truncated: there is no rest, and no next request.
        }
    }

    /**
     * Checks a body's declared length.
     *
     * @throws ApiException with status 413 when that is longer than {@link #MOST_BYTES}
     */
    public static void requireFits(long declaredBytes) {
        if (declaredBytes > MOST_BYTES) {
            throw ApiException.bodyTooLarge();
        }
    }

    private static void requireUtf8(byte[] bytes) {
        // JSON parsers guess UTF-16 and UTF-32 from zero bytes and byte order marks; JSON text in UTF-8 contains
        // neither.
        boolean byteOrderMark = bytes.length >= 3 && bytes[0] == (byte) 0xEF && bytes[1] == (byte) 0xBB;
        if (byteOrderMark || contains(bytes, (byte) 0)) {
            throw ApiException.notJson();
        }
        try {
            // The decoder also rejects overlong forms and encoded surrogates, which JSON parsers accept.
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
        } catch (CharacterCodingException e) {
            throw ApiException.notJson();
        }
    }

    private static boolean contains(byte[] bytes, byte sought) {
        for (byte b : bytes) {
            if (b == sought) {
                return true;
            }
        }
        return false;
    }
}
