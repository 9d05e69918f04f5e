package io.github.swipestorm.client.engine;

import io.github.swipestorm.client.measure.Counts;
import java.time.Duration;

/**
 * What the warm-up did; none of it is in the run's own numbers.
 *
 * @param counts requests and attempts
 * @param wallTime from its start until its last attempt ended
 */
public record WarmUpResult(Counts counts, Duration wallTime) {

    /** Nothing was sent. */
    static final WarmUpResult NOTHING = new WarmUpResult(Counts.NONE, Duration.ZERO);

    /** This and a further one. */
    WarmUpResult and(WarmUpResult further) {
        return new WarmUpResult(counts.plus(further.counts), wallTime.plus(further.wallTime));
    }
}
