package io.github.swipestorm.client.arrival;

import java.time.Duration;
import java.util.List;

/**
 * A period in which a rate or a number of users is constant and above 0.
 *
 * @param from start of the period, since the start of the run
 * @param to end of the period; equal to {@code from} when there is no such period
 */
public record Plateau(Duration from, Duration to) {

    /** The longest one, the earlier one of two that are equally long. */
    static Plateau longest(double start, List<? extends LoadStage> stages) {
        Plateau longest = new Plateau(Duration.ZERO, Duration.ZERO);
        Duration from = Duration.ZERO;
        Duration at = Duration.ZERO;
        double level = start;
        for (LoadStage stage : stages) {
            Duration end = at.plus(stage.duration());
            if (stage.level() != level) {
                from = stage.step() ? at : end;
            }
            boolean longer = end.minus(from).compareTo(longest.to().minus(longest.from())) > 0;
            if (longer && stage.level() > 0) {
                longest = new Plateau(from, end);
            }
            at = end;
            level = stage.level();
        }
        return longest;
    }

    static Duration totalDuration(List<? extends LoadStage> stages) {
        return stages.stream().map(LoadStage::duration).reduce(Duration.ZERO, Duration::plus);
    }
}
