package io.github.swipestorm.client.engine.internal;

/**
 * When one worker is active: from its part of the ramp-up on, or in the periods of a schedule of users. A worker begins
 * nothing outside of them, and ends what it has begun. Confined to the worker's thread.
 */
final class ActivePeriods {

    /** Longer than any run, and short enough that instants can be subtracted. */
    private static final long FOR_EVER = 1L << 62;

    private final long[] periods;
    private int place;
    private long startNanos;
    private long until;

    /** @param periods in nanoseconds since the start of the phase: the beginning of each, and its end */
    private ActivePeriods(long[] periods) {
        this.periods = periods;
    }

    /** One period without end. */
    static ActivePeriods from(long delayNanos) {
        return new ActivePeriods(new long[] {delayNanos, FOR_EVER});
    }

    /** The periods of a schedule: the beginning of each, and its end, since the start of the phase. */
    static ActivePeriods of(long[] periods) {
        return new ActivePeriods(periods);
    }

    /** The phase starts at this reading of its clock. */
    void start(long nanos) {
        startNanos = nanos;
        until = nanos;
    }

    /** When the current period ends; in the beginning the start of the phase. A reading of the run's clock. */
    long until() {
        return until;
    }

    /**
     * Goes on to the next period that has not ended yet.
     *
     * @return when it begins, as a reading of the run's clock; an instant that no run reaches when there is none
     */
    long next(long now) {
        while (place < periods.length) {
            long begin = startNanos + periods[place];
            until = startNanos + periods[place + 1];
            place += 2;
            if (until - now > 0) {
                return begin;
            }
        }
        return startNanos + FOR_EVER;
    }
}
