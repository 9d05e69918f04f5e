package io.github.swipestorm.client.engine;

import io.github.swipestorm.client.measure.Counts;
import java.time.Duration;

/**
 * The result of the warm-up, none of which is in the run's own numbers.
 *
 * @param counts requests and attempts
 * @param wallTime from its start until its last attempt ended
 */
public record WarmUpResult(Counts counts, Duration wallTime) {

    /** Nothing was sent. */
    static final WarmUpResult NOTHING = new WarmUpResult(Counts.NONE, Duration.ZERO);

    /** This result and that of another machine at the same time. */
    WarmUpResult beside(WarmUpResult other) {
        return new WarmUpResult(
                counts.plus(other.counts), wallTime.compareTo(other.wallTime) > 0 ? wallTime : other.wallTime);
    }

    /** The sum of this and another result. */
    WarmUpResult and(WarmUpResult further) {
        return new WarmUpResult(counts.plus(further.counts), wallTime.plus(further.wallTime));
    }
}
