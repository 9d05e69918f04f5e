package io.github.swipestorm.client.measure;

import java.util.OptionalInt;
import java.util.stream.Stream;

/**
 * Which version of HTTP the connections of a run used where the plan did not fix it to HTTP/1.1, and what the server
 * permitted.
 *
 * @param version {@code 1.1} or {@code 2}
 * @param permittedStreams the fewest requests that the server permitted in flight on one connection; empty when it never
 *     permitted fewer than the plan wanted
 * @param resent requests that the server had not processed, by its own word, and that were sent again within their attempt
 */
public record HttpUse(String version, OptionalInt permittedStreams, long resent) {

    /** That of both of two runs, or two parts of one. */
    HttpUse plus(HttpUse other) {
        return new HttpUse(
                version,
                Stream.of(permittedStreams, other.permittedStreams)
                        .filter(OptionalInt::isPresent)
                        .mapToInt(OptionalInt::getAsInt)
                        .min(),
                resent + other.resent);
    }
}
