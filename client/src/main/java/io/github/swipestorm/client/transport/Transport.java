package io.github.swipestorm.client.transport;

/**
 * A way for attempts to travel. Closing it, which any thread may do, closes every connection that is still open, also
 * under an attempt's feet.
 */
public sealed interface Transport extends AutoCloseable permits BlockingTransport, EventTransport {

    @Override
    void close();
}
