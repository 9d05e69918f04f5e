package io.github.swipestorm.client.arrival;

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

    private static final Duration SHORTEST = Duration.ofMillis(1);

    public Stage {
        if (duration.compareTo(SHORTEST) < 0) {
            throw new IllegalArgumentException("A stage must last at least 1ms");
        }
        if (duration.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("A stage must last at most 10000h");
        }
    }
}
