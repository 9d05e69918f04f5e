package io.github.swipestorm.client.distribution;

import java.util.List;
import java.util.OptionalLong;

/** A job, shared out. */
public interface WorkDistribution {

    /** One source for each worker, in the order of the workers. */
    List<RequestSource> sources();

    /**
     * What has to run beside the workers to feed them, each on a thread of its own; empty for most models. A producer
     * ends when there is nothing left to produce, or on {@link #stop} or an interrupt.
     */
    List<Runnable> producers();

    /** How many requests wait in the model's queue at present; empty for a model without one. May be called by any thread. */
    default OptionalLong queueDepth() {
        return OptionalLong.empty();
    }

    /** Makes every source say "finished" from now on and wakes whoever waits. May be called by any thread, repeatedly. */
    void stop();
}
