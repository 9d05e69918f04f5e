package io.github.swipestorm.client.plan;

import io.github.swipestorm.client.distribution.WorkItems;
import io.github.swipestorm.client.setting.PlanException;
import io.github.swipestorm.client.setting.PlanProblem;
import io.github.swipestorm.client.setting.Setting;
import java.time.Duration;
import java.util.Optional;

/**
 * When a run ends: when its requests are used up or its time is up, whichever comes first.
 *
 * @param requests how many, at least 1; {@link WorkItems#UNBOUNDED} when only time ends the run
 * @param duration after which no further request is sent; empty when only requests end the run
 */
public record StopRule(long requests, Optional<Duration> duration) {

    public StopRule {
        PlanException.requireInRange(Setting.REQUESTS, requests, 1, Long.MAX_VALUE);
        if (duration.isEmpty() && requests == WorkItems.UNBOUNDED) {
            throw new PlanException(new PlanProblem.NoEnd());
        }
        duration.ifPresent(time -> PlanException.requireAtLeast(Setting.DURATION, time, Duration.ofMillis(1)));
    }

    /** A run of this many requests. */
    public static StopRule after(long requests) {
        return new StopRule(requests, Optional.empty());
    }

    /** Whether the number of requests is known beforehand. */
    public boolean bounded() {
        return requests != WorkItems.UNBOUNDED;
    }
}
