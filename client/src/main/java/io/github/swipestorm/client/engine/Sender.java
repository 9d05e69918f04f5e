package io.github.swipestorm.client.engine;

/** One thread's part in sending a phase's load. */
interface Sender {

    /** Establishes connections, before the clock starts. A failure shows again, and is recorded, at the first attempt. */
    void prepare() throws InterruptedException;

    /** Sends until there is nothing left to send. */
    void send() throws InterruptedException;

    /** Cuts a wait short because the phase is to end; for any thread. */
    void wake();
}
