package io.github.swipestorm.client.plan;

import io.github.swipestorm.client.distribution.WorkItems;
import java.time.Duration;
import java.util.Optional;

/**
 * When a run ends: when its requests are used up, or when its time is, whichever comes first.
 *
 * @param requests how many, at least 1; {@link WorkItems#UNBOUNDED} when only time ends the run
 * @param duration after which no further request is begun; empty when only requests end the run
 */
public record StopRule(long requests, Optional<Duration> duration) {

    public StopRule {
        if (requests < 1) {
            throw new IllegalArgumentException("A run needs at least 1 request, not " + requests);
        }
        if (duration.isEmpty() && requests == WorkItems.UNBOUNDED) {
            throw new IllegalArgumentException("A run needs a number of requests or a duration to end by");
        }
        if (duration.isPresent() && duration.get().toMillis() < 1) {
            throw new IllegalArgumentException("The duration must be at least 1 ms");
        }
    }

    /** A run of so many requests. */
    public static StopRule after(long requests) {
        return new StopRule(requests, Optional.empty());
    }

    /** Whether the number of requests is known beforehand. */
    public boolean bounded() {
        return requests != WorkItems.UNBOUNDED;
    }
}
