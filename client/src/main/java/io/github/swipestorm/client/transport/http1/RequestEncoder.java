package io.github.swipestorm.client.transport.http1;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.github.swipestorm.client.http.Operation;
import io.github.swipestorm.client.transport.TransportSettings;
import java.nio.ByteBuffer;

/**
 * Encodes requests as bytes. The part that all requests of an operation share is encoded once; only the length and the
 * body are written each time. Thread-safe.
 */
public final class RequestEncoder {

    /** The user agent of every transport. */
    public static final String USER_AGENT = "swipestorm";

    private static final byte[] END_OF_HEAD = "\r\n\r\n".getBytes(ISO_8859_1);
    private static final int MOST_LENGTH_DIGITS = 10;

    private final byte[][] heads;

    public RequestEncoder(TransportSettings settings) {
        heads = settings.operations().stream()
                .map(template -> head(template, settings))
                .toArray(byte[][]::new);
    }

    private static byte[] head(Operation template, TransportSettings settings) {
        StringBuilder head = new StringBuilder()
                .append(template.method())
                .append(' ')
                .append(settings.target().basePath())
                .append(template.path())
                .append(" HTTP/1.1\r\nHost: ")
                .append(settings.target().hostHeader())
                .append("\r\nUser-Agent: ")
                .append(USER_AGENT);
        if (!settings.choice().keepAlive()) {
            head.append("\r\nConnection: close");
        }
        if (template.contentType() != null) {
            head.append("\r\nContent-Type: ").append(template.contentType()).append("\r\nContent-Length: ");
        }
        return head.toString().getBytes(ISO_8859_1);
    }

    /** The most bytes that a request with a body of this length takes. */
    public int longest(Operation template, int bodyLength) {
        return heads[template.id()].length + MOST_LENGTH_DIGITS + END_OF_HEAD.length + bodyLength;
    }

    /** Appends a request to a buffer that has room for it. */
    public void encode(Operation template, byte[] body, int length, ByteBuffer out) {
        out.put(heads[template.id()]);
        if (template.contentType() == null) {
            out.put(END_OF_HEAD);
            return;
        }
        putNumber(length, out);
        out.put(END_OF_HEAD);
        out.put(body, 0, length);
    }

    private static void putNumber(int number, ByteBuffer out) {
        int divisor = 1;
        while (number / divisor >= 10) {
            divisor *= 10;
        }
        for (int rest = number; divisor > 0; divisor /= 10) {
            out.put((byte) ('0' + rest / divisor));
            rest %= divisor;
        }
    }
}
