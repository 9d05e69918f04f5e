package io.github.swipestorm.client.engine;

import io.github.swipestorm.client.record.Counts;
import java.util.function.Supplier;

/** Watches a run while it goes on. */
@FunctionalInterface
public interface RunObserver {

    /** Looks away. */
    RunObserver NONE = (plan, counts) -> {};

    /**
     * Workers are ready and the clock has started.
     *
     * @param counts gives the counts so far whenever it is asked, to any thread
     */
    void started(LoadPlan plan, Supplier<Counts> counts);
}
