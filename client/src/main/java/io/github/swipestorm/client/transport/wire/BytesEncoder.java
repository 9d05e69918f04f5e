package io.github.swipestorm.client.transport.wire;

import io.github.swipestorm.client.http.ComposedRequest;
import java.nio.ByteBuffer;

/** Sends the body of a request and nothing else. Thread-safe. */
public final class BytesEncoder implements WireEncoder {

    @Override
    public int longest(ComposedRequest request) {
        return request.bodyLength();
    }

    @Override
    public void encode(ComposedRequest request, ByteBuffer out) {
        out.put(request.body(), 0, request.bodyLength());
    }
}
