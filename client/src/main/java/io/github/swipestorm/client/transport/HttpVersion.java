package io.github.swipestorm.client.transport;

/** The versions of HTTP that a plan can ask for. */
public enum HttpVersion {
    /** HTTP/1.1. */
    HTTP_1_1("1.1"),
    /** HTTP/2: negotiated over TLS, by prior knowledge in clear text. */
    HTTP_2("2"),
    /** HTTP/2 where the server chooses it over TLS, otherwise HTTP/1.1. */
    AUTO("auto");

    private final String label;

    HttpVersion(String label) {
        this.label = label;
    }

    /** The label that options and files use. */
    @Override
    public String toString() {
        return label;
    }
}
