package io.github.swipestorm.client.transport.http1;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.swipestorm.client.http.ComposedRequest;
import io.github.swipestorm.client.http.Header;
import io.github.swipestorm.client.http.Operation;
import io.github.swipestorm.client.http.Target;
import io.github.swipestorm.client.transport.TransportSettings;
import io.github.swipestorm.client.transport.wire.WireEncoder;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Encodes requests as bytes. The part that all requests of an operation share is encoded once; only the path and headers
 * that vary, the length and the body are written each time. Thread-safe.
 */
public final class RequestEncoder implements WireEncoder {

    /** The user agent of every transport. */
    public static final String USER_AGENT = "swipestorm";

    private static final byte[] CONTENT_LENGTH = "Content-Length: ".getBytes(ISO_8859_1);
    private static final byte[] LINE_END = "\r\n".getBytes(ISO_8859_1);
    private static final byte[] TWO_LINE_ENDS = "\r\n\r\n".getBytes(ISO_8859_1);
    private static final int MOST_LENGTH_DIGITS = 10;
    private static final int LONGEST_LENGTH =
            CONTENT_LENGTH.length + MOST_LENGTH_DIGITS + TWO_LINE_ENDS.length + LINE_END.length;

    /**
     * An operation's head in pieces.
     *
     * @param start the method and the target's base path; behind its origin, when a proxy reads it
     * @param path below the base path, for requests that have none of their own
     * @param rest everything after the path, up to the end of the last header's line
     * @param sendsBody whether a length and a body follow
     */
    private record Head(byte[] start, byte[] path, byte[] rest, boolean sendsBody) {}

    private final Head[] heads;

    /** An encoder for the operations of these settings. */
    public RequestEncoder(TransportSettings settings) {
        heads = settings.operations().stream()
                .map(operation -> head(operation, settings))
                .toArray(Head[]::new);
    }

    private static Head head(Operation operation, TransportSettings settings) {
        StringBuilder rest = new StringBuilder(" HTTP/1.1\r\n");
        for (Header header : headers(operation, settings)) {
            rest.append(header.name()).append(": ").append(header.value()).append("\r\n");
        }
        Target target = settings.target();
        boolean toProxy = settings.choice().features().proxy().isPresent()
                && !settings.choice().tunnels(target);
        String base = (toProxy ? target.scheme() + "://" + target.hostHeader() : "") + target.basePath();
        return new Head(
                (operation.method() + " " + base).getBytes(ISO_8859_1),
                operation.path().getBytes(ISO_8859_1),
                rest.toString().getBytes(UTF_8),
                operation.sendsBody());
    }

    /** The headers that each request of an operation has on every transport, in order, without its length. */
    public static List<Header> headers(Operation operation, TransportSettings settings) {
        List<Header> defaults = new ArrayList<>();
        defaults.add(new Header("Host", settings.target().hostHeader()));
        defaults.add(new Header("User-Agent", USER_AGENT));
        if (!settings.choice().keepAlive()) {
            defaults.add(new Header("Connection", "close"));
        }
        List<Header> all = operation.withDefaults(defaults);
        settings.choice()
                .features()
                .credentials()
                .filter(both -> operation.header("Authorization").isEmpty())
                .ifPresent(both -> all.add(first(all), new Header("Authorization", both.authorization())));
        return all;
    }

    /** The position behind the headers that tell who talks to whom. */
    private static int first(List<Header> headers) {
        int at = 0;
        while (at < headers.size()
                && (headers.get(at).is("Host") || headers.get(at).is("User-Agent"))) {
            at++;
        }
        return at;
    }

    @Override
    public int longest(ComposedRequest request) {
        Head head = heads[request.operation().id()];
        return head.start.length
                + Math.max(head.path.length, request.pathLength())
                + head.rest.length
                + request.headersLength()
                + LONGEST_LENGTH
                + request.bodyLength();
    }

    /** The bytes that a request takes. */
    public int length(ComposedRequest request) {
        Head head = heads[request.operation().id()];
        int path = request.pathLength() > 0 ? request.pathLength() : head.path.length;
        int framed = head.start.length + path + head.rest.length + request.headersLength() + LINE_END.length;
        if (!head.sendsBody) {
            return framed;
        }
        int digits = 1;
        for (int rest = request.bodyLength(); rest >= 10; rest /= 10) {
            digits++;
        }
        return framed + CONTENT_LENGTH.length + digits + LINE_END.length + request.bodyLength();
    }

    @Override
    public void encode(ComposedRequest request, ByteBuffer out) {
        Head head = heads[request.operation().id()];
        out.put(head.start);
        if (request.pathLength() > 0) {
            out.put(request.path(), 0, request.pathLength());
        } else {
            out.put(head.path);
        }
        out.put(head.rest);
        if (request.headersLength() > 0) {
            out.put(request.headers(), 0, request.headersLength());
        }
        if (head.sendsBody) {
            out.put(CONTENT_LENGTH);
            putNumber(request.bodyLength(), out);
            out.put(TWO_LINE_ENDS);
            out.put(request.body(), 0, request.bodyLength());
        } else {
            out.put(LINE_END);
        }
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
