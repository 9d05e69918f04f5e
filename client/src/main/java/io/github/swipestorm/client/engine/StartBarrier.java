package io.github.swipestorm.client.engine;

import java.time.Instant;
import java.util.Optional;

/**
 * Decides when the measured phase of a run begins. It is called once, after the warm-ups, when all workers are connected and wait.
 */
@FunctionalInterface
public interface StartBarrier {

    /** The run begins as soon as it can. */
    StartBarrier WHEN_READY = stop -> Optional.empty();

    /**
     * The beginning of a run.
     *
     * @param nanos when the workers start, by the clock of the runner; the zero of the run's timeline. If it has passed, they start at
     *     once, and their first attempts are late
     * @param at the time of day of that instant in the run's files, the same on all machines of a run
     */
    record Start(long nanos, Instant at) {}

    /**
     * Waits until the start of the run is known, which may be before that instant.
     *
     * @param stop ends the wait
     * @return empty to start at once
     * @throws InterruptedException when the calling thread is interrupted, which ends the run
     */
    Optional<Start> awaitStart(StopSignal stop) throws InterruptedException;

    /**
     * Called when the workers have started.
     *
     * @param nanos when, by the clock of the runner
     */
    default void begun(long nanos) {}
}
