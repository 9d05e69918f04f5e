package io.github.swipestorm.client.measure;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * What was measured of the iterations of one scenario. Conservation: {@link #begun} = completed + abandoned + underWay.
 *
 * @param scenario its name
 * @param completed iterations with all steps done
 * @param abandoned iterations that ended early because a step failed
 * @param underWay iterations that the end of the run interrupted
 * @param late iterations that began later than the scenario's pace required, because the worker's previous one took longer
 * @param cycles iterations that followed another one of the same worker
 * @param cycleNanos sum of the times from the beginning of an iteration to that of the worker's next one, over {@code cycles}
 * @param thinkingNanos sum of the think times of completed iterations, in nanoseconds, without pauses between iterations
 * @param durations time of completed iterations from their beginning to their end, think times included
 * @param lag begun - due of all iterations; in a closed loop, where an iteration is due when its worker is free, next to nothing
 */
public record IterationMeasurements(
        String scenario,
        long completed,
        long abandoned,
        long underWay,
        long late,
        long cycles,
        long cycleNanos,
        long thinkingNanos,
        LatencyHistogram durations,
        LatencyHistogram lag) {

    /** Iterations that were begun. */
    public long begun() {
        return completed + abandoned + underWay;
    }

    /** Iterations that ended by themselves. */
    public long ended() {
        return completed + abandoned;
    }

    /** Mean time from the beginning of an iteration to that of the worker's next one; empty when no worker began a second one. */
    public OptionalDouble meanCycleSeconds() {
        return cycles == 0 ? OptionalDouble.empty() : OptionalDouble.of(cycleNanos / 1e9 / cycles);
    }

    /** Mean think time of a completed iteration, in seconds; empty when none was completed. */
    public OptionalDouble meanThinkingSeconds() {
        return completed == 0 ? OptionalDouble.empty() : OptionalDouble.of(thinkingNanos / 1e9 / completed);
    }

    /** This scenario in both of two runs, or two parts of one. */
    public IterationMeasurements plus(IterationMeasurements other) {
        return new IterationMeasurements(
                scenario,
                completed + other.completed,
                abandoned + other.abandoned,
                underWay + other.underWay,
                late + other.late,
                cycles + other.cycles,
                cycleNanos + other.cycleNanos,
                thinkingNanos + other.thinkingNanos,
                durations.plus(other.durations),
                lag.plus(other.lag));
    }

    private IterationMeasurements minus(IterationMeasurements earlier) {
        return new IterationMeasurements(
                scenario,
                completed - earlier.completed,
                abandoned - earlier.abandoned,
                underWay - earlier.underWay,
                late - earlier.late,
                cycles - earlier.cycles,
                cycleNanos - earlier.cycleNanos,
                thinkingNanos - earlier.thinkingNanos,
                durations.minus(earlier.durations),
                lag.minus(earlier.lag));
    }

    /** What was counted after an earlier state of the same rows; all of it when there were none earlier. */
    public static List<IterationMeasurements> difference(
            List<IterationMeasurements> rows, List<IterationMeasurements> earlier) {
        Map<String, IterationMeasurements> before = new HashMap<>();
        earlier.forEach(row -> before.put(row.scenario(), row));
        return rows.stream()
                .map(row -> before.containsKey(row.scenario) ? row.minus(before.get(row.scenario)) : row)
                .toList();
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
