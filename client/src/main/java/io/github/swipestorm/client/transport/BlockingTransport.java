package io.github.swipestorm.client.transport;

/**
 * A way for attempts to travel in which the sending thread waits for the answer. Any number of threads may open
 * connections; closing the transport closes every connection that is still open, also under an attempt's feet.
 */
public interface BlockingTransport extends AutoCloseable {

    /** A connection for one worker, not yet established. */
    Connection open();

    @Override
    void close();
}
