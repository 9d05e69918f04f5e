package io.github.swipestorm.client.arrival;

/**
 * When each request of an open loop is due, independent of the server. A pure function of the plan and its seed.
 * Thread-safe; indexes may be queried in any order.
 */
public interface ArrivalSchedule {

    /** The schedule ends before this request. */
    long NEVER = Long.MAX_VALUE;

    /**
     * When a request is due. Due times never decrease with the index; with constant arrivals no two requests are due at
     * the same instant.
     *
     * @param index index of the request, from 0
     * @return nanoseconds after the run's start, at least 0, or {@link #NEVER}
     */
    long due(long index);

    /**
     * How many requests are due before an instant, excluding those due exactly at it.
     *
     * @param nanos nanoseconds after the run's start; 0 or less gives 0
     */
    long countBefore(long nanos);
}
