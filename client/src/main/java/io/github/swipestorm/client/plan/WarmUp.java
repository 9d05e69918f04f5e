package io.github.swipestorm.client.plan;

import io.github.swipestorm.client.distribution.WorkItems;
import io.github.swipestorm.client.setting.PlanException;
import io.github.swipestorm.client.setting.Setting;
import java.time.Duration;
import java.util.Optional;

/**
 * Load that is sent before the measured run, over the same connections, and counted separately.
 *
 * @param requests how many; 0 for no limit by number
 * @param duration for how long; empty for no limit by time; with both, whichever ends first
 * @param self how the client warms itself up before that
 */
public record WarmUp(long requests, Optional<Duration> duration, SelfWarmUp self) {

    /** No warm-up. */
    public static final WarmUp NONE = new WarmUp(0, Optional.empty(), SelfWarmUp.NONE);

    public WarmUp {
        PlanException.requireInRange(Setting.WARM_UP_REQUESTS, requests, 0, Long.MAX_VALUE);
    }

    /** When the warm-up ends; empty when there is none. */
    public Optional<StopRule> stopRule() {
        if (requests == 0 && duration.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new StopRule(requests == 0 ? WorkItems.UNBOUNDED : requests, duration));
    }
}
