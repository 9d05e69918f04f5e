package io.github.swipestorm.client.transport;

/**
 * A feature that a plan may require of a transport and that only some transports support. Each transport declares its
 * capabilities.
 */
public enum Capability {
    /** Sends to {@code https} targets, with or without verifying their certificates. */
    TLS,
    /** Sends bytes over plain TCP, without HTTP. */
    TCP,
    /** Sends through an HTTP proxy. */
    PROXY,
    /** Sends the credentials of HTTP basic authentication with each request. */
    BASIC_AUTHENTICATION,
    /** Follows redirects within an attempt. */
    REDIRECTS,
    /** Has several HTTP/1.1 requests in flight on one connection. */
    PIPELINING,
    /** Speaks HTTP/2, on connections that workers can share. */
    HTTP_2,
    /** Runs its workers on a few event loops, whose number can be chosen. Without it, each worker has a thread. */
    EVENT_LOOPS,
    /** Has event loops that can poll continuously instead of sleeping. */
    SPINNING,
    /** Runs its workers on virtual threads when a plan requests them. */
    VIRTUAL_THREADS,
    /** Resets a connection that it closes; no local port stays in {@code TIME_WAIT} then. */
    RESET_ON_CLOSE
}
