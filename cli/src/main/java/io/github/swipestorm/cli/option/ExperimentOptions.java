package io.github.swipestorm.cli.option;

import java.nio.file.Path;
import java.time.Duration;
import picocli.CommandLine.Option;

/** Options that every command with several runs has. */
public final class ExperimentOptions {

    /** Why an experiment has no summary to print. */
    public static final String NO_JSON =
            "--print-json prints the summary.json of a single run, and this makes several: leave it out, and "
                    + "read experiment.json and runs.csv in the directory of the experiment";

    @Option(
            names = "--pause",
            paramLabel = "TIME",
            defaultValue = "1s",
            description = "Wait between two runs (default: ${DEFAULT-VALUE}).")
    public Duration pause;

    @Option(
            names = "--resume",
            paramLabel = "DIR",
            description = "Resume the experiment in this directory; the other options must be the same as when it was "
                    + "begun, as with 'swipestorm resume DIR', which remembers them.")
    public Path resume;

    @Option(
            names = "--print",
            description = "Print the whole report of the experiment, not only its conclusion; report.md has it, too.")
    public boolean print;
}
