package io.github.swipestorm.client.transport;

import io.github.swipestorm.client.setting.PlanException;
import io.github.swipestorm.client.setting.Setting;
import java.time.Duration;

/**
 * When an attempt times out. Response and total time-outs are accurate to about 10 ms.
 *
 * @param connect for establishing a connection, TLS included
 * @param response from sending until the head of the response has arrived
 * @param total from sending until the whole response has arrived; it also ends an attempt whose bytes keep trickling in
 */
public record Timeouts(Duration connect, Duration response, Duration total) {

    private static final Duration SHORTEST = Duration.ofMillis(1);

    /** Sums of several such times in nanoseconds still fit into a long. */
    private static final Duration LONGEST = Duration.ofHours(10_000);

    public Timeouts {
        PlanException.requireInRange(Setting.CONNECT_TIMEOUT, connect, SHORTEST, LONGEST);
        PlanException.requireInRange(Setting.RESPONSE_TIMEOUT, response, SHORTEST, LONGEST);
        PlanException.requireInRange(Setting.TOTAL_TIMEOUT, total, SHORTEST, LONGEST);
    }
}
