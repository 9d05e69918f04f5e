package io.github.swipestorm.client.record;

/**
 * Ties the run's nanosecond clock to the time of day, once: durations and distances never depend on the time of day,
 * which may be set while the run goes on. Made before the run and started with it; asked only afterwards, by any thread
 * that was told of the start.
 */
public final class RunClock {

    private volatile boolean started;
    private long startNanos;
    private long startEpochUs;

    /**
     * Fixes the start of the run.
     *
     * @param nanos reading of the run's nanosecond clock
     * @param epochUs microseconds since 1970 at that moment
     */
    public void start(long nanos, long epochUs) {
        startNanos = nanos;
        startEpochUs = epochUs;
        started = true;
    }

    /** Whether the run has started. */
    public boolean hasStarted() {
        return started;
    }

    /** When the run started, by its nanosecond clock. */
    public long startNanos() {
        return startNanos;
    }

    /** When the run started, in microseconds since 1970. */
    public long startEpochUs() {
        return startEpochUs;
    }

    /** Microseconds since 1970 of an instant of the run, rounded down. */
    public long epochUs(long nanos) {
        return startEpochUs + sinceStartUs(nanos);
    }

    /** Microseconds from the start of the run to an instant, rounded down. */
    public long sinceStartUs(long nanos) {
        return Math.floorDiv(nanos - startNanos, 1_000L);
    }
}
