package io.github.swipestorm.client.engine;

import io.github.swipestorm.client.arrival.ArrivalProcess;
import io.github.swipestorm.client.arrival.Rate;
import io.github.swipestorm.client.plan.LoadPlan;

/**
 * Changes the load of a run while it is in progress. A change takes effect some 20 ms later; a request or iteration that has begun
 * is not cut off. The plan of the result is the load as it was executed, so that a run of that plan repeats the load. Thread-safe.
 */
public interface LoadControl {

    /**
     * Whether the load of a run of this plan can be changed: one on this machine that ends when its time is up, and whose requests
     * are due at a rate without bursts, or whenever a worker is free. The roles of a workload have a load of their own.
     */
    static boolean suits(LoadPlan plan) {
        boolean timed = plan.share().whole()
                && plan.roles().isEmpty()
                && plan.stop().duration().isPresent();
        return timed
                && plan.openLoop()
                        .map(loop -> loop.arrivals() != ArrivalProcess.BURSTS)
                        .orElse(!plan.stop().bounded());
    }

    /**
     * Changes the rate of an open loop, which then no longer follows its plan.
     *
     * @param rate 0 for a pause
     * @throws IllegalArgumentException with a user-facing message when the run has no rate, or is about to end
     */
    void changeRate(Rate rate);

    /**
     * Changes the number of active users of a closed loop, which then no longer follows its plan. Users with lower numbers are active
     * longer.
     *
     * @param users from 0, for a pause, to the {@link LoadPlan#workers() workers} of the plan
     * @throws IllegalArgumentException with a user-facing message when the run has a rate or too few workers, or is about to end
     */
    void changeUsers(int users);
}
