package io.github.swipestorm.client.arrival;

import io.github.swipestorm.client.setting.PlanException;
import java.time.Duration;

/**
 * A part of a plan in which the rate changes from its current value to a target.
 *
 * @param duration how long the stage lasts, 1 ms to 10,000 hours
 * @param target the rate at the end of the stage; zero is allowed, and repeating the previous rate makes a plateau
 * @param step whether the rate jumps to the target at the beginning, and stays there; otherwise it changes linearly
 */
public record Stage(Duration duration, Rate target, boolean step) implements LoadStage {

    /** Sums of several such times in nanoseconds still fit into a long. */
    static final Duration LONGEST = Duration.ofHours(10_000);

    static final Duration SHORTEST = Duration.ofMillis(1);

    public Stage {
        PlanException.requireStage(false, duration, SHORTEST, LONGEST);
    }

    /** A linear change. */
    public Stage(Duration duration, Rate target) {
        this(duration, target, false);
    }

    @Override
    public double level() {
        return target.perNano();
    }
}
