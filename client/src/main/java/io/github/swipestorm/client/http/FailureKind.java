package io.github.swipestorm.client.http;

/** The classes of failed attempts that got no complete answer. */
public enum FailureKind {
    /** No connection: refused, unreachable, or not made within the connect time-out. */
    CONNECT("connect"),
    /** Connected and sent, but not answered within the response or the total time-out. */
    TIMEOUT("timeout"),
    /** The connection ended before the answer was complete. */
    CLOSED("closed"),
    /** What came back is not HTTP, or breaks its rules. */
    PROTOCOL("protocol"),
    /** The TLS handshake failed, or a certificate was not trusted. */
    TLS("tls"),
    /** The host's name has no address. */
    DNS("dns"),
    /** This machine's own limit: open files, ports, memory, threads. */
    CLIENT_LIMIT("client-limit");

    private final String word;

    FailureKind(String word) {
        this.word = word;
    }

    /** The word that stands for it in options, CSV files and reports. */
    public String word() {
        return word;
    }
}
