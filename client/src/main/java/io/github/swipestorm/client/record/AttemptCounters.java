package io.github.swipestorm.client.record;

import io.github.swipestorm.client.http.FailureKind;
import io.github.swipestorm.client.measure.Counts;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * Counts requests and attempts, and sums their times. One thread writes; any thread may read {@link #counts} and
 * {@link #times}.
 */
public final class AttemptCounters implements AttemptSink {

    private final long[] byStatus = new long[1000];
    private final long[] byFailure = new long[FailureKind.values().length];
    private long okAtFirst;
    private long okAfterRetries;
    private long failed;
    private long attempts;
    private long bytes;
    private long lastDone = Long.MIN_VALUE;
    private long waitedNanos;
    private long cycleNanos;
    private final BitSet begun = new BitSet();
    private long firstNanos;
    private int firsts;
    private volatile Counts counts = Counts.NONE;
    private volatile AttemptTimes times = AttemptTimes.NONE;

    @Override
    public void accept(Attempt attempt) {
        attempts++;
        bytes += Math.max(0, attempt.bytes());
        lastDone = Math.max(lastDone, attempt.done());
        waitedNanos += attempt.done() - attempt.sent();
        if (!begun.get(attempt.worker())) {
            begin(attempt);
        }
        FailureKind failure = attempt.failure();
        if (failure == null) {
            byStatus[Math.min(attempt.status(), byStatus.length - 1)]++;
        } else {
            byFailure[failure.ordinal()]++;
        }
        if (attempt.last()) {
            cycleNanos += attempt.done() - attempt.due();
            countRequest(attempt);
        }
    }

    private void begin(Attempt attempt) {
        begun.set(attempt.worker());
        if (attempt.ok()) {
            firstNanos += attempt.done() - attempt.sent();
            firsts++;
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

    @Override
    public void endOfRound() {
        if (attempts != counts.attempts()) {
            // Written first: when counts are visible, so are their times.
            times = new AttemptTimes(waitedNanos, cycleNanos, firstNanos, firsts, lastDone);
            counts = new Counts(okAtFirst, okAfterRetries, failed, attempts, bytes, statuses(), failures());
        }
    }

    /** The times of the attempts counted up to the last round. */
    public AttemptTimes times() {
        return times;
    }

    /** The counts up to the last round. */
    public Counts counts() {
        return counts;
    }

    /** How many workers have made an attempt. Confined to the counting thread. */
    public int workers() {
        return begun.cardinality();
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
