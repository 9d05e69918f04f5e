package io.github.swipestorm.client.transport;

import java.time.Duration;

/**
 * When an attempt is given up. Response and total time-outs are kept to about 10 ms.
 *
 * @param connect for establishing a connection, TLS included
 * @param response from sending until the head of the answer has arrived
 * @param total from sending until the whole answer has arrived; it ends an attempt though bytes keep dripping
 */
public record Timeouts(Duration connect, Duration response, Duration total) {

    /** In nanoseconds, sums of several such times still fit into a long. */
    private static final Duration LONGEST = Duration.ofHours(10_000);

    public Timeouts {
        requireInRange("connect", connect);
        requireInRange("response", response);
        requireInRange("total", total);
    }

    private static void requireInRange(String name, Duration timeout) {
        if (timeout.toMillis() < 1) {
            throw new IllegalArgumentException("The " + name + " time-out must be at least 1 ms");
        }
        if (timeout.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("The " + name + " time-out must be at most 10,000 hours");
        }
    }
}
