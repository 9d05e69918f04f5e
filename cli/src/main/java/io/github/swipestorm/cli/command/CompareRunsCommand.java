package io.github.swipestorm.cli.command;

import io.github.swipestorm.cli.ExitCodes;
import io.github.swipestorm.cli.ShortHelp;
import io.github.swipestorm.cli.Version;
import io.github.swipestorm.cli.option.GithubSummaryOption;
import io.github.swipestorm.client.experiment.ChangeLimit;
import io.github.swipestorm.client.report.experiment.ExperimentReports;
import io.github.swipestorm.client.report.store.RunDirectory;
import io.github.swipestorm.client.text.SafeText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Compares finished runs or experiments. Sends nothing. */
@Command(
        name = "runs",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        description =
                "Compare finished runs, or finished experiments, with the first of them: throughput, p50, p90 and p99"
                        + " of the response time, errors, CPU per request. Nothing is sent.",
        footer = {
            "Limits of --fail-if, with commas between:",
            "  p99>+10%%        p50, p90, p99, throughput, cpu, server-cpu: relative",
            "  throughput<-5%%  a fall",
            "  errors>+0.5%%    percentage points of the attempts: from 0.2%% to more than 0.7%%",
            "  p99>+5ms        absolute: us, ms or s; throughput in /s; cpu in us per request",
            "",
            ExitCodes.HELP_OF_COMPARISONS
        })
@ShortHelp(
        examples = {
            "compare runs results/yesterday results/today",
            "compare runs yesterday today --fail-if \"p50>+10%,errors>+0.5%\""
        })
final class CompareRunsCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "DIR", arity = "0..*", description = "Two or more directories of runs, or of experiments.")
    private List<Path> directories;

    @Option(
            names = "--fail-if",
            paramLabel = "LIMITS",
            split = ",(?![^\\[]*])",
            description =
                    "Changes that are not accepted, such as \"p99>+10%%,errors>+0.5%%\"; of one operation with its"
                            + " name in brackets, p99[list albums]>+10%% (default: none).")
    private List<ChangeLimit> limits;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "DIR",
            description = "Directory to write the comparison into, new or empty (default: only the console).")
    private Path output;

    @Mixin
    private GithubSummaryOption githubSummaryOption;

    @Override
    public Integer call() throws IOException {
        ExperimentReports.Finished finished;
        try {
            if (directories == null || directories.size() < 2) {
                throw new IllegalArgumentException("Name two runs or more, or two experiments"
                        + (directories == null ? "" : ": '" + directories.get(0) + "' is only one"));
            }
            if (output != null && !RunDirectory.isFree(output)) {
                throw new IllegalArgumentException(
                        "'" + output + "' is there already and not an empty directory: name another one with --output");
            }
            githubSummaryOption.check();
            finished = ExperimentReports.finished(directories, limits == null ? List.of() : limits);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage());
        }
        spec.commandLine().getOut().print(finished.report().text());
        spec.commandLine().getOut().flush();
        githubSummaryOption.append(finished.report().text());
        if (output != null) {
            try (RunDirectory directory = RunDirectory.chosen(output)) {
                finished.report()
                        .writeTo(
                                directory.path(),
                                warning -> spec.commandLine().getErr().println(SafeText.plain("NOTE: " + warning)));
            }
        }
        return switch (finished.answer()) {
            case KEPT -> ExitCodes.OK;
            case CANNOT_SAY -> ExitCodes.INCONCLUSIVE;
            case EXCEEDED -> ExitCodes.OBJECTIVES_MISSED;
        };
    }
}
