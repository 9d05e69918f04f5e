package io.github.swipestorm.client.experiment;

/** Makes the runs of an experiment, one after the other. */
@FunctionalInterface
public interface TrialRunner {

    /**
     * Makes one run.
     *
     * @return its trial, also when it ended early
     * @throws InterruptedException when the calling thread is interrupted
     */
    Trial run(PlannedRun planned) throws InterruptedException;
}
