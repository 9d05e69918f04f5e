package io.github.swipestorm.client.http;

import io.github.swipestorm.client.registry.EnumLabels;

/** The classes of failed attempts, apart from complete responses with an unexpected status. */
public enum FailureKind {
    /** No connection: refused, unreachable, or not established within the connect time-out. */
    CONNECT,
    /** Connected and sent, but not answered within the response or the total time-out. */
    TIMEOUT,
    /** The connection ended before the response was complete. */
    CLOSED,
    /** The response is not HTTP, or violates its rules. */
    PROTOCOL,
    /** The TLS handshake failed, or a certificate was not trusted. */
    TLS,
    /** The host's name has no address. */
    DNS,
    /** This machine's own limit: open files, ports, memory, threads. */
    CLIENT_LIMIT,
    /** A complete response with an expected status did not pass a check of its operation. */
    CHECK;

    /** Whether nothing of the request was sent. */
    public boolean beforeSending() {
        return this == CONNECT || this == TLS || this == DNS || this == CLIENT_LIMIT;
    }

    private final String word = EnumLabels.of(this);

    /** The label that options, CSV files and reports use. */
    public String word() {
        return word;
    }
}
