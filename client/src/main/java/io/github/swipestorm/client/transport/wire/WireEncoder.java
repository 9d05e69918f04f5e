package io.github.swipestorm.client.transport.wire;

import io.github.swipestorm.client.http.ComposedRequest;
import java.nio.ByteBuffer;

/** Encodes requests as the bytes that a protocol sends, one request after the other. Thread-safe. */
public interface WireEncoder {

    /** The most bytes that a request takes. */
    int longest(ComposedRequest request);

    /** Appends a request to a buffer that has room for it. */
    void encode(ComposedRequest request, ByteBuffer out);
}
