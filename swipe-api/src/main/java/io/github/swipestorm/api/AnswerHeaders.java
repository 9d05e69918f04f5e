package io.github.swipestorm.api;

import java.util.List;
import java.util.Map;

/**
 * Headers that stand in every answer of the API, refusals included, beside those of HTTP itself. They are the ones that
 * OWASP's REST Security Cheat Sheet asks of an API in clear text; what it says of TLS is for whoever adds TLS.
 */
public final class AnswerHeaders {

    private static final List<Map.Entry<String, String>> ALL = List.of(
            // Counts change with every swipe, and whom somebody likes is nobody else's business: no cache keeps it.
            Map.entry("Cache-Control", "no-store"),
            // An answer is what its Content-Type says, even when a user's text in it looks like a page.
            Map.entry("X-Content-Type-Options", "nosniff"),
            // Opened as a page all the same, it may load nothing, run nothing, and stand in no frame.
            Map.entry("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"));

    private AnswerHeaders() {}

    /** Names and values; each is to be set once. */
    public static List<Map.Entry<String, String>> all() {
        return ALL;
    }
}
