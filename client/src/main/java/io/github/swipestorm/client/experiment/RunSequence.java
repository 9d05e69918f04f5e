package io.github.swipestorm.client.experiment;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Decides which run an experiment makes next. It depends only on the finished runs, so that an interrupted experiment
 * can be resumed.
 */
public interface RunSequence {

    /**
     * The next run to make.
     *
     * @param finished the runs made so far, in the order in which they were made
     * @return empty when the experiment is complete
     */
    Optional<PlannedRun> next(List<Trial> finished);

    /** Total number of runs; empty when it depends on their results. */
    OptionalInt length();
}
