package io.github.swipestorm.client.measure;

import io.github.swipestorm.client.http.FailureKind;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/**
 * Numbers of requests and attempts. A request is counted when it has ended, and so is an attempt.
 *
 * @param okAtFirst requests whose first attempt was ok
 * @param okAfterRetries requests that were ok at a later attempt
 * @param failed requests that were not
 * @param attempts all attempts
 * @param bytes of response bodies
 * @param sentBytes of requests, heads and bodies, retries included; 0 when it was not recorded
 * @param attemptsByStatus attempts that were answered, ok or with an unexpected status, by status; 0 for those of a protocol that
 *     has none
 * @param attemptsByFailure the other failed attempts, by the reason; one that failed a check is only here
 */
public record Counts(
        long okAtFirst,
        long okAfterRetries,
        long failed,
        long attempts,
        long bytes,
        long sentBytes,
        Map<Integer, Long> attemptsByStatus,
        Map<FailureKind, Long> attemptsByFailure) {

    /** Nothing yet. */
    public static final Counts NONE = new Counts(0, 0, 0, 0, 0, 0, Map.of(), Map.of());

    /** The sum of these and others. */
    public Counts plus(Counts others) {
        return new Counts(
                okAtFirst + others.okAtFirst,
                okAfterRetries + others.okAfterRetries,
                failed + others.failed,
                attempts + others.attempts,
                bytes + others.bytes,
                sentBytes + others.sentBytes,
                sum(attemptsByStatus, others.attemptsByStatus),
                sum(attemptsByFailure, others.attemptsByFailure));
    }

    /** What was counted after an earlier state of the same counts. */
    public Counts minus(Counts earlier) {
        return new Counts(
                okAtFirst - earlier.okAtFirst,
                okAfterRetries - earlier.okAfterRetries,
                failed - earlier.failed,
                attempts - earlier.attempts,
                bytes - earlier.bytes,
                sentBytes - earlier.sentBytes,
                difference(attemptsByStatus, earlier.attemptsByStatus),
                difference(attemptsByFailure, earlier.attemptsByFailure));
    }

    private static <K> Map<K, Long> difference(Map<K, Long> some, Map<K, Long> earlier) {
        Map<K, Long> differences = new TreeMap<>(some);
        earlier.forEach((key, count) -> differences.merge(key, -count, Long::sum));
        differences.values().removeIf(count -> count == 0);
        return differences;
    }

    private static <K> Map<K, Long> sum(Map<K, Long> some, Map<K, Long> others) {
        Map<K, Long> sums = new TreeMap<>(some);
        others.forEach((key, count) -> sums.merge(key, count, Long::sum));
        return sums;
    }

    /** Requests that were ok in the end. */
    public long ok() {
        return okAtFirst + okAfterRetries;
    }

    /** Ok requests per second of a time; 0 when no time passed. */
    public double throughput(Duration wallTime) {
        return wallTime.isZero() ? 0 : ok() / (wallTime.toNanos() / 1e9);
    }

    /** Requests that have ended, well or not. */
    public long ended() {
        return ok() + failed;
    }

    /** Attempts with a complete response, whatever its status, and whether or not it passed its checks. */
    public long answers() {
        return attemptsByStatus.values().stream().mapToLong(Long::longValue).sum()
                + attemptsByFailure.getOrDefault(FailureKind.CHECK, 0L);
    }

    /** Attempts without a complete response. */
    public long unanswered() {
        return attemptsByFailure.entrySet().stream()
                .filter(failure -> failure.getKey() != FailureKind.CHECK)
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    /** Attempts that were not ok: unexpected statuses, failed checks, and those without a complete response. */
    public long failedAttempts() {
        return attempts - ok();
    }
}
