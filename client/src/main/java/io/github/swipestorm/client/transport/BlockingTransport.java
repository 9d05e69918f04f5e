package io.github.swipestorm.client.transport;

/** A transport in which the sending thread waits for the response. Thread-safe: any thread may open connections. */
public non-sealed interface BlockingTransport extends Transport {

    /** A connection for one worker, not yet established. */
    Connection open();
}
