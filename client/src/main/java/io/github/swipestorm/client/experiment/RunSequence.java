package io.github.swipestorm.client.experiment;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Decides which run an experiment makes next. It depends on nothing but the runs that are finished, so that an experiment
 * that was broken off goes on where it was.
 */
public interface RunSequence {

    /**
     * The next run to make.
     *
     * @param finished the runs made so far, in the order in which they were made
     * @return empty when the experiment is complete
     */
    Optional<Step> next(List<Trial> finished);

    /** How many runs it has in all; empty when that depends on what they bring. */
    OptionalInt length();
}
