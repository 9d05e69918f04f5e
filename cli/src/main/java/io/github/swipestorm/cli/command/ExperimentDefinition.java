package io.github.swipestorm.cli.command;

import io.github.swipestorm.cli.option.ServerProvider;
import io.github.swipestorm.cli.option.ServerUnderTest;
import io.github.swipestorm.client.experiment.Design;
import io.github.swipestorm.client.experiment.Trial;
import io.github.swipestorm.client.report.experiment.ExperimentReport;
import java.util.List;

/** What a command with several runs wants to know. */
public interface ExperimentDefinition {

    /** The servers that it needs. */
    ServerProvider sites();

    /**
     * What is to be run.
     *
     * @param sites as {@link ServerProvider#planned} or {@link ServerProvider#open} gave them
     * @throws IllegalArgumentException with a message fit for a person when that makes no sense
     */
    Design design(List<ServerUnderTest> sites);

    /** Whether a run that does not keep to an objective is a failure of the whole, and not just what was asked about. */
    default boolean objectivesBind() {
        return true;
    }

    /** Whether what was made, which is complete, is as good as could be wished. */
    default boolean succeeded(Design design, List<Trial> trials) {
        return trials.stream().allMatch(Trial::allOk);
    }

    /** What all runs together say, also when some are missing. */
    ExperimentReport answer(Design design, List<Trial> trials, List<String> notes);
}
