package io.github.swipestorm.api;

import java.util.List;
import java.util.Map;

/**
 * Headers of every response of the API, error responses included, in addition to those of HTTP itself. They are the
 * ones that OWASP's REST Security Cheat Sheet recommends for an API in clear text; its recommendations for TLS are up
 * to the operator who adds TLS.
 */
public final class AnswerHeaders {

    private static final List<Map.Entry<String, String>> ALL = List.of(
            // Counts change with every swipe, and users' likes are private: no cache may store a response.
            Map.entry("Cache-Control", "no-store"),
            // A response is what its Content-Type says, even when a user's text in it looks like a page.
            Map.entry("X-Content-Type-Options", "nosniff"),
            // If it is opened as a page nevertheless, it may load nothing, run nothing, and be in no frame.
            Map.entry("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"));

    private AnswerHeaders() {}

    /** Names and values; each is to be set once. */
    public static List<Map.Entry<String, String>> all() {
        return ALL;
    }
}
