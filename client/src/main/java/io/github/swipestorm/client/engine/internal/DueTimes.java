package io.github.swipestorm.client.engine.internal;

/** When requests are due. Thread-safe once the run's clock has started. */
@FunctionalInterface
interface DueTimes {

    /** Stands for a request that is not due in this run. */
    long NEVER = Long.MAX_VALUE;

    /** Closed loop: a request is due as soon as its worker is free. */
    DueTimes WHEN_FREE = (index, free) -> free;

    /**
     * When a request is due.
     *
     * @param free when its worker became free
     * @return a reading of the run's clock, or {@link #NEVER}, which also holds for every later request
     */
    long due(long index, long free);
}
