package io.github.swipestorm.client.measure;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What was measured of the iterations of one scenario. Conservation: {@link #begun} = completed + abandoned + underWay.
 *
 * @param scenario its name
 * @param completed iterations with all steps done
 * @param abandoned iterations that ended early because a step failed
 * @param underWay iterations that the end of the run interrupted
 * @param late iterations that began later than the scenario's pace asked, because the worker's previous one took longer
 * @param thinkingNanos sum of the think times of all iterations, in nanoseconds, without pauses between iterations
 * @param durations time of completed iterations from their beginning to their end, think times included
 */
public record IterationMeasurements(
        String scenario,
        long completed,
        long abandoned,
        long underWay,
        long late,
        long thinkingNanos,
        LatencyHistogram durations) {

    /** Iterations that were begun. */
    public long begun() {
        return completed + abandoned + underWay;
    }

    /** This scenario in both of two runs, or two parts of one. */
    public IterationMeasurements plus(IterationMeasurements other) {
        return new IterationMeasurements(
                scenario,
                completed + other.completed,
                abandoned + other.abandoned,
                underWay + other.underWay,
                late + other.late,
                thinkingNanos + other.thinkingNanos,
                durations.plus(other.durations));
    }

    /** The scenarios of both of two runs, those with the same name added up; in the order of the first, then the second. */
    public static List<IterationMeasurements> sum(
            List<IterationMeasurements> some, List<IterationMeasurements> others) {
        Map<String, IterationMeasurements> sums = new LinkedHashMap<>();
        some.forEach(row -> sums.merge(row.scenario(), row, IterationMeasurements::plus));
        others.forEach(row -> sums.merge(row.scenario(), row, IterationMeasurements::plus));
        return new ArrayList<>(sums.values());
    }
}
