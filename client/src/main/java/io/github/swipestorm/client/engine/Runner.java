package io.github.swipestorm.client.engine;

import io.github.swipestorm.client.plan.LoadPlan;

/**
 * Executes plans: on this machine, or on many. Commands, experiments and calibration make every run by one. Reusable for
 * consecutive runs, but not for concurrent ones.
 */
public interface Runner {

    /**
     * Executes a plan to its end.
     *
     * @param plan is valid, since there are no others
     * @param stop lets the caller end the run early; the result then says why
     * @param observer is notified of the run's progress
     * @throws InterruptedException when the calling thread is interrupted; the run has then been stopped
     * @throws SetupException when what the workload does once before the run fails
     * @throws ClientLimitException when this machine cannot run the plan
     */
    RunResult run(LoadPlan plan, StopSignal stop, RunObserver observer) throws InterruptedException;

    /** Returns a runner of the same kind with other settings. This one does not change. */
    Runner with(RunSettings settings);

    /**
     * Returns a runner of the same kind whose runs this number of agents share. This one does not change.
     *
     * @throws UnsupportedOperationException when it runs plans on this machine
     */
    default Runner onAgents(int agents) {
        throw new UnsupportedOperationException("This runner has no agents");
    }
}
