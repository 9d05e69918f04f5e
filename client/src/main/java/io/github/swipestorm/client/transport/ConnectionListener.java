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

    /** A request that the server has not processed, by its own word, is sent again within its attempt. */
    default void resent() {
        // Only those who count it need it.
    }

    /**
     * Connections share a protocol in which a server limits the requests in flight.
     *
     * @param permitted by the server on one connection
     * @param wanted by the plan
     */
    default void limited(int permitted, int wanted) {
        // Only those who tell it need it.
    }

    /** All connections use a version of HTTP, of a plan that asks for more than HTTP/1.1. */
    default void negotiated(HttpVersion version) {
        // Only those who tell it need it.
    }
}
