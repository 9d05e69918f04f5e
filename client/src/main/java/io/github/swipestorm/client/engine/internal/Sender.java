package io.github.swipestorm.client.engine.internal;

import java.util.List;

/** One thread's part in sending a phase's load. */
interface Sender {

    /** Establishes connections before the clock starts. A failure recurs, and is recorded, at the first attempt. */
    void prepare() throws InterruptedException;

    /** Sends until there is nothing left to send. */
    void send() throws InterruptedException;

    /**
     * Its requests in progress, one for each worker and request that may be in flight at once; always the same objects.
     */
    List<RequestInProgress> inProgress();

    /** The iterations of its workers, always the same objects; none for a workload without scenarios. */
    List<IterationInProgress> iterations();

    /** Interrupts a wait because the phase is ending; thread-safe. */
    void wake();
}
