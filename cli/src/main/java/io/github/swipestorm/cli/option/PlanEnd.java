package io.github.swipestorm.cli.option;

import io.github.swipestorm.client.arrival.OpenLoop;
import io.github.swipestorm.client.distribution.WorkItems;
import io.github.swipestorm.client.plan.StopRule;
import java.time.Duration;
import java.util.Optional;

/**
 * The typed end of a run.
 *
 * @param requests null when no number was given
 * @param duration null when no time was given
 * @param otherwise when it ends if neither was given
 */
public record PlanEnd(Long requests, Duration duration, StopRule otherwise) {

    /** The resulting rule, with stages, which have an end of their own. */
    StopRule rule(Optional<OpenLoop> openLoop) {
        Optional<Duration> stages = openLoop.flatMap(OpenLoop::duration);
        Optional<Duration> end = Optional.ofNullable(duration)
                .map(wanted -> stages.filter(all -> all.compareTo(wanted) < 0).orElse(wanted))
                .or(() -> stages);
        if (requests == null && end.isEmpty()) {
            return otherwise;
        }
        return new StopRule(requests == null ? WorkItems.UNBOUNDED : requests, end);
    }
}
