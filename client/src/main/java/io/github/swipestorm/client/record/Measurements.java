package io.github.swipestorm.client.record;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.github.swipestorm.client.measure.Counts;
import io.github.swipestorm.client.measure.IterationMeasurements;
import io.github.swipestorm.client.measure.LatencyHeatMap;
import io.github.swipestorm.client.measure.LatencyHistogram;
import io.github.swipestorm.client.measure.OperationMeasurements;
import io.github.swipestorm.client.measure.Timeline;
import io.github.swipestorm.client.measure.TimelineBuilder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Everything that was measured in one run.
 *
 * @param counts requests and attempts
 * @param failureDetails why attempts failed, with how often each was seen, most frequent first; the last may be all others
 * @param service service time (done - sent) of ok attempts
 * @param response response time (done - due) of ok attempts, due being the request's
 * @param firstByte time from sending to the head of the response, of ok attempts; empty when it was not recorded
 * @param sendLag sent - due of each request's first attempt; in a closed loop next to nothing
 * @param failed service time of attempts that were not ok
 * @param requests time of whole requests that were ok, all their attempts and pauses included
 * @param timeline the run second by second
 * @param heatMap response time of ok attempts by when they were done
 * @param operations a row for each operation of the workload, in its order; they add up to the run
 * @param iterations a row for each scenario of the workload, in its order; empty for a workload without scenarios
 * @param records what became of the per-request CSV; empty when none was wanted
 * @param problems what could not be written or done, one line each
 */
public record Measurements(
        Counts counts,
        Map<String, Long> failureDetails,
        LatencyHistogram service,
        LatencyHistogram response,
        LatencyHistogram firstByte,
        LatencyHistogram sendLag,
        LatencyHistogram failed,
        LatencyHistogram requests,
        Timeline timeline,
        LatencyHeatMap heatMap,
        List<OperationMeasurements> operations,
        List<IterationMeasurements> iterations,
        // A file of this machine.
        @JsonIgnore Optional<RecordsFileStatus> records,
        List<String> problems) {

    /** Measurements that earlier versions wrote have no iterations, and no time to first byte. */
    public Measurements {
        firstByte = firstByte == null ? LatencyHistogram.growing() : firstByte;
        iterations = iterations == null ? List.of() : iterations;
    }

    /** How many texts of failures a merged run keeps; all others are counted together. */
    private static final int SHOWN_DETAILS = 20;

    /**
     * What both have counted, of runs or parts of one that began at the same instant. Every figure is that of all attempts
     * together; only of failures' texts, of which each part has its {@value #SHOWN_DETAILS} most frequent, a rare one may
     * be among the others. A merged run has no per-request CSV of its own.
     */
    public Measurements plus(Measurements other) {
        return new Measurements(
                counts.plus(other.counts),
                mostFrequent(failureDetails, other.failureDetails),
                service.plus(other.service),
                response.plus(other.response),
                firstByte.plus(other.firstByte),
                sendLag.plus(other.sendLag),
                failed.plus(other.failed),
                requests.plus(other.requests),
                timeline.plus(other.timeline),
                heatMap.plus(other.heatMap),
                OperationMeasurements.sum(operations, other.operations),
                IterationMeasurements.sum(iterations, other.iterations),
                Optional.empty(),
                Stream.concat(problems.stream(), other.problems.stream()).toList());
    }

    /**
     * What was counted after an earlier state of the same run; adding it to the earlier state gives this one again. Minima and maxima are
     * those of all attempts.
     */
    public Measurements minus(Measurements earlier) {
        return new Measurements(
                counts.minus(earlier.counts),
                difference(failureDetails, earlier.failureDetails),
                service.minus(earlier.service),
                response.minus(earlier.response),
                firstByte.minus(earlier.firstByte),
                sendLag.minus(earlier.sendLag),
                failed.minus(earlier.failed),
                requests.minus(earlier.requests),
                timeline.minus(earlier.timeline),
                heatMap.minus(earlier.heatMap),
                OperationMeasurements.difference(operations, earlier.operations),
                IterationMeasurements.difference(iterations, earlier.iterations),
                Optional.empty(),
                problems.subList(Math.min(problems.size(), earlier.problems.size()), problems.size()));
    }

    /** A text that has become frequent is no longer among the others, which may then have become fewer. */
    private static Map<String, Long> difference(Map<String, Long> details, Map<String, Long> earlier) {
        Map<String, Long> differences = new TreeMap<>(details);
        earlier.forEach((text, attempts) -> differences.merge(text, -attempts, Long::sum));
        differences.values().removeIf(attempts -> attempts == 0);
        return differences;
    }

    /** Nothing yet. */
    public static Measurements none() {
        return new Measurements(
                Counts.NONE,
                Map.of(),
                LatencyHistogram.growing(),
                LatencyHistogram.growing(),
                LatencyHistogram.growing(),
                LatencyHistogram.growing(),
                LatencyHistogram.growing(),
                LatencyHistogram.growing(),
                new TimelineBuilder().build(),
                LatencyHeatMap.EMPTY,
                List.of(),
                List.of(),
                Optional.empty(),
                List.of());
    }

    /** The same, whose problems say whose they are. */
    public Measurements named(String owner) {
        return with(
                records,
                problems.stream().map(problem -> owner + ": " + problem).toList());
    }

    /** The same with a per-request CSV. */
    public Measurements withRecords(RecordsFileStatus status) {
        return with(Optional.of(status), problems);
    }

    private static Map<String, Long> mostFrequent(Map<String, Long> some, Map<String, Long> others) {
        Map<String, Long> sums = new TreeMap<>(some);
        others.forEach((text, attempts) -> sums.merge(text, attempts, Long::sum));
        Long rest = sums.remove(Collector.OTHER_DETAILS);
        long other = rest == null ? 0 : rest;
        Map<String, Long> most = new LinkedHashMap<>();
        for (Map.Entry<String, Long> detail : sums.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                .toList()) {
            if (most.size() < SHOWN_DETAILS && detail.getValue() > 0) {
                most.put(detail.getKey(), detail.getValue());
            } else {
                other += detail.getValue();
            }
        }
        if (other > 0) {
            most.put(Collector.OTHER_DETAILS, other);
        }
        return most;
    }

    /** The same with other rows of operations. */
    public Measurements with(List<OperationMeasurements> rows) {
        return with(List.copyOf(rows), records, problems);
    }

    /** The same with a further problem, one user-facing line. */
    public Measurements withProblem(String problem) {
        return with(
                records, Stream.concat(problems.stream(), Stream.of(problem)).toList());
    }

    /** The same with what became of the files. */
    Measurements with(Optional<RecordsFileStatus> status, List<String> newProblems) {
        return with(operations, status, List.copyOf(newProblems));
    }

    private Measurements with(
            List<OperationMeasurements> rows, Optional<RecordsFileStatus> status, List<String> newProblems) {
        return new Measurements(
                counts,
                failureDetails,
                service,
                response,
                firstByte,
                sendLag,
                failed,
                requests,
                timeline,
                heatMap,
                rows,
                iterations,
                status,
                newProblems);
    }
}
