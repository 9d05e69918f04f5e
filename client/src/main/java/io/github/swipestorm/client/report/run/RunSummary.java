package io.github.swipestorm.client.report.run;

import io.github.swipestorm.client.measure.Counts;
import io.github.swipestorm.client.measure.LatencySummary;
import io.github.swipestorm.client.record.Attempt;
import io.github.swipestorm.client.record.Measurements;
import java.util.List;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The figures of a run that its summary shows; plain data, so that a run just done and one read from its file are
 * shown alike.
 *
 * @param requests how the requests ended
 * @param attempts how many HTTP exchanges were tried; the sum of {@code statuses} and {@code failures}
 * @param statuses attempts by HTTP status
 * @param failures attempts without a usable reply by the word for the reason
 * @param workers how many workers sent them, or {@link #UNKNOWN_WORKERS}
 * @param wallUs from the first attempt sent to the last one done, in microseconds; 0 or more
 * @param serviceTime done - sent of ok attempts
 * @param responseTime done - due of ok attempts
 * @param wholeRequests of ok requests, the time from the first attempt sent to the last one done
 * @param failedAttempts done - sent of the other attempts
 * @param methods the service time's percentiles by each of the ways there were to compute them; may be empty
 * @param notes what a reader must know besides, a line each
 */
public record RunSummary(
        RequestCounts requests,
        long attempts,
        SortedMap<Integer, Long> statuses,
        SortedMap<String, Long> failures,
        int workers,
        long wallUs,
        LatencySummary serviceTime,
        LatencySummary responseTime,
        LatencySummary wholeRequests,
        LatencySummary failedAttempts,
        List<PercentileMethod> methods,
        List<String> notes) {

    /** The number of workers when the records do not contain it. */
    public static final int UNKNOWN_WORKERS = -1;

    /**
     * One way to compute percentiles and what it gave.
     *
     * @param name a word or two
     * @param precision how far off it may be, as a short phrase
     * @param latencies what it gave
     */
    public record PercentileMethod(String name, String precision, LatencySummary latencies) {}

    /** The figures of a run's measurements, with the results of further percentile methods. */
    public static RunSummary of(Measurements recorded, int workers, long wallUs, List<PercentileMethod> methods) {
        return of(recorded, new TreeMap<>(), workers, wallUs, methods, List.of());
    }

    /**
     * The figures of what was counted.
     *
     * @param otherFailures attempts without an answer by words for the reason, which are counted as status 0
     */
    static RunSummary of(
            Measurements recorded,
            SortedMap<String, Long> otherFailures,
            int workers,
            long wallUs,
            List<PercentileMethod> methods,
            List<String> notes) {
        Counts counts = recorded.counts();
        SortedMap<Integer, Long> statuses = new TreeMap<>(counts.attemptsByStatus());
        statuses.remove(Attempt.NO_STATUS);
        SortedMap<String, Long> failures = new TreeMap<>(otherFailures);
        counts.attemptsByFailure().forEach((kind, attempts) -> failures.put(kind.word(), attempts));
        return new RunSummary(
                new RequestCounts(counts.okAtFirst(), counts.okAfterRetries(), counts.failed()),
                counts.attempts(),
                statuses,
                failures,
                workers,
                wallUs,
                recorded.service().summary(),
                recorded.response().summary(),
                recorded.requests().summary(),
                recorded.failed().summary(),
                methods,
                notes);
    }

    /** The same with a further note, before the others. */
    RunSummary noted(String note) {
        return new RunSummary(
                requests,
                attempts,
                statuses,
                failures,
                workers,
                wallUs,
                serviceTime,
                responseTime,
                wholeRequests,
                failedAttempts,
                methods,
                Stream.concat(Stream.of(note), notes.stream()).toList());
    }

    /** Ok requests in a second of wall time; absent when no time passed. */
    public OptionalDouble throughput() {
        return wallUs > 0 ? OptionalDouble.of(requests.ok() * 1e6 / wallUs) : OptionalDouble.empty();
    }

    /** Attempts for each request; absent when there was no request. */
    public OptionalDouble amplification() {
        return requests.all() > 0 ? OptionalDouble.of((double) attempts / requests.all()) : OptionalDouble.empty();
    }
}
