package io.github.swipestorm.client.clock;

/**
 * Relates a run's nanosecond clock to the time of day once: durations never depend on the time of day, which may be set
 * during the run. Created before the run and started with it. Only threads that have observed the start may query
 * instants since the start.
 */
public final class RunClock implements NanoClock {

    private final NanoClock clock;
    private volatile boolean started;
    private long startNanos;
    private long startEpochUs;

    /** @param clock that the instants of the run are read from */
    public RunClock(NanoClock clock) {
        this.clock = clock;
    }

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

    @Override
    public long nanoTime() {
        return clock.nanoTime();
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

    /** Nanoseconds from the start of the run until now. */
    public long elapsedNanos() {
        return clock.nanoTime() - startNanos;
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
