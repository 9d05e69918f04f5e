package io.github.swipestorm.client.experiment;

import io.github.swipestorm.client.inference.ConfidenceInterval;
import java.util.List;

/**
 * What changed in one operation between two runs, two variants or two experiments.
 *
 * @param operation its name
 * @param intervals how many intervals are corrected for together, those of all other operations and comparisons included
 * @param changes one for each of {@link Change#OF_OPERATION}, in their order
 */
public record OperationChanges(String operation, int intervals, List<Change> changes) {

    public OperationChanges {
        changes = List.copyOf(changes);
    }

    /** The level of each interval. */
    public double level() {
        return level(intervals);
    }

    /** Bonferroni's correction: the chance that any of several intervals misses is that of one usual interval. */
    public static double level(int intervals) {
        return 1 - (1 - ConfidenceInterval.USUAL_LEVEL) / Math.max(1, intervals);
    }
}
