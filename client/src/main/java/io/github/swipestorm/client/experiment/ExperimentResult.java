package io.github.swipestorm.client.experiment;

import java.util.List;
import java.util.Optional;

/**
 * How far an experiment came.
 *
 * @param trials every run that was kept, in the order in which they were made
 * @param brokenOff the run that ended early and ended the experiment with it; empty when it went to its end, or was
 *     stopped between two runs
 * @param complete whether no run is missing
 */
public record ExperimentResult(List<Trial> trials, Optional<Trial> brokenOff, boolean complete) {

    public ExperimentResult {
        trials = List.copyOf(trials);
    }
}
