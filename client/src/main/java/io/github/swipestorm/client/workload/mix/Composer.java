package io.github.swipestorm.client.workload.mix;

import io.github.swipestorm.client.http.ComposedRequest;
import io.github.swipestorm.client.http.Operation;

/** Composes each request over the previous one. Not thread-safe. */
class Composer implements ComposedRequest {

    final Draw draw;
    private final Bytes path = new Bytes();
    private final Bytes headers = new Bytes();
    private final Bytes composedBody = new Bytes();
    private Operation operation;
    private byte[] body;
    private int bodyLength;

    Composer(Draw draw) {
        this.draw = draw;
    }

    /** Composes a request with the values that are drawn now. */
    final void put(OperationBuilder.Compiled chosen) {
        operation = chosen.operation();
        path.clear();
        if (chosen.path() != null) {
            chosen.path().put(draw, path);
        }
        headers.clear();
        if (chosen.headers() != null) {
            chosen.headers().put(draw, headers);
        }
        if (chosen.constantBody() != null) {
            body = chosen.constantBody();
            bodyLength = body.length;
        } else {
            composedBody.clear();
            int begin = chosen.prefix() == null
                    ? 0
                    : composedBody.extend(chosen.prefix().prefixBytes())
                            + chosen.prefix().prefixBytes();
            chosen.body().put(draw, composedBody);
            if (begin > 0) {
                chosen.prefix().putLength(composedBody.array, composedBody.length - begin);
            }
            body = composedBody.array;
            bodyLength = composedBody.length;
        }
    }

    /** Replaces the path of the request that was composed last. */
    final void replacePath(byte[] other) {
        path.clear();
        path.put(other);
    }

    /** Adds lines to the headers of the request that was composed last. */
    final void addHeaders(byte[] lines) {
        headers.put(lines);
    }

    @Override
    public final Operation operation() {
        return operation;
    }

    @Override
    public final byte[] path() {
        return path.array;
    }

    @Override
    public final int pathLength() {
        return path.length;
    }

    @Override
    public final byte[] headers() {
        return headers.array;
    }

    @Override
    public final int headersLength() {
        return headers.length;
    }

    @Override
    public final byte[] body() {
        return body;
    }

    @Override
    public final int bodyLength() {
        return bodyLength;
    }
}
