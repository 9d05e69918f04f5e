package io.github.swipestorm.cli.option;

import io.github.swipestorm.client.experiment.Design;
import io.github.swipestorm.client.experiment.Schedule;
import io.github.swipestorm.client.experiment.Variant;
import io.github.swipestorm.client.objective.Objectives;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** Options for several runs of one plan. */
public final class RepeatOptions {

    @Option(
            names = "--repeat",
            paramLabel = "K",
            defaultValue = "1",
            description = "Repeat the run K times and report the spread; without per-request CSV unless --records "
                    + "is given (default: ${DEFAULT-VALUE}).")
    private int repeat;

    /** The command's own spec, not the mixin's: the mixin's options belong to the command as well. */
    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Mixin
    private ExperimentOptions experimentOptions;

    /**
     * Whether there are several runs.
     *
     * @throws IllegalArgumentException with a user-facing message when the options are invalid
     */
    public boolean several() {
        if (repeat < 1 || repeat > 10_000) {
            throw new IllegalArgumentException("--repeat must be 1 to 10000, not " + repeat);
        }
        if (repeat == 1 && experimentOptions.resume != null) {
            throw new IllegalArgumentException("A single run cannot be resumed: leave --resume "
                    + experimentOptions.resume + " out, or add the --repeat that it was begun with");
        }
        ParseResult typed = spec.commandLine().getParseResult();
        if (repeat == 1 && typed.hasMatchedOption("--pause")) {
            throw new IllegalArgumentException(
                    "--pause waits between runs, and there is only one: leave it out, or add --repeat");
        }
        if (repeat == 1 && experimentOptions.print) {
            throw new IllegalArgumentException(
                    "--print is about several runs, and there is only one: use --details, or add --repeat");
        }
        if (repeat > 1 && typed.hasMatchedOption("--details")) {
            throw new IllegalArgumentException(
                    "--details is about a single run, and --repeat " + repeat + " makes several: use --print");
        }
        if (repeat > 1 && typed.hasMatchedOption("--print-json")) {
            throw new IllegalArgumentException(ExperimentOptions.NO_JSON);
        }
        if (repeat > 1 && typed.hasMatchedOption("--live")) {
            throw new IllegalArgumentException(
                    "--live shows a single run, and --repeat " + repeat + " makes several: leave one of them out");
        }
        return repeat > 1;
    }

    /** The options for experiments, which several runs are. */
    public ExperimentOptions experimentOptions() {
        return experimentOptions;
    }

    /** The experiment: the runs one after the other, with pauses and without load before the first. */
    public Design design(Variant variant, Objectives objectives) {
        return Design.of(
                "repeat",
                List.of(variant),
                Schedule.mirrored(List.of(variant), repeat),
                experimentOptions.pause,
                Duration.ZERO,
                objectives);
    }
}
