package io.github.swipestorm.client.http;

/**
 * One request, which can be sent any number of times. Its arrays are not copied, so the caller must not modify them any
 * more.
 *
 * @param operation the part that it shares with others
 * @param path below the target's base path, with its query; empty when it is the operation's
 * @param headers that vary between requests, in ISO-8859-1: lines that each end with CR LF; empty for none
 * @param body empty when it has none
 */
public record Request(Operation operation, byte[] path, byte[] headers, byte[] body) implements ComposedRequest {

    /** A request with the operation's path and headers. */
    public Request(Operation operation, byte[] body) {
        this(operation, NOTHING, NOTHING, body);
    }

    @Override
    public int bodyLength() {
        return body.length;
    }

    @Override
    public int pathLength() {
        return path.length;
    }

    @Override
    public int headersLength() {
        return headers.length;
    }
}
