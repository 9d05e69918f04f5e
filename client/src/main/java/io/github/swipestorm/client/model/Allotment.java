package io.github.swipestorm.client.model;

import java.util.List;

/** A job, shared out. */
public interface Allotment {

    /** One source for each worker, in the order of the workers. */
    List<RequestSource> sources();

    /**
     * What has to run beside the workers to feed them, each on a thread of its own; empty for most models. A producer
     * ends when there is nothing left to produce, or on {@link #stop} or an interrupt.
     */
    List<Runnable> producers();

    /** Makes every source say "finished" from now on and wakes whoever waits. May be called by any thread, repeatedly. */
    void stop();
}
