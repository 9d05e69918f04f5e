package io.github.swipestorm.client.experiment;

import java.util.List;
import java.util.Optional;

/**
 * The state of an experiment after its last run.
 *
 * @param trials every run that was saved, in the order in which they were made
 * @param brokenOff the run that ended early and ended the experiment with it; empty when the experiment completed, or
 *     was stopped between two runs
 * @param complete whether no run is missing
 * @param observerFailures what observers threw, in order
 */
public record ExperimentResult(
        List<Trial> trials, Optional<Trial> brokenOff, boolean complete, List<RuntimeException> observerFailures) {

    public ExperimentResult {
        trials = List.copyOf(trials);
        observerFailures = List.copyOf(observerFailures);
    }

    /** A result without failures of observers. */
    public ExperimentResult(List<Trial> trials, Optional<Trial> brokenOff, boolean complete) {
        this(trials, brokenOff, complete, List.of());
    }
}
