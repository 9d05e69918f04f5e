package io.github.swipestorm.client.engine.internal;

import java.util.List;

/** When requests are due. Thread-safe once the run's clock has started. */
@FunctionalInterface
interface DueTimes {

    /** Stands for a request that is not due in this run. */
    long NEVER = Long.MAX_VALUE;

    /** Closed loop: a request is due as soon as its worker is free. */
    DueTimes WHEN_FREE = (index, free) -> free;

    /**
     * The due times of several roles: with R roles, index i belongs to role i modulo R.
     *
     * @param roles each by its own indexes, which count from 0
     */
    static DueTimes ofRoles(List<DueTimes> roles) {
        return (index, free) -> roles.get((int) (index % roles.size())).due(index / roles.size(), free);
    }

    /**
     * When a request is due.
     *
     * @param free when its worker became free
     * @return a reading of the run's clock, or {@link #NEVER}, which also holds for every later request
     */
    long due(long index, long free);
}
