package io.github.swipestorm.client.engine.internal;

/**
 * When one worker is active: from its part of the ramp-up on, or in the periods of a schedule of users, which may change
 * meanwhile. A worker begins nothing outside of them, and ends what it has begun. Confined to the worker's thread.
 */
final class ActivePeriods {

    /** Longer than any run, and short enough that instants can be subtracted. */
    private static final long FOR_EVER = 1L << 62;

    /** Null when the periods are those of the plan. */
    private final AdjustableLoad load;

    private final int worker;
    /** In nanoseconds since the start of the phase: the beginning of each, and its end. */
    private long[] periods;

    private int version;
    private int place;
    private long startNanos;
    private long until;

    private ActivePeriods(long[] periods, AdjustableLoad load, int worker) {
        this.periods = periods;
        this.load = load;
        this.worker = worker;
    }

    /** One period without end. */
    static ActivePeriods from(long delayNanos) {
        return new ActivePeriods(new long[] {delayNanos, FOR_EVER}, null, 0);
    }

    /** The periods of a schedule: the beginning of each, and its end, since the start of the phase. */
    static ActivePeriods of(long[] periods) {
        return new ActivePeriods(periods, null, 0);
    }

    /** The periods of a worker of a closed loop whose number of users may change. */
    static ActivePeriods of(AdjustableLoad load, int worker) {
        return new ActivePeriods(load.periods(worker), load, worker);
    }

    /** The phase starts at this reading of its clock. */
    void start(long nanos) {
        startNanos = nanos;
        until = nanos;
    }

    /**
     * When the current period ends; in the beginning the start of the phase. A reading of the run's clock. After a change of the load it
     * goes on to the period that is current then.
     */
    long until() {
        if (isStale()) {
            reload();
            until = startNanos;
            long now = load.nanoTime();
            // The last period that has begun; one that begins later is not the current one.
            for (int i = 0; i < periods.length && startNanos + periods[i] - now <= 0; i += 2) {
                place = i;
                until = startNanos + periods[i + 1];
            }
        }
        return until;
    }

    private boolean isStale() {
        return load != null && load.version() != version;
    }

    private void reload() {
        version = load.version();
        periods = load.periods(worker);
        place = 0;
    }

    /**
     * Goes on to the first period that has not ended yet.
     *
     * @return when it begins, or has begun, as a reading of the run's clock; an instant that no run reaches when there is none
     */
    long next(long now) {
        if (isStale()) {
            reload();
        }
        while (place < periods.length) {
            until = startNanos + periods[place + 1];
            if (until - now > 0) {
                return startNanos + periods[place];
            }
            place += 2;
        }
        return startNanos + FOR_EVER;
    }
}
