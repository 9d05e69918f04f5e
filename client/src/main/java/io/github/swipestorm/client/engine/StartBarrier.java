package io.github.swipestorm.client.engine;

import java.time.Instant;
import java.util.Optional;

/**
 * Decides when the measured phase of a run begins. It is asked once, when everything before that is done: the client and the server
 * are warm, and all workers are connected and wait.
 */
@FunctionalInterface
public interface StartBarrier {

    /** The run begins as soon as it can. */
    StartBarrier WHEN_READY = stop -> Optional.empty();

    /**
     * The beginning of a run.
     *
     * @param nanos by the clock of the runner: the workers begin then, and instants of the run count from it. If it has passed, they
     *     begin at once, and their first attempts come late
     * @param at the time of day that the run's files give to that instant; several machines give the same one
     */
    record Start(long nanos, Instant at) {}

    /**
     * Waits until it is known when the run begins; it may be known before that instant.
     *
     * @param stop when it is requested, waiting is of no use any more
     * @return empty for at once
     * @throws InterruptedException when the calling thread is interrupted; the run then ends
     */
    Optional<Start> awaitStart(StopSignal stop) throws InterruptedException;

    /**
     * The workers have been let go.
     *
     * @param nanos when, by the clock of the runner
     */
    default void begun(long nanos) {}
}
