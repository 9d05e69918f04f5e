package io.github.swipestorm.client.record;

import io.github.swipestorm.client.measure.Counts;
import java.util.BitSet;

/**
 * Counts requests and attempts, and sums their times. One thread writes; any thread may read {@link #counts} and
 * {@link #times}.
 */
public final class AttemptCounters implements AttemptSink {

    private final CountsBuilder counted = new CountsBuilder();
    private long lastDone = Long.MIN_VALUE;
    private long waitedNanos;
    private long cycleNanos;
    private final BitSet begun = new BitSet();
    private long firstNanos;
    private int firsts;
    private volatile Counts counts = Counts.NONE;
    private volatile Times times = Times.NONE;

    @Override
    public void accept(Attempt attempt) {
        counted.add(attempt);
        lastDone = Math.max(lastDone, attempt.sent() + attempt.serviceUs() * 1_000);
        waitedNanos += attempt.done() - attempt.sent();
        if (!begun.get(attempt.worker())) {
            begin(attempt);
        }
        if (attempt.last()) {
            cycleNanos += attempt.done() - attempt.due();
        }
    }

    @Override
    public void acceptIteration(Attempt iteration) {
        // Of a user who thinks at the end of an iteration, the run has measured more than the last attempt.
        lastDone = Math.max(lastDone, iteration.done());
    }

    private void begin(Attempt attempt) {
        begun.set(attempt.worker());
        if (attempt.ok()) {
            firstNanos += attempt.done() - attempt.sent();
            firsts++;
        }
    }

    @Override
    public void endOfRound() {
        if (counted.attempts() != counts.attempts() || lastDone != times.lastDone()) {
            // Written first: when counts are visible, so are their times.
            times = new Times(waitedNanos, cycleNanos, firstNanos, firsts, lastDone);
            counts = counted.counts();
        }
    }

    /** The times of the attempts counted up to the last round. */
    public Times times() {
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

    /**
     * How the workers spent their time, from the recorded attempts. In nanoseconds.
     *
     * @param waitedNanos sum of done - sent over all attempts: the time that workers waited for responses
     * @param cycleNanos sum of the last attempt's done - due over all requests; in a closed loop, in which a request is due
     *     when its worker is free, the time that workers spent on requests
     * @param firstNanos sum of done - sent over the first attempt of each worker, as far as these were ok
     * @param firsts how many those were
     * @param lastDone when the latest attempt, by its service time in whole microseconds, or iteration ended: a reading of
     *     the run's clock, {@link Long#MIN_VALUE} before the first
     */
    public record Times(long waitedNanos, long cycleNanos, long firstNanos, int firsts, long lastDone) {

        /** Nothing yet. */
        public static final Times NONE = new Times(0, 0, 0, 0, Long.MIN_VALUE);
    }
}
