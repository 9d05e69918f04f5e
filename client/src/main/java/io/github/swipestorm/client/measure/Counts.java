package io.github.swipestorm.client.measure;

import io.github.swipestorm.client.http.FailureKind;
import java.util.Map;
import java.util.TreeMap;

/**
 * Numbers of requests and attempts. A request is counted when it has ended, and so is an attempt.
 *
 * @param okAtFirst requests whose first attempt was answered with 2xx
 * @param okAfterRetries requests that were answered with 2xx at a later attempt
 * @param failed requests that were not
 * @param attempts all attempts
 * @param bytes of response bodies
 * @param attemptsByStatus attempts that were answered, by status
 * @param attemptsByFailure attempts that were not, by the reason
 */
public record Counts(
        long okAtFirst,
        long okAfterRetries,
        long failed,
        long attempts,
        long bytes,
        Map<Integer, Long> attemptsByStatus,
        Map<FailureKind, Long> attemptsByFailure) {

    /** Nothing yet. */
    public static final Counts NONE = new Counts(0, 0, 0, 0, 0, Map.of(), Map.of());

    /** The sum of these and others. */
    public Counts plus(Counts others) {
        return new Counts(
                okAtFirst + others.okAtFirst,
                okAfterRetries + others.okAfterRetries,
                failed + others.failed,
                attempts + others.attempts,
                bytes + others.bytes,
                sum(attemptsByStatus, others.attemptsByStatus),
                sum(attemptsByFailure, others.attemptsByFailure));
    }

    private static <K> Map<K, Long> sum(Map<K, Long> some, Map<K, Long> others) {
        Map<K, Long> sums = new TreeMap<>(some);
        others.forEach((key, count) -> sums.merge(key, count, Long::sum));
        return sums;
    }

    /** Requests that were answered with 2xx in the end. */
    public long ok() {
        return okAtFirst + okAfterRetries;
    }

    /** Requests that have ended, well or not. */
    public long ended() {
        return ok() + failed;
    }

    /** Attempts that were answered, whatever the status. */
    public long answers() {
        return attemptsByStatus.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Attempts that were not answered with 2xx. */
    public long failedAttempts() {
        return attempts - ok();
    }
}
