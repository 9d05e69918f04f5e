package io.github.swipestorm.client.experiment;

import java.util.OptionalInt;

/** Watches an experiment while it goes on. */
public interface ExperimentObserver {

    /**
     * A run is about to be made.
     *
     * @param number which one, from 1, those that were made earlier included
     * @param of how many, if that is known
     */
    void begins(Step step, int number, OptionalInt of);

    /** A run was made and kept. */
    void ended(Trial trial);
}
