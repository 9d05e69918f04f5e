package io.github.swipestorm.client.engine.internal;

import java.util.List;

/** One thread's part in sending a phase's load. */
interface Sender {

    /** Establishes connections, before the clock starts. A failure shows again, and is recorded, at the first attempt. */
    void prepare() throws InterruptedException;

    /** Sends until there is nothing left to send. */
    void send() throws InterruptedException;

    /** What it has in hand, one for each worker and request that may be under way at once; always the same ones. */
    List<RequestInProgress> inProgress();

    /** Cuts a wait short because the phase is to end; for any thread. */
    void wake();
}
