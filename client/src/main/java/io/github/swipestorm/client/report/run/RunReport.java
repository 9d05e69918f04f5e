package io.github.swipestorm.client.report.run;

import io.github.swipestorm.client.engine.ClientLimitException;
import io.github.swipestorm.client.engine.RunResult;
import io.github.swipestorm.client.experiment.PlannedRun;
import io.github.swipestorm.client.experiment.Trial;
import io.github.swipestorm.client.http.Target;
import io.github.swipestorm.client.measure.Counts;
import io.github.swipestorm.client.measure.ExactLatencies;
import io.github.swipestorm.client.measure.OperationMeasurements;
import io.github.swipestorm.client.objective.Objectives;
import io.github.swipestorm.client.objective.Objectives.Judgement;
import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.record.AttemptCounters;
import io.github.swipestorm.client.record.AttemptSink;
import io.github.swipestorm.client.record.CountsBuilder;
import io.github.swipestorm.client.record.RecordsFileStatus;
import io.github.swipestorm.client.record.RunFiles;
import io.github.swipestorm.client.record.SinkChain;
import io.github.swipestorm.client.record.csv.AttemptReplay;
import io.github.swipestorm.client.record.csv.RecordsReader;
import io.github.swipestorm.client.report.document.MarkdownText;
import io.github.swipestorm.client.report.store.AtomicFile;
import io.github.swipestorm.client.report.store.GcPausesCsv;
import io.github.swipestorm.client.report.store.RunDocument;
import io.github.swipestorm.client.report.store.RunDocument.Figures;
import io.github.swipestorm.client.report.store.RunDocument.PercentileMethods;
import io.github.swipestorm.client.report.store.SummaryFile;
import io.github.swipestorm.client.report.store.TelemetryCsv;
import io.github.swipestorm.client.setting.Setting;
import io.github.swipestorm.client.verdict.Calibration;
import io.github.swipestorm.client.verdict.Interference;
import io.github.swipestorm.client.verdict.Verdict;
import io.github.swipestorm.client.verdict.Verdicts;
import io.github.swipestorm.client.workload.SingleRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The report of a finished run: the verdict, the figures for the summary, {@code summary.json}, {@code throughput.csv},
 * {@code telemetry.csv}, the plots and the page. It reads the per-request CSV again, and reconciles it with the live
 * counts.
 */
public final class RunReport {

    private final RunResult result;
    private final Objectives objectives;
    private final Verdict verdict;
    private final Optional<Interference> interference;
    private PercentileMethods methods = PercentileMethods.NONE;
    private final List<String> violations;
    private final List<String> problems;
    private final List<Path> files = new ArrayList<>();
    private final List<String> notWritten = new ArrayList<>();
    private String whyNotWritten;
    private String command = "";
    private String json;

    /**
     * Reads the run's records again, if it has any.
     *
     * @param calibration of this client on this machine, if there is one: evidence for the verdict
     * @param objectives that the run is checked against
     */
    public RunReport(RunResult result, Optional<Calibration> calibration, Objectives objectives) {
        this.result = result;
        this.objectives = objectives;
        this.verdict = Verdicts.of(result, calibration);
        this.interference = Verdicts.interference(result, calibration);
        this.violations = new ArrayList<>(result.violations());
        this.problems = new ArrayList<>(result.recorded().problems());
        result.recorded().records().ifPresent(this::readAgain);
    }

    /**
     * Loads the classes that {@link #begin} writes JSON with, so that the run's start does not wait for them. A command line
     * calls it on a thread of its own while it reads its arguments; {@link #begin} waits for it to end, so that it takes no CPU time
     * from a run. A JVM that lacks these classes shows it in the report.
     */
    public static synchronized void preload() {
        try {
            LoadPlan any = LoadPlan.builder(new Target("http", "localhost", 80, ""))
                    .workload(SingleRequest.get("/"))
                    .requests(1)
                    .build();
            SummaryFile.text(RunDocument.Start.now(any, "run"));
        } catch (RuntimeException | LinkageError e) {
            // The report that needs them says so.
        }
    }

