package io.github.swipestorm.client.transport;

/** Something that a plan may ask of a transport, and that only some transports can do. Each declares what it can do. */
public enum Capability {
    /** Sends to {@code https} targets, with or without verifying their certificates. */
    TLS,
    /** Sends through an HTTP proxy. */
    PROXY,
    /** Sends the credentials of HTTP basic authentication with each request. */
    BASIC_AUTHENTICATION,
    /** Follows redirects within an attempt. */
    REDIRECTS,
    /** Has several HTTP/1.1 requests in flight on one connection. */
    PIPELINING,
    /** Runs its workers on a few event loops, whose number can be chosen. Without it, each worker has a thread. */
    EVENT_LOOPS,
    /** Has event loops that can poll without pause instead of sleeping. */
    SPINNING,
    /** Runs its workers on virtual threads where a plan asks for them. */
    VIRTUAL_THREADS,
    /** Resets a connection that it gives up; no local port stays in {@code TIME_WAIT} then. */
    RESET_ON_CLOSE
}
