package io.github.swipestorm.client.arrival;

/**
 * When each request of an open loop falls due, whatever the server does. The answers depend on nothing but the plan and
 * its seed. Any number of threads may ask, in any order.
 */
public interface ArrivalSchedule {

    /** The timetable ends before this request. */
    long NEVER = Long.MAX_VALUE;

    /**
     * When a request is due. A later request is never due before an earlier one, and with constant arrivals no two are
     * due at the same instant.
     *
     * @param index which request, from 0
     * @return nanoseconds after the run's start, at least 0, or {@link #NEVER}
     */
    long due(long index);

    /**
     * How many requests are due before an instant; one that is due at this very instant is not counted.
     *
     * @param nanos nanoseconds after the run's start; 0 or less gives 0
     */
    long countBefore(long nanos);
}
