package io.github.swipestorm.cli.option;

import io.github.swipestorm.cli.Terminal;
import io.github.swipestorm.cli.monitoring.MetricsOptions;
import io.github.swipestorm.cli.server.ServerUnderTest;
import io.github.swipestorm.client.http.Request;
import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.preflight.DiskSpace;
import io.github.swipestorm.client.record.DiskUse;
import io.github.swipestorm.client.record.RecordingSettings;
import io.github.swipestorm.client.record.RecordsPolicy;
import io.github.swipestorm.client.record.RunFiles;
import io.github.swipestorm.client.report.live.ProgressReporter;
import io.github.swipestorm.client.report.store.RunDirectory;
import io.github.swipestorm.client.setting.Setting;
import io.github.swipestorm.client.text.SafeText;
import io.github.swipestorm.client.transport.FirstConnection;
import io.github.swipestorm.client.workload.SingleRequest;
import io.github.swipestorm.client.workload.ThinkingWorkload;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;

/** Options for the files that are written, and their location. */
public final class OutputOptions {

    /** Disables the per-request CSV. */
    public static final String NO_RECORDS = "none";

    private static final Pattern FILE_NAME = Pattern.compile("[\\w.-]{1,100}");

    @Option(
            names = {"-o", "--output"},
            paramLabel = "DIR",
            description = "Directory for everything that is written, new or empty (default: results/<date>-<name>).")
    private Path output;

    @Option(
            names = "--name",
            paramLabel = "NAME",
            description = "Name in the default directory (default: of a run <model>-<threads>, of an experiment its"
                    + " command).")
    private String name;

    @Option(
            names = "--records",
            paramLabel = "FILE",
            defaultValue = "records.csv",
            description = "Name of the per-request CSV, which ends in .csv, or in .csv.gz to be compressed; or '"
                    + NO_RECORDS + "' (default: ${DEFAULT-VALUE}).")
    private String records;

    @Option(
            names = "--records-policy",
            paramLabel = "POLICY",
            defaultValue = "block",
            description = "While the disk is too slow: ${COMPLETION-CANDIDATES}; 'block' holds the load back, 'drop' "
                    + "leaves rows out and counts them (default: ${DEFAULT-VALUE}).")
    private RecordsPolicy policy;

    @Option(
            names = "--no-check-connection",
            description = "Do not try one connection, with a HEAD request, before anything is sent to --url.")
    private boolean uncheckedConnection;

    @Option(
            names = {"-q", "--quiet"},
            description =
                    "Print no progress and no result, only warnings and errors; the exit code and the files contain the "
                            + "rest.")
    public boolean quiet;

    @Mixin
    private MetricsOptions metricsOptions;

    /** The options for monitoring systems. */
    public MetricsOptions metrics() {
        return metricsOptions;
    }

    /**
     * Validates the options before anything is started.
     *
     * @throws IllegalArgumentException with a user-facing message
     */
    public void check() {
        requireFileName("--records", records);
        try {
            RunFiles.requireFree(records);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("--records: " + e.getMessage(), e);
        }
        if (!records.equals(NO_RECORDS) && !records.endsWith(".csv") && !records.endsWith(".csv.gz")) {
            throw new IllegalArgumentException(
                    "'" + records + "' is not a name for --records: the rows are CSV, so that"
                            + " it must end in .csv, or in .csv.gz to be compressed");
        }
        if (name != null) {
            requireFileName("--name", name);
        }
        if (output != null && !RunDirectory.isFree(output)) {
            throw new IllegalArgumentException(
                    "'" + output + "' is there already and not an empty directory: name another one with --output");
        }
    }

    /** Writes the first files of a directory. */
    public interface Content {

        /** @throws IOException when it cannot be written */
        void write(Path directory) throws IOException;
    }

