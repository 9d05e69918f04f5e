package io.github.swipestorm.api.contract;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/**
 * One response as it stood on the wire.
 *
 * @param headers values by lower-case name, in the order in which they came
 */
record RawResponse(int status, Map<String, List<String>> headers, byte[] body) {

    String text() {
        return new String(body, StandardCharsets.UTF_8);
    }

    /** The only value of a header, or null when it did not come. */
    String header(String name) {
        List<String> values = headers.getOrDefault(name, List.of());
        if (values.size() > 1) {
            throw new AssertionError(name + " came more than once: " + values);
        }
        return values.isEmpty() ? null : values.get(0);
    }

    boolean closesConnection() {
        return "close".equalsIgnoreCase(header("connection"));
    }
}
