package io.github.swipestorm.client.record;

import io.github.swipestorm.client.http.FailureKind;
import io.github.swipestorm.client.measure.Counts;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;

/** Counts requests and attempts, of a run or of one operation. Not thread-safe. */
public final class CountsBuilder {

    private final long[] byStatus = new long[1000];
    private final long[] byFailure = new long[FailureKind.values().length];
    private long okAtFirst;
    private long okAfterRetries;
    private long failed;
    private long attempts;
    private long bytes;
    private long sentBytes;

    /** Counts one attempt, and its request when that ended with it. */
    public void add(Attempt attempt) {
        attempts++;
        bytes += Math.max(0, attempt.bytes());
        sentBytes += Math.max(0, attempt.sentBytes());
        FailureKind failure = attempt.failure();
        if (failure != null) {
            byFailure[failure.ordinal()]++;
        } else if (attempt.ok() || attempt.status() != Attempt.NO_STATUS) {
            byStatus[Math.min(attempt.status(), byStatus.length - 1)]++;
        }
        if (attempt.last()) {
            countRequest(attempt);
        }
    }

    private void countRequest(Attempt attempt) {
        if (!attempt.ok()) {
            failed++;
        } else if (attempt.attempt() == 1) {
            okAtFirst++;
        } else {
            okAfterRetries++;
        }
    }

    /** How many attempts have been counted. */
    long attempts() {
        return attempts;
    }

    /** The counts so far. */
    public Counts counts() {
        return new Counts(okAtFirst, okAfterRetries, failed, attempts, bytes, sentBytes, statuses(), failures());
    }

    private Map<Integer, Long> statuses() {
        Map<Integer, Long> statuses = new TreeMap<>();
        for (int status = 0; status < byStatus.length; status++) {
            if (byStatus[status] > 0) {
                statuses.put(status, byStatus[status]);
            }
        }
        return statuses;
    }

    private Map<FailureKind, Long> failures() {
        Map<FailureKind, Long> failures = new EnumMap<>(FailureKind.class);
        for (FailureKind kind : FailureKind.values()) {
            if (byFailure[kind.ordinal()] > 0) {
                failures.put(kind, byFailure[kind.ordinal()]);
            }
        }
        return failures;
    }
}
