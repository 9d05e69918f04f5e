package io.github.swipestorm.cli.command;

import io.github.swipestorm.cli.ConclusionCheck;
import io.github.swipestorm.cli.ExitCodes;
import io.github.swipestorm.cli.Interruption;
import io.github.swipestorm.cli.TypedCommand;
import io.github.swipestorm.cli.UsageErrors;
import io.github.swipestorm.cli.monitoring.MetricsOptions.Export;
import io.github.swipestorm.cli.option.ExperimentOptions;
import io.github.swipestorm.cli.option.OutputOptions;
import io.github.swipestorm.cli.server.ServerException;
import io.github.swipestorm.cli.server.ServerUnderTest;
import io.github.swipestorm.client.engine.ClientLimitException;
import io.github.swipestorm.client.engine.SetupException;
import io.github.swipestorm.client.engine.StopReason;
import io.github.swipestorm.client.experiment.CapacitySequence;
import io.github.swipestorm.client.experiment.Design;
import io.github.swipestorm.client.experiment.Experiment;
import io.github.swipestorm.client.experiment.ExperimentResult;
import io.github.swipestorm.client.experiment.RunsFile;
import io.github.swipestorm.client.experiment.Trial;
import io.github.swipestorm.client.experiment.Variant;
import io.github.swipestorm.client.http.Target;
import io.github.swipestorm.client.objective.Objectives.Status;
import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.preflight.HostLimits;
import io.github.swipestorm.client.preflight.Preflight;
import io.github.swipestorm.client.record.RunFiles;
import io.github.swipestorm.client.report.experiment.ExperimentReport;
import io.github.swipestorm.client.report.live.ProgressReporter;
import io.github.swipestorm.client.report.run.TlsWarning;
import io.github.swipestorm.client.report.store.ExperimentFile;
import io.github.swipestorm.client.report.store.RunDirectory;
import io.github.swipestorm.client.text.NumberFormat;
import io.github.swipestorm.client.text.SafeText;
import io.github.swipestorm.client.transport.TransportChoice;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/**
 * Conducts an experiment from the typed command to its report: validates it, starts servers, makes the missing runs,
 * writes everything into one directory.
 */
final class ExperimentSession {

    private final CommandSpec spec;
    private final ExperimentOptions options;
    private final OutputOptions output;

    ExperimentSession(CommandSpec spec, ExperimentOptions options, OutputOptions output) {
        this.spec = spec;
        this.options = options;
        this.output = output;
    }

    /** Returns the command's exit code. */
    int run(ExperimentDefinition definition) throws ServerException, IOException, InterruptedException {
        UsageErrors.check(spec, definition.agents()::check);
        List<String> notes = new ArrayList<>();
        Design design = judged(definition, notes);
        Optional<String> unreachable =
                options.resume == null && !definition.agents().used() ? unreachable(design) : Optional.empty();
        if (unreachable.isPresent()) {
            say(unreachable.get());
            return ExitCodes.FAILED;
        }
        Interruption interruption = new Interruption(spec.commandLine().getErr());
        try (Export metrics =
                        UsageErrors.checked(spec, () -> output.metrics().open(interruption::forOneRun, this::say));
                RunDirectory locked = options.resume != null ? existing() : makeDirectory(design)) {
            Path directory = locked.path();
            notes.forEach(note -> say("NOTE: " + note));
            ExperimentResult outcome;
            try (RunsFile runs = open(directory)) {
                outcome = design.sequence().next(runs.trials()).isEmpty()
                        ? new ExperimentResult(runs.trials(), Optional.empty(), true)
                        : conduct(definition, directory, runs, interruption, metrics);
            } catch (ServerException | InterruptedException e) {
                if (interruption.exitCode().isEmpty()) {
                    throw e;
                }
                outcome =
                        new ExperimentResult(RunsFile.read(directory.resolve(RunFiles.RUNS)), Optional.empty(), false);
            }
            return report(definition, design, outcome, directory, interruption);
        }
    }

