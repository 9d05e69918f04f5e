package io.github.swipestorm.cli.command;

import io.github.swipestorm.cli.agent.ClusterOptions;
import io.github.swipestorm.cli.option.ServerProvider;
import io.github.swipestorm.cli.server.ServerUnderTest;
import io.github.swipestorm.client.experiment.Design;
import io.github.swipestorm.client.experiment.Trial;
import io.github.swipestorm.client.report.experiment.ExperimentReport;
import java.util.List;

/** Defines the experiment of a command: its servers, design and report. */
interface ExperimentDefinition {

    /** Whether and how its runs are spread over agents. */
    ClusterOptions agents();

    /** The servers that it needs. */
    ServerProvider servers();

    /**
     * The design of the experiment.
     *
     * @param servers as returned by {@link ServerProvider#planned} or {@link ServerProvider#open}
     * @throws IllegalArgumentException with a user-facing message when the variants are invalid
     */
    Design design(List<ServerUnderTest> servers);

    /** Whether a run that misses an objective makes the experiment fail, as opposed to being a normal result. */
    default boolean objectivesBind() {
        return true;
    }

    /** Whether a completed experiment counts as a success (exit code 0). */
    default boolean succeeded(Design design, List<Trial> trials) {
        return trials.stream().allMatch(Trial::allOk);
    }

    /** The report of all runs, even when some are missing. */
    ExperimentReport report(Design design, List<Trial> trials, List<String> notes);
}
