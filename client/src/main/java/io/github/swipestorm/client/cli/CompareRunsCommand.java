package io.github.swipestorm.client.cli;

import io.github.swipestorm.client.report.ExperimentReport;
import io.github.swipestorm.client.report.ExperimentReports;
import io.github.swipestorm.client.report.RunDirectory;
import io.github.swipestorm.client.report.SafeText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Compares runs, or experiments, that are finished. Nothing is sent. */
@Command(
        name = "runs",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = "Compare finished runs, or finished experiments, with the first of them; nothing is sent.")
final class CompareRunsCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "DIR", arity = "2..*", description = "Directories of runs, or of experiments.")
    private List<Path> directories;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "DIR",
            description = "Directory to write the comparison into, new or empty (default: only the console).")
    private Path output;

    @Override
    public Integer call() throws IOException {
        ExperimentReport report;
        try {
            if (output != null && !RunDirectory.isFree(output)) {
                throw new IllegalArgumentException(
                        "'" + output + "' is there already and not an empty directory: name another one with --output");
            }
            report = ExperimentReports.finished(directories);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage());
        }
        spec.commandLine().getOut().print(report.text());
        spec.commandLine().getOut().flush();
        if (output != null) {
            try (RunDirectory directory = RunDirectory.chosen(output)) {
                report.writeTo(
                        directory.path(),
                        warning -> spec.commandLine().getErr().println(SafeText.plain("NOTE: " + warning)));
            }
        }
        return ExitCodes.OK;
    }
}
