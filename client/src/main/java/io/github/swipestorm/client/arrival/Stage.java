package io.github.swipestorm.client.arrival;

import io.github.swipestorm.client.setting.PlanException;
import java.time.Duration;

/**
 * A part of a plan in which the rate changes linearly from its current value to a target.
 *
 * @param duration how long the change takes, 1 ms to 10,000 hours
 * @param target the rate at the end of the stage; zero is allowed, and repeating the previous rate makes a plateau
 */
public record Stage(Duration duration, Rate target) {

    /** Sums of several such times in nanoseconds still fit into a long. */
    static final Duration LONGEST = Duration.ofHours(10_000);

    static final Duration SHORTEST = Duration.ofMillis(1);

    public Stage {
        PlanException.requireStage(false, duration, SHORTEST, LONGEST);
    }
}