    /**
     * Creates the directory and locks it, when it has space for the runs: runs whose results cannot be saved are not begun.
     *
     * @param otherwise the name when none was typed
     * @param plans of the runs, as far as they are known
     * @param warn receives what may go wrong with the space, a line each
     * @param content written at once
     * @throws IllegalArgumentException with a user-facing message when the directory cannot be created or written into, another
     *     process has just taken it, or it lacks space; it is not locked then
     */
    public RunDirectory makeDirectory(String otherwise, List<LoadPlan> plans, Consumer<String> warn, Content content) {
        try {
            RunDirectory made = output == null
                    ? RunDirectory.dated(RunDirectory.RESULTS, name == null ? otherwise : name)
                    : RunDirectory.chosen(output);
            try {
                requireSpace(made.path(), plans, warn);
                content.write(made.path());
                return made;
            } catch (IOException | RuntimeException e) {
                made.close();
                throw e;
            }
        } catch (RunDirectory.InUseException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        } catch (IOException e) {
            throw new IllegalArgumentException(unwritable(e), e);
        }
    }

    private void requireSpace(Path directory, List<LoadPlan> plans, Consumer<String> warn) throws IOException {
        DiskUse disk = DiskUse.of(directory);
        if (disk.full()) {
            throw new FileSystemException(directory.toString(), null, "the disk is full");
        }
        // Where its size is unknown, so is its free space.
        if (!records.equals(NO_RECORDS) && disk.total() != 0) {
            DiskSpace space = new DiskSpace(disk.forRows(), records.endsWith(".gz"));
            space.requireFor(plans);
            space.warnings(plans).forEach(warn);
        }
    }

    /** The message for an output directory that cannot be created or written to. */
    private static String unwritable(IOException failure) {
        if (!(failure instanceof FileSystemException at)) {
            return "cannot write to the output directory: " + failure + "; choose another --output";
        }
        String reason = "cannot be created";
        if (at.getReason() != null) {
            reason = at.getReason();
        } else if (at instanceof AccessDeniedException) {
            reason = "permission denied";
        }
        return "cannot write to the output directory '" + at.getFile() + "': " + reason + "; choose another --output";
    }

    /** The recording settings for this directory. */
    public RecordingSettings settings(Path directory) {
        Optional<String> file = Optional.of(records).filter(name -> !name.equals(NO_RECORDS));
        return new RecordingSettings(Optional.of(directory), file, policy);
    }

    /**
     * Tests the connection to a running server, unless the user disabled that.
     *
     * @return why no load can be sent as planned, in one line; empty when it can
     */
    public Optional<String> unreachable(LoadPlan plan, ProgressReporter progress) {
        if (uncheckedConnection || ServerUnderTest.isToBeStarted(plan.target())) {
            return Optional.empty();
        }
        progress.working("connecting to " + plan.target());
        Request first = plan.workload().requests(plan.seed()).request(0);
        // One request has its URL as an argument.
        boolean wholeUrl = ThinkingWorkload.sent(plan.workload()) instanceof SingleRequest;
        return new FirstConnection(plan.target(), first, plan.transport(), plan.timeouts())
                .problem(wholeUrl)
                .map(problem -> wholeUrl
                        ? problem.replace("use " + Setting.TARGET + " ", "use the URL ")
                                .replace("correct " + Setting.TARGET, "correct the URL")
                        : problem)
                .map(SafeText::plain);
    }

    /** Shows progress, or nothing when the command is quiet. */
    public ProgressReporter progress(PrintWriter err) {
        return quiet
                ? new ProgressReporter(new PrintWriter(Writer.nullWriter()), Optional.empty())
                : new ProgressReporter(err, Terminal.screen());
    }

    /** A per-request CSV of each of several runs would fill the disk and is seldom looked at. */
    public void leaveRecordsOutUnlessAsked(ParseResult typed) {
        if (!typed.hasMatchedOption("--records")) {
            records = NO_RECORDS;
        }
    }

    private static void requireFileName(String option, String value) {
        if (!FILE_NAME.matcher(value).matches() || value.startsWith(".")) {
            throw new IllegalArgumentException("'" + value + "' is not a name for " + option
                    + ": use letters, digits, dots, dashes and underscores");
        }
    }
}
