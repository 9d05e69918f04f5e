package io.github.swipestorm.client.telemetry;

import java.util.OptionalInt;
import java.util.OptionalLong;

/** What the workers of a run are doing, for the sampler. Any thread may read it at any time; reading blocks no worker. */
@FunctionalInterface
public interface WorkerActivity {

    /**
     * The activity of all workers up to one instant.
     *
     * @param activeNanos how long all workers together have been active since the start
     * @param waitedNanos how much of that they waited for responses, attempts in flight included
     * @param thinkingNanos how much of it they paused between requests because the plan asks for think time
     * @param usersNanos how long all users together have been active: in a closed loop the workers; in an open loop those
     *     of them that had an attempt in flight or thought
     * @param workers how many workers take part, when further ones may begin; otherwise empty
     * @param queueDepth requests in the model's queue; empty for a model without one
     */
    record Snapshot(
            long activeNanos,
            long waitedNanos,
            long thinkingNanos,
            long usersNanos,
            OptionalInt workers,
            OptionalLong queueDepth) {}

    /** The activity up to now. */
    Snapshot now();
}