    /**
     * Writes {@code summary.json} with what is known before a run: its plan, its command and that it is running. If the
     * client is killed, the file remains and says so. A file that cannot be written here is not a problem yet:
     * {@link #writeTo} writes it again, and reports it.
     *
     * @param command that makes the run
     */
    public static synchronized void begin(Path directory, LoadPlan plan, String command) {
        try {
            AtomicFile.write(
                    directory.resolve(RunFiles.SUMMARY), SummaryFile.text(RunDocument.Start.now(plan, command)));
        } catch (IOException e) {
            // Reported at the end of the run, together with the other files that are missing.
        }
    }

    private void readAgain(RecordsFileStatus records) {
        if (records.rows() == 0) {
            return;
        }
        files.add(records.file());
        try {
            // One pass, for figures that were not counted during the run, and for those to reconcile.
            ExactLatencies serviceTime = new ExactLatencies();
            AttemptCounters counters = new AttemptCounters();
            List<CountsBuilder> operations = new ArrayList<>();
            AttemptSink byOperation = attempt -> {
                while (operations.size() <= attempt.operation()) {
                    operations.add(new CountsBuilder());
                }
                operations.get(attempt.operation()).add(attempt);
            };
            AttemptReplay replay = new AttemptReplay(
                    AttemptReplay.clock(ChronoUnit.MICROS.between(Instant.EPOCH, result.startedAt())),
                    new SinkChain(List.of(counters, byOperation)));
            RecordsReader.read(records.file(), row -> {
                replay.add(row);
                if (row.ok()) {
                    serviceTime.record(row.latencyUs());
                }
            });
            replay.finish();
            methods = PercentileMethods.of(serviceTime);
            Counts again = counters.counts();
            if (again.attempts() != records.rows()) {
                violations.add("rows written " + records.rows() + " is not rows read again " + again.attempts());
            }
            if (records.missing() == 0) {
                compare("ok requests", result.counts().ok(), again.ok());
                compare("answers by status", result.counts().attemptsByStatus(), again.attemptsByStatus());
                compare("failures", result.counts().attemptsByFailure(), again.attemptsByFailure());
                for (OperationMeasurements row : result.recorded().operations()) {
                    int id = replay.operations().indexOf(row.name());
                    Counts ofRows = id < 0 ? Counts.NONE : operations.get(id).counts();
                    // A row of operations that share it is in no file.
                    if (id >= 0 || row.counts().attempts() == 0) {
                        compare("attempts of '" + row.name() + "'", row.counts().attempts(), ofRows.attempts());
                        compare(
                                "ok requests of '" + row.name() + "'",
                                row.counts().ok(),
                                ofRows.ok());
                    }
                }
            }
        } catch (IOException e) {
            problems.add("the records could not be read again: " + e.getMessage());
        } catch (OutOfMemoryError e) {
            problems.add("the records could not be read again. "
                    + ClientLimitException.behind(e).orElseThrow().getMessage());
        }
    }

    private void compare(String what, Object counted, Object again) {
        if (!counted.equals(again)) {
            violations.add(what + " counted " + counted + " is not " + what + " in the records " + again);
        }
    }

    /**
     * Writes the files into the run's directory; one that cannot be written is a problem, not an exception.
     *
     * @param command that made the run
     */
    public void writeTo(Path directory, String command) {
        writeTo(directory, command, true);
    }

    /**
     * The same.
     *
     * @param png whether the plots are written as PNG, too, and not as SVG alone
     */
    public void writeTo(Path directory, String command, boolean png) {
        this.command = command;
        RunData run =
                RunData.of(directory.toAbsolutePath().normalize().getFileName().toString(), result);
        Stream.of(RunFiles.SERVICE_LOG, RunFiles.RESPONSE_LOG)
                .map(directory::resolve)
                .filter(Files::exists)
                .forEach(files::add);
        List<ReportFiles> plots = new ArrayList<>();
        write(
                "throughput and plots",
                directory,
                () -> plots.add(ReportFiles.begin(directory, run, png, problems::add, files)));
        if (!result.telemetry().samples().isEmpty()) {
            Path telemetry = directory.resolve(RunFiles.TELEMETRY);
            write(RunFiles.TELEMETRY, directory, () -> {
                TelemetryCsv.write(telemetry, result.telemetry());
                files.add(telemetry);
            });
            Path pauses = directory.resolve(RunFiles.GC_PAUSES);
            write(RunFiles.GC_PAUSES, directory, () -> {
                GcPausesCsv.write(pauses, result.telemetry().pauses());
                files.add(pauses);
            });
        }
        writePage(directory, run);
        List<String> before = problems();
        plots.forEach(files -> write("plots", directory, files::finish));
        if (!problems().equals(before)) {
            // Rare: a plot is missing, which the page has to mention.
            writePage(directory, run);
        }
        Path summary = directory.resolve(RunFiles.SUMMARY);
        write(RunFiles.SUMMARY, directory, () -> {
            json = SummaryFile.text(document());
            AtomicFile.write(summary, json);
            files.add(summary);
        });
    }

