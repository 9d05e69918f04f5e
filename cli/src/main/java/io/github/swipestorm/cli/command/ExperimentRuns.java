package io.github.swipestorm.cli.command;

import io.github.swipestorm.cli.ConclusionCheck;
import io.github.swipestorm.cli.Interruption;
import io.github.swipestorm.cli.monitoring.MetricsOptions.Export;
import io.github.swipestorm.cli.option.OutputOptions;
import io.github.swipestorm.cli.server.ServerUnderTest;
import io.github.swipestorm.client.clock.NanoClock;
import io.github.swipestorm.client.engine.ClientLimitException;
import io.github.swipestorm.client.engine.RunObserver;
import io.github.swipestorm.client.engine.RunResult;
import io.github.swipestorm.client.engine.RunSettings;
import io.github.swipestorm.client.engine.Runner;
import io.github.swipestorm.client.engine.SetupException;
import io.github.swipestorm.client.engine.StopReason;
import io.github.swipestorm.client.engine.WarmUpResult;
import io.github.swipestorm.client.experiment.Design;
import io.github.swipestorm.client.experiment.ExperimentObserver;
import io.github.swipestorm.client.experiment.ExperimentResult;
import io.github.swipestorm.client.experiment.PlannedRun;
import io.github.swipestorm.client.experiment.RemainingTime;
import io.github.swipestorm.client.experiment.RunMetric;
import io.github.swipestorm.client.experiment.Trial;
import io.github.swipestorm.client.experiment.TrialRunner;
import io.github.swipestorm.client.experiment.Variant;
import io.github.swipestorm.client.experiment.WarmUpTracker;
import io.github.swipestorm.client.http.Target;
import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.record.RecordingSettings;
import io.github.swipestorm.client.report.live.ProgressReporter;
import io.github.swipestorm.client.report.run.RunReport;
import io.github.swipestorm.client.report.store.CalibrationFile;
import io.github.swipestorm.client.report.store.RunDirectory;
import io.github.swipestorm.client.text.SafeText;
import io.github.swipestorm.client.verdict.Calibration;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Makes the runs of an experiment in this JVM, each with its own files, and reports progress on the console. */
final class ExperimentRuns implements TrialRunner, ExperimentObserver {

    private final Runner runner;
    private final Design design;
    private final Path directory;
    private final OutputOptions output;
    private final String command;
    private final Interruption interruption;
    private final PrintWriter err;
    private final ProgressReporter progress;
    private final Export metrics;
    private final Map<Target, OptionalLong> pids;
    private final Optional<Calibration> calibration = CalibrationFile.readForThisMachine(CalibrationFile.USUAL);
    private final WarmUpTracker warmUps = new WarmUpTracker();
    private final RemainingTime remaining = new RemainingTime();
    private final Supplier<List<Trial>> finished;
    private boolean saidRemaining;
    private int runsMade;

    ExperimentRuns(
            Runner runner,
            Design design,
            Path directory,
            OutputOptions output,
            String command,
            Interruption interruption,
            List<ServerUnderTest> servers,
            Supplier<List<Trial>> finished,
            PrintWriter err,
            ProgressReporter progress,
            Export metrics) {
        this.runner = runner;
        this.design = design;
        this.directory = directory;
        this.output = output;
        this.command = command;
        this.interruption = interruption;
        this.pids = servers.stream()
                .collect(Collectors.toMap(ServerUnderTest::target, ServerUnderTest::pid, (one, same) -> one));
        this.finished = finished;
        this.err = err;
        this.progress = progress;
        this.metrics = metrics;
    }

    /**
     * Warms up servers and client.
     *
     * @return why a warm-up ended early, if one did
     */
    Optional<StopReason> settle() throws InterruptedException {
        for (Variant variant : WarmUpTracker.settling(design.variants(), design.settle())) {
            LoadPlan plan = variant.plan();
            sayUnlessQuiet("Warming up for " + design.settle().toMillis() / 1e3 + " s, not counted: "
                    + plan.model().title() + " over " + plan.transport().kind().name()
                    + plan.transportReason().map(why -> " (" + why + ")").orElse("") + " to " + plan.target());
            RunResult result;
            try {
                result =
                        run(RecordingSettings.NO_FILES.discarding(), warmUps.once(variant), variant.agents(), progress);
            } catch (ClientLimitException e) {
                say("CLIENT LIMIT: the warm-up could not be made. " + e.getMessage());
                throw e;
            } catch (SetupException e) {
                say("PROBLEM: " + e.getMessage());
                throw e;
            }
            if (!result.reason().complete()) {
                return Optional.of(result.reason());
            }
        }
        return Optional.empty();
    }

