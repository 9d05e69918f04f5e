package io.github.swipestorm.client.transport;

import io.github.swipestorm.client.setting.PlanException;
import io.github.swipestorm.client.setting.Setting;
import java.time.Duration;

/**
 * When an attempt is given up. Response and total time-outs are kept to about 10 ms.
 *
 * @param connect for establishing a connection, TLS included
 * @param response from sending until the head of the answer has arrived
 * @param total from sending until the whole answer has arrived; it ends an attempt though bytes keep dripping
 */
public record Timeouts(Duration connect, Duration response, Duration total) {

    private static final Duration SHORTEST = Duration.ofMillis(1);

    /** In nanoseconds, sums of several such times still fit into a long. */
    private static final Duration LONGEST = Duration.ofHours(10_000);

    public Timeouts {
        PlanException.requireInRange(Setting.CONNECT_TIMEOUT, connect, SHORTEST, LONGEST);
        PlanException.requireInRange(Setting.RESPONSE_TIMEOUT, response, SHORTEST, LONGEST);
        PlanException.requireInRange(Setting.TOTAL_TIMEOUT, total, SHORTEST, LONGEST);
    }
}
