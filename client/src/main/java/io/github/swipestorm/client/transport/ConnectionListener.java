package io.github.swipestorm.client.transport;

/** Receives how long each part of connecting took, in nanoseconds; on any thread, also on several at once. */
@FunctionalInterface
public interface ConnectionListener {

    /** A connection was established, including name lookup, proxy tunnel and TLS handshake where it needed them. */
    void connected(long nanos);

    /** A host's name was looked up. */
    default void lookedUp(long nanos) {
        // Only those who measure it need it.
    }

    /** A TLS handshake was completed. */
    default void secured(long nanos) {
        // Only those who measure it need it.
    }
}
