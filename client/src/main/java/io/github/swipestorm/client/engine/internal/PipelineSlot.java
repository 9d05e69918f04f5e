package io.github.swipestorm.client.engine.internal;

import io.github.swipestorm.client.distribution.RequestSource;

/**
 * One sequential sender on an event loop: a worker has one slot on its connection, or as many as it pipelines. A data
 * holder for the loop's driver.
 */
final class PipelineSlot {

    /** What a slot does at the instant that it waits for. */
    enum Next {
        /** Begin. */
        START,
        /** Take the next request. */
        TAKE,
        /** Send the first attempt of the request that it has taken. */
        SEND,
        /** Send a further attempt. */
        RETRY
    }

    final int number;
    final int worker;
    final int connection;
    final RequestSource source;
    final RequestInProgress progress;
    /** When its last request ended. */
    long free;

    Next next = Next.START;

    PipelineSlot(int number, int worker, int connection, RequestSource source, RequestInProgress progress) {
        this.number = number;
        this.worker = worker;
        this.connection = connection;
        this.source = source;
        this.progress = progress;
    }
}
