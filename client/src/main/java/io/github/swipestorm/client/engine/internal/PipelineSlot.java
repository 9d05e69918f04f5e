package io.github.swipestorm.client.engine.internal;

import io.github.swipestorm.client.distribution.RequestSource;
import io.github.swipestorm.client.workload.VirtualUser;

/**
 * One sequential sender on an event loop: a worker has one slot on its connection, or as many as it pipelines. A data
 * holder for the loop's driver.
 */
final class PipelineSlot {

    /** What a slot does at the instant that it waits for. */
    enum Next {
        /** Begin. */
        START,
        /** Begin again, after a rest. */
        RESUME,
        /** Take the next request. */
        TAKE,
        /** Begin the iteration that it has taken. */
        BEGIN,
        /** Go on with its iteration. */
        STEP,
        /** End its iteration. */
        FINISH,
        /** Send the first attempt of the request that it has taken. */
        SEND,
        /** Send a further attempt. */
        RETRY
    }

    final int number;
    final int worker;
    /** The worker's number in a run of several machines. */
    final int workerInRun;

    final int connection;
    final RequestSource source;
    final RequestInProgress progress;
    /** Null for a workload without scenarios. */
    final IterationInProgress iteration;

    final ActivePeriods periods;
    /** The index that it has taken. */
    long index;
    /** When that is due. */
    long due;
    /** How its iteration ends. */
    VirtualUser.Next ending;
    /** When its last request, or its last iteration, ended. */
    long free;

    Next next = Next.START;

    PipelineSlot(
            int number,
            int worker,
            int workerInRun,
            int connection,
            RequestSource source,
            RequestInProgress progress,
            IterationInProgress iteration,
            ActivePeriods periods) {
        this.number = number;
        this.worker = worker;
        this.workerInRun = workerInRun;
        this.connection = connection;
        this.source = source;
        this.progress = progress;
        this.iteration = iteration;
        this.periods = periods;
    }
}
