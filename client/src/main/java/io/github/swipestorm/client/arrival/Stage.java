package io.github.swipestorm.client.arrival;

import io.github.swipestorm.client.setting.PlanException;
import java.time.Duration;

/**
 * A part of a plan in which the rate changes in a straight line, from where it was to a target.
 *
 * @param duration how long that takes, 1 ms to 10,000 hours
 * @param target the rate at the stage's end; zero is allowed, and the rate before it again makes a plateau
 */
public record Stage(Duration duration, Rate target) {

    /** In nanoseconds, sums of several such times still fit into a long. */
    static final Duration LONGEST = Duration.ofHours(10_000);

    static final Duration SHORTEST = Duration.ofMillis(1);

    public Stage {
        PlanException.requireStage(false, duration, SHORTEST, LONGEST);
    }
}
