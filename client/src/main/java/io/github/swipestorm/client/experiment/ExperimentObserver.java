package io.github.swipestorm.client.experiment;

import java.util.OptionalInt;

/**
 * Observes every run of an experiment, and its end. All methods are called by the thread that conducts the experiment:
 * {@link #begins}, then exactly one of {@link #ended}, {@link #endedEarly} and {@link #failed}, for each run; at last
 * {@link #over}, once. An exception that an observer throws neither ends the experiment nor keeps a call from the other
 * observers; it becomes a part of {@link ExperimentResult#observerFailures}.
 */
public interface ExperimentObserver {

    /**
     * A run is about to be made.
     *
     * @param number which one, from 1, those that were made earlier included
     * @param of how many, if that is known
     */
    default void begins(PlannedRun planned, int number, OptionalInt of) {}

    /** A run completed, and its trial is in the file of the experiment. */
    default void ended(Trial trial) {}

    /** A run ended early. Its trial is not saved, and the experiment ends. */
    default void endedEarly(Trial trial) {}

    /**
     * A run could not be made, or its trial could not be saved. The experiment ends, and its caller gets the exception.
     *
     * @param cause what the runner or the file threw
     */
    default void failed(PlannedRun planned, Exception cause) {}

    /**
     * The experiment makes no further run.
     *
     * @param result complete, or as far as it came; its list of observers' failures ends before this call
     */
    default void over(ExperimentResult result) {}
}
