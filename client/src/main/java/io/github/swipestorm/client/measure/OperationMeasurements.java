package io.github.swipestorm.client.measure;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What was measured of one operation of a run. The rows of all operations add up to the run.
 *
 * @param name of the operation
 * @param counts its requests and attempts
 * @param service service time of its ok attempts
 * @param response response time of its ok attempts
 * @param firstByte time from sending to the head of the response, of its ok attempts; empty when it was not recorded
 * @param timeline the run second by second, with only this operation's attempts. Its percentiles are up to 0.8 % too high where a
 *     workload has several operations; it may end before the run does, see {@link TimelineBuilder.Budget}
 */
public record OperationMeasurements(
        String name,
        Counts counts,
        LatencyHistogram service,
        LatencyHistogram response,
        LatencyHistogram firstByte,
        Timeline timeline) {

    /** @param firstByte null in files of earlier versions */
    public OperationMeasurements {
        firstByte = firstByte == null ? LatencyHistogram.growing() : firstByte;
    }

    /** This operation in both of two runs, or two parts of one, that began at the same instant. */
    public OperationMeasurements plus(OperationMeasurements other) {
        return new OperationMeasurements(
                name,
                counts.plus(other.counts),
                service.plus(other.service),
                response.plus(other.response),
                firstByte.plus(other.firstByte),
                timeline.plus(other.timeline));
    }

    /** What was counted of this operation after an earlier state. */
    private OperationMeasurements minus(OperationMeasurements earlier) {
        return new OperationMeasurements(
                name,
                counts.minus(earlier.counts),
                service.minus(earlier.service),
                response.minus(earlier.response),
                firstByte.minus(earlier.firstByte),
                timeline.minus(earlier.timeline));
    }

    /**
     * What was counted after an earlier state of the same rows, without rows that have not changed; all rows when there were none
     * earlier.
     */
    public static List<OperationMeasurements> difference(
            List<OperationMeasurements> rows, List<OperationMeasurements> earlier) {
        Map<String, OperationMeasurements> before = new HashMap<>();
        earlier.forEach(row -> before.put(row.name(), row));
        return rows.stream()
                .filter(row -> !before.containsKey(row.name()) || !row.counts.equals(before.get(row.name()).counts))
                .map(row -> before.containsKey(row.name()) ? row.minus(before.get(row.name())) : row)
                .toList();
    }

    /** The operations of both of two runs, those with the same name added up; in the order of the first, then the second. */
    public static List<OperationMeasurements> sum(
            List<OperationMeasurements> some, List<OperationMeasurements> others) {
        Map<String, OperationMeasurements> sums = new LinkedHashMap<>();
        some.forEach(row -> sums.merge(row.name(), row, OperationMeasurements::plus));
        others.forEach(row -> sums.merge(row.name(), row, OperationMeasurements::plus));
        return new ArrayList<>(sums.values());
    }
}