    @Override
    public Trial run(PlannedRun planned) throws InterruptedException {
        Optional<RunDirectory> files = makeDirectory(planned);
        try {
            return run(planned, files.map(RunDirectory::path));
        } finally {
            files.ifPresent(RunDirectory::close);
        }
    }

    private Trial run(PlannedRun planned, Optional<Path> files) throws InterruptedException {
        RecordingSettings recording = files.map(output::settings).orElse(RecordingSettings.NO_FILES);
        LoadPlan plan = warmUps.once(planned.variant());
        files.ifPresent(path -> RunReport.begin(path, plan, command));
        RunResult result = run(
                recording,
                plan,
                planned.variant().agents(),
                progress.and(metrics.run(directory, planned.variant().name(), planned.round())));
        long over = NanoClock.SYSTEM.nanoTime();
        RunReport report = new RunReport(result, calibration, design.objectives());
        // Drawing PNG takes CPU time between two runs; the command "report" draws it where it is wanted.
        files.ifPresent(path -> report.writeTo(path, command, false));
        report.violations().forEach(violation -> say("ERROR: the numbers do not add up: " + violation));
        report.problems().forEach(problem -> say("PROBLEM: " + problem));
        // Free this run's memory now, and not in the middle of the next one.
        System.gc();
        // The self warm-up is needed before the first run only, and does not count as part of its time.
        remaining.took(
                planned.variant(),
                result.wallTime()
                        .plus(result.warmUp().map(WarmUpResult::wallTime).orElse(Duration.ZERO))
                        .plusNanos(NanoClock.SYSTEM.nanoTime() - over));
        return report.trial(planned);
    }

    private RunResult run(RecordingSettings recording, LoadPlan plan, OptionalInt agents, RunObserver observer)
            throws InterruptedException {
        OptionalLong serverPid = pids.getOrDefault(plan.target(), OptionalLong.empty());
        Runner shared = agents.isPresent() ? runner.onAgents(agents.getAsInt()) : runner;
        RunResult result = shared.with(RunSettings.of(recording).serverPid(serverPid))
                .run(plan, interruption.forOneRun(), observer);
        progress.working("writing the files of the run");
        return result;
    }

    /** An interrupted run may have left a directory behind; it has no row, so the directory is replaced. */
    private Optional<RunDirectory> makeDirectory(PlannedRun planned) {
        try {
            return Optional.of(
                    RunDirectory.replaced(directory, planned.variant().name(), planned.round()));
        } catch (IOException e) {
            say("PROBLEM: the run's own files will not be written: " + e);
            return Optional.empty();
        }
    }

    @Override
    public void begins(PlannedRun planned, int number, OptionalInt of) {
        sayUnlessQuiet("Run " + number + (of.isPresent() ? " of " + of.getAsInt() : "") + ": "
                + planned.variant().name() + ", round " + planned.round());
    }

    @Override
    public void ended(Trial trial) {
        List<String> words = new ArrayList<>();
        trial.get(RunMetric.THROUGHPUT).ifPresent(rate -> words.add(String.format(Locale.ROOT, "%,.2f req/s", rate)));
        trial.bound().ifPresent(words::add);
        trial.objectives().ifPresent(result -> words.add("objectives " + result));
        sayUnlessQuiet("  " + String.join(", ", words));
        List<PlannedRun> missing = design.missing(finished.get());
        runsMade++;
        // The first run is slower than the others: its estimate would be too long.
        if (runsMade > 1 && !saidRemaining && !missing.isEmpty()) {
            remaining.of(missing, design.pause()).ifPresent(time -> {
                saidRemaining = true;
                sayUnlessQuiet("By what the runs took so far, the other "
                        + (missing.size() == 1 ? "one takes about " : missing.size() + " take about ")
                        + ConclusionCheck.text(time) + ".");
            });
        }
        progress.working("pausing");
    }

    @Override
    public void endedEarly(Trial trial) {
        say("The run of " + trial.variant() + ", round " + trial.round() + ", ended early (" + trial.ended()
                + ") and is not kept");
    }

    @Override
    public void failed(PlannedRun planned, Exception cause) {
        if (cause instanceof IOException) {
            say("PROBLEM: the run could not be kept: " + cause + "; make room, or see what became of the directory");
        } else if (cause instanceof ClientLimitException) {
            say("CLIENT LIMIT: the run could not be made. " + cause.getMessage());
        } else if (cause instanceof SetupException) {
            say("PROBLEM: " + cause.getMessage());
        }
    }

    @Override
    public void over(ExperimentResult result) {
        result.observerFailures().forEach(failure -> say("PROBLEM: progress could not be shown: " + failure));
    }

    private void sayUnlessQuiet(String line) {
        if (!output.quiet) {
            say(line);
        }
    }

    private void say(String line) {
        err.print(SafeText.plain(line) + System.lineSeparator());
        err.flush();
    }
}