    /** Two processes that resume one experiment would both make its next run. */
    private RunDirectory existing() {
        try {
            return RunDirectory.existing(options.resume);
        } catch (RunDirectory.InUseException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage());
        } catch (IOException e) {
            throw unusable(e);
        }
    }

    private RunsFile open(Path directory) throws IOException {
        try {
            RunsFile runs = RunsFile.open(directory.resolve(RunFiles.RUNS));
            runs.differences()
                    .forEach(difference ->
                            say("NOTE: another version wrote " + directory.resolve(RunFiles.RUNS) + "; " + difference));
            return runs;
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage());
        } catch (IOException e) {
            if (options.resume == null) {
                throw e;
            }
            throw unusable(e);
        }
    }

    private ParameterException unusable(IOException e) {
        return new ParameterException(spec.commandLine(), "'" + options.resume + "' cannot be used: " + e);
    }

    private RunDirectory makeDirectory(Design design) {
        // The runs are known only where they do not depend on the results of others.
        List<LoadPlan> plans =
                design.order().stream().map(step -> step.variant().plan()).toList();
        ParseResult typed = spec.root().commandLine().getParseResult();
        return UsageErrors.checked(
                spec,
                () -> output.makeDirectory(
                        design.kind(),
                        plans,
                        warning -> say("WARNING: " + warning),
                        path -> ExperimentFile.write(path, design, TypedCommand.of(typed), TypedCommand.words(typed))));
    }

    /**
     * The whole command line is validated before anything is started.
     *
     * @param notes to which is added what its user should know
     */
    private Design judged(ExperimentDefinition definition, List<String> notes) {
        return UsageErrors.checked(spec, () -> {
            Design design = definition.design(definition.servers().planned());
            if (options.resume != null) {
                ExperimentFile.requireSame(options.resume, design, typed())
                        .forEach(change -> notes.add("since this experiment was begun, " + change));
            } else {
                output.check();
            }
            notes.addAll(ConclusionCheck.notes(design));
            return design;
        });
    }

    /** One connection to each server, with each transport that will be used. */
    private Optional<String> unreachable(Design design) {
        record Endpoint(Target target, TransportChoice transport) {}
        Set<Endpoint> tried = new HashSet<>();
        try (ProgressReporter progress = output.progress(spec.commandLine().getErr())) {
            return design.variants().stream()
                    .map(Variant::plan)
                    .filter(plan -> tried.add(new Endpoint(plan.target(), plan.transport())))
                    .flatMap(plan -> output.unreachable(plan, progress).stream())
                    .findFirst();
        }
    }

    /** The typed command line, without the option that resumes an experiment. */
    private List<String> typed() {
        List<String> words =
                new ArrayList<>(TypedCommand.words(spec.root().commandLine().getParseResult()));
        int resume = words.indexOf("--resume");
        if (resume >= 0) {
            words.subList(resume, Math.min(words.size(), resume + 2)).clear();
        }
        return words;
    }

    private ExperimentResult conduct(
            ExperimentDefinition definition, Path directory, RunsFile runs, Interruption interruption, Export metrics)
            throws ServerException, InterruptedException {
        try (ProgressReporter progress = output.progress(spec.commandLine().getErr())) {
            progress.working("starting");
            List<ServerUnderTest> servers =
                    interruption.open(() -> definition.servers().open(progress::working));
            try {
                Design design = definition.design(servers);
                if (!definition.agents().used()) {
                    warn(design, servers);
                }
                expected(design, runs.trials()).ifPresent(this::say);
                if (design.sequence() instanceof CapacitySequence capacity
                        && runs.trials().isEmpty()) {
                    capacity.expected(Design.BEYOND_PLAN.plus(design.pause()))
                            .ifPresent(range -> say("This takes about " + ConclusionCheck.text(range.least()) + " to "
                                    + ConclusionCheck.text(range.most())
                                    + ", by what rate the server takes, longer where the CPUs are busy,"
                                    + " and the warm-ups."));
                }
                ExperimentRuns runner = new ExperimentRuns(
                        definition.agents().runner(spec, this::say),
                        design,
                        directory,
                        output,
                        TypedCommand.of(spec.root().commandLine().getParseResult()),
                        interruption,
                        servers,
                        runs::trials,
                        spec.commandLine().getErr(),
                        progress,
                        metrics);
                Optional<StopReason> unsettled = runner.settle();
                if (unsettled.isPresent()) {
                    say("The warm-up did not come to its end: " + unsettled.get());
                    return new ExperimentResult(runs.trials(), Optional.empty(), false);
                }
                return new Experiment(design.sequence(), runs, design.pause(), List.of(runner))
                        .conduct(runner, interruption.stop());
            } catch (IOException | ClientLimitException | SetupException e) {
                // ExperimentRuns has reported why. The earlier runs are still valid, and are reported.
                return new ExperimentResult(runs.trials(), Optional.empty(), false);
            } finally {
                servers.forEach(server -> server.death().ifPresent(this::say));
                servers.forEach(ServerUnderTest::close);
            }
        }
    }

    /** Each warning once, however many variants it applies to. */
    private void warn(Design design, List<ServerUnderTest> servers) {
        boolean started = servers.stream().anyMatch(ServerUnderTest::started);
        HostLimits limits = HostLimits.current();
        design.variants().stream()
                .flatMap(variant -> Stream.concat(
                        TlsWarning.of(variant.plan()).stream(),
                        Preflight.warnings(variant.plan(), started, limits).stream()))
                .distinct()
                .forEach(warning -> say("WARNING: " + warning));
    }

    /** The total time of the runs that are known in advance; empty when none is. */
    private static Optional<String> expected(Design design, List<Trial> finished) {
        long missing = design.missing(finished).size();
        if (missing == 0) {
            return Optional.empty();
        }
        long untimed = design.untimed(finished).size();
        String byRequests = untimed == 0
                ? ""
                : " What " + NumberFormat.counted(untimed, "run that ends", "runs that end")
                        + " by a number of requests " + (untimed == 1 ? "sends" : "send")
                        + " comes on top: it takes as long as the server takes.";
        return Optional.of("This takes about " + ConclusionCheck.text(design.expectedAtLeast(finished))
                + ", longer where the CPUs are busy: " + NumberFormat.counted(missing, "run", "runs")
                + ", the pauses between them, the warm-ups and the report." + byRequests);
    }

    private int report(
            ExperimentDefinition definition,
            Design design,
            ExperimentResult outcome,
            Path directory,
            Interruption interruption) {
        if (!outcome.complete()) {
            say((interruption.exitCode().isPresent() ? "INTERRUPTED" : "ENDED EARLY") + " after "
                    + NumberFormat.counted(outcome.trials().size(), "finished run", "finished runs")
                    + (Files.exists(directory.resolve(RunFiles.RUNS))
                            ? ", kept in the directory; resume with: "
                                    + spec.root().name() + " resume " + directory
                            : "; the directory with them is gone, so the experiment cannot be resumed"));
        }
        boolean written = true;
        if (!outcome.trials().isEmpty()) {
            List<String> notes = outcome.complete()
                    ? List.of()
                    : List.of("This experiment is not complete: it ended early, after "
                            + NumberFormat.counted(outcome.trials().size(), "run", "runs") + ".");
            ExperimentReport report = definition.report(design, outcome.trials(), notes);
            if (!output.quiet) {
                spec.commandLine().getOut().print(options.print ? report.text() : report.conclusion());
                spec.commandLine().getOut().flush();
            }
            written = write(report, directory);
        }
        if (!output.quiet) {
            spec.commandLine().getOut().println(SafeText.plain("Files: " + directory.toAbsolutePath()));
            spec.commandLine().getOut().flush();
        }
        boolean ok = written && outcome.complete() && definition.succeeded(design, outcome.trials());
        boolean inconclusive =
                written && outcome.complete() && outcome.trials().stream().anyMatch(t -> t.came(Status.INCONCLUSIVE));
        int judged = ok ? ExitCodes.OK : inconclusive ? ExitCodes.INCONCLUSIVE : ExitCodes.FAILED;
        return interruption.exitCode().orElseGet(() -> definition.objectivesBind() ? judged(outcome, judged) : judged);
    }

    /** One run that missed decides; an inconclusive one counts as neither met nor missed. */
    private static int judged(ExperimentResult outcome, int otherwise) {
        if (outcome.trials().stream().anyMatch(trial -> trial.came(Status.MISSED))) {
            return ExitCodes.OBJECTIVES_MISSED;
        }
        return outcome.trials().stream().anyMatch(trial -> trial.came(Status.INCONCLUSIVE))
                ? ExitCodes.INCONCLUSIVE
                : otherwise;
    }

    private boolean write(ExperimentReport report, Path directory) {
        try {
            report.writeTo(directory, warning -> say("NOTE: " + warning));
            return true;
        } catch (IOException e) {
            say("PROBLEM: the report cannot be written: " + e);
            return false;
        }
    }

    private void say(String line) {
        spec.commandLine().getErr().println(SafeText.plain(line));
        spec.commandLine().getErr().flush();
    }
}