    private void writePage(Path directory, RunData run) {
        write(RunFiles.PAGE, directory, () -> {
            Path page = ReportFiles.writePage(directory, RunPage.of(run, document()));
            if (!files.contains(page)) {
                files.add(page);
            }
        });
    }

    private interface Writing {
        void write() throws IOException;
    }

    /** Try the remaining files after a failure, as they may be smaller. */
    private void write(String what, Path directory, Writing writing) {
        try {
            writing.write();
        } catch (IOException e) {
            missing(what, e + "; make room in " + directory + ", or choose another " + Setting.OUTPUT);
        } catch (OutOfMemoryError e) {
            missing(what, ClientLimitException.behind(e).orElseThrow().getMessage());
        }
    }

    private void missing(String what, String why) {
        if (!notWritten.contains(what)) {
            notWritten.add(what);
        }
        whyNotWritten = whyNotWritten == null ? why : whyNotWritten;
    }

    /** The report of the run so far, with the problems known by now. */
    public RunDocument document() {
        List<String> names = Stream.concat(
                        files.stream().map(file -> file.getFileName().toString()), Stream.of(RunFiles.SUMMARY))
                .distinct()
                .toList();
        return RunDocument.of(
                result,
                Figures.of(result, methods),
                verdict,
                command,
                objectives,
                judgements(),
                objectivesResult()
                        .filter(found -> found.status() == Objectives.Status.INCONCLUSIVE)
                        .map(Objectives.Result::reason),
                names,
                violations,
                problems());
    }

    /** The text of {@code summary.json}, as it was written if it was. */
    public String json() {
        return json == null ? SummaryFile.text(document()) : json;
    }

    /** The conclusion and the tables as Markdown. */
    public String markdown() {
        return MarkdownText.of(RunPage.brief(document(), name()));
    }

    /** The objectives as test cases: the XML that Surefire writes. */
    public String junitXml() {
        return JunitXml.of(document(), name());
    }

    private String name() {
        return directory().map(path -> path.getFileName().toString()).orElse("run");
    }

    /** The result of each objective; empty for a run that was interrupted, which cannot be judged. */
    public List<Judgement> judgements() {
        return objectives.judge(result, interference);
    }

    /** The result of all objectives; empty when there were none, or when the run was interrupted. */
    public Optional<Objectives.Result> objectivesResult() {
        return judge(objectives);
    }

    /** The result of other objectives; empty when there are none, or when the run was interrupted. */
    public Optional<Objectives.Result> judge(Objectives others) {
        return others.result(result, interference);
    }

    /** The result that this report is about. */
    public RunResult result() {
        return result;
    }

    /** The data that an experiment keeps of the run. */
    public Trial trial(PlannedRun step) {
        return Trial.of(step, result, Optional.of(verdict.bound().toString()), objectivesResult());
    }

    /** What limited the run. */
    public Verdict verdict() {
        return verdict;
    }

    /** Counts that do not reconcile, one line each. */
    public List<String> violations() {
        return List.copyOf(violations);
    }

    /** What could not be written or read, one line each. */
    public List<String> problems() {
        List<String> all = new ArrayList<>(problems);
        if (!notWritten.isEmpty()) {
            all.add("cannot write " + String.join(", ", notWritten) + ": " + whyNotWritten);
        }
        return List.copyOf(all);
    }

    /** The files of the run. */
    public List<Path> files() {
        return List.copyOf(files);
    }

    /** The directory of these files; empty when there is none. */
    public Optional<Path> directory() {
        return files.stream().findFirst().map(file -> file.toAbsolutePath().getParent());
    }

    /** Whether every planned request was ok, all counts reconcile, and everything wanted was written. */
    public boolean allOk() {
        return result.allOk() && violations.isEmpty() && problems().isEmpty();
    }
}
