package io.github.swipestorm.cli.command;

import io.github.swipestorm.cli.ExitCodes;
import io.github.swipestorm.cli.ShortHelp;
import io.github.swipestorm.cli.UsageErrors;
import io.github.swipestorm.cli.option.OptionTypes;
import io.github.swipestorm.client.record.RunFiles;
import io.github.swipestorm.client.record.csv.BadRecordsException;
import io.github.swipestorm.client.report.run.RecordsAnalysis;
import io.github.swipestorm.client.report.run.ReportFiles;
import io.github.swipestorm.client.report.run.SummaryText;
import io.github.swipestorm.client.report.store.RecordsCoverage;
import io.github.swipestorm.client.report.store.RunDocument;
import io.github.swipestorm.client.report.store.SummaryFile;
import io.github.swipestorm.client.report.store.Window;
import io.github.swipestorm.client.text.NumberFormat;
import io.github.swipestorm.client.text.SafeText;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * The command {@code report}: recreates summary, timeline, plots and page of a run from its per-request CSV alone. Its
 * exit code is 0, or 1 when that is not possible or the run counted attempts that have no row, or 2 for invalid usage.
 */
@Command(
        name = "report",
        description =
                "Make the report of a run again, or of a part of it. Summary, throughput.csv, plots and report.html"
                        + " are made from records.csv alone; plan, environment, command and verdict are taken from the"
                        + " summary.json beside it, and what was seen of client and server from telemetry.csv, where they"
                        + " are.",
        mixinStandardHelpOptions = true)
@ShortHelp(
        examples = {"report results/2026-11-21-average-200", "report results/2026-11-21-average-200 --from 5 --to 20"})
public final class ReportCommand implements Callable<Integer> {
    private static final List<String> NAMES = List.of("records.csv", "records.csv.gz");

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "DIR", description = "Directory of the run, or its records file.")
    private Path run;

    @Option(
            names = "--from",
            paramLabel = "TIME",
            converter = SecondsConverter.class,
            description =
                    "Look only at attempts sent this long after the start of the run, or later, such as 90s or 1.5m; "
                            + "a number without a unit is in seconds.")
    private double from;

    @Option(
            names = "--to",
            paramLabel = "TIME",
            converter = SecondsConverter.class,
            description = "Look only at attempts sent less than this long after the start of the run.")
    private double to = Double.POSITIVE_INFINITY;

    @Option(
            names = "--output",
            paramLabel = "DIR",
            description = "Where to write; by default the directory of the run, and for a part of it a directory of the"
                    + " part's own in there, such as from-5-to-20, or from-records when rows are missing.")
    private Path output;

    /** For picocli, which sets the options. */
    public ReportCommand() {}

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        Window window = UsageErrors.checked(spec, () -> new Window(from, to));
        try {
            Path records = recordsFile();
            Path directory = records.toAbsolutePath().getParent();
            // Problems of the summary are reported when the page is made from it.
            RunDocument summary = SummaryFile.read(directory.resolve(RunFiles.SUMMARY), warning -> {});
            RecordsAnalysis read = RecordsAnalysis.of(records, window, summary.startedAtUs())
                    .inOrderOf(summary, window.equals(Window.WHOLE));
            RecordsCoverage coverage = RecordsCoverage.of(directory, read);
            RecordsAnalysis analysis = coverage.note().map(read::noted).orElse(read);
            boolean whole = coverage.whole() && window.equals(Window.WHOLE);
            if (!window.equals(Window.WHOLE) && analysis.figures().attempts().total() == 0) {
                throw new ParameterException(
                        spec.commandLine(),
                        "no attempt was sent " + described(window) + ": choose --from and --to within the run");
            }
            Path target = output != null ? output : usualTarget(directory, window, whole);
            if (!whole && target.toAbsolutePath().normalize().equals(directory.normalize())) {
                throw new ParameterException(
                        spec.commandLine(),
                        "'" + output
                                + "' is the directory of the whole run, and this report is of a part of it: choose "
                                + "another --output");
            }
            out.print(SummaryText.of(analysis.figures(), analysis.notes()));
            List<Path> written = ReportFiles.write(
                    target,
                    nameOf(records),
                    analysis,
                    directory,
                    window,
                    whole,
                    warning -> err.print(SafeText.plain("Warning: " + warning) + "\n"));
            out.print("\n");
            written.forEach(file -> out.print(SafeText.plain("Written: " + file) + "\n"));
            return coverage.contradicted() ? ExitCodes.FAILED : ExitCodes.OK;
        } catch (BadRecordsException wrongFile) {
            err.print(SafeText.plain("Error: " + wrongFile.getMessage()) + "\n");
            return 1;
        } catch (IOException failed) {
            // Many of the JDK's exceptions have the error in their class name only, and just the file in their message.
            err.print(
                    SafeText.plain("Error: " + failed.getClass().getSimpleName() + ": " + failed.getMessage()) + "\n");
            return 1;
        } finally {
            out.flush();
            err.flush();
        }
    }

    /** A part has its own directory: it never replaces files of the whole run. */
    private static Path usualTarget(Path directory, Window window, boolean whole) {
        if (window.equals(Window.WHOLE)) {
            return whole ? directory : directory.resolve("from-records");
        }
        return directory.resolve("from-" + NumberFormat.plain(window.from())
                + (Double.isInfinite(window.to()) ? "" : "-to-" + NumberFormat.plain(window.to())));
    }

    private static String described(Window window) {
        return "from " + NumberFormat.plain(window.from()) + " s "
                + (Double.isInfinite(window.to()) ? "on" : "to " + NumberFormat.plain(window.to()) + " s");
    }

    private Path recordsFile() {
        if (Files.isRegularFile(run)) {
            return run;
        }
        for (String name : NAMES) {
            if (Files.isRegularFile(run.resolve(name))) {
                return run.resolve(name);
            }
        }
        throw new ParameterException(
                spec.commandLine(),
                Files.isDirectory(run)
                        ? run + " holds no " + String.join(" and no ", NAMES) + "; "
                                + RecordsCoverage.whyNone(run).orElse("give the directory of a run")
                        : run + " is not there; give the directory of a run or its records file");
    }

    private static String nameOf(Path records) {
        Path directory = records.toAbsolutePath().normalize().getParent();
        Path named = NAMES.contains(records.getFileName().toString()) ? directory.getFileName() : records.getFileName();
        return named == null ? "the run" : named.toString();
    }

    /** Reads a time with a unit, or a number of seconds. */
    private static final class SecondsConverter implements ITypeConverter<Double> {

        @Override
        public Double convert(String value) throws Exception {
            return value.matches("-?\\d+(\\.\\d+)?")
                    ? Double.valueOf(value)
                    : OptionTypes.parsing(OptionTypes::duration).convert(value).toMillis() / 1e3;
        }
    }
}
