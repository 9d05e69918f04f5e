package io.github.swipestorm.cli.command;

import io.github.swipestorm.cli.ExitCodes;
import io.github.swipestorm.cli.Interruption;
import io.github.swipestorm.cli.ShortHelp;
import io.github.swipestorm.cli.TypedCommand;
import io.github.swipestorm.cli.UsageErrors;
import io.github.swipestorm.cli.Version;
import io.github.swipestorm.cli.agent.ClusterOptions;
import io.github.swipestorm.cli.monitoring.LiveOption;
import io.github.swipestorm.cli.monitoring.MetricsOptions.Export;
import io.github.swipestorm.cli.option.GithubSummaryOption;
import io.github.swipestorm.cli.option.JunitOption;
import io.github.swipestorm.cli.option.OutputOptions;
import io.github.swipestorm.cli.option.ProbeOption;
import io.github.swipestorm.cli.option.RepeatOptions;
import io.github.swipestorm.cli.option.RunLoadOptions;
import io.github.swipestorm.cli.option.ServerProvider;
import io.github.swipestorm.cli.option.SloOption;
import io.github.swipestorm.cli.option.TargetOptions;
import io.github.swipestorm.cli.server.ServerException;
import io.github.swipestorm.cli.server.ServerUnderTest;
import io.github.swipestorm.client.engine.LoadControl;
import io.github.swipestorm.client.engine.RunObserver;
import io.github.swipestorm.client.engine.RunResult;
import io.github.swipestorm.client.engine.RunSettings;
import io.github.swipestorm.client.engine.StopReason;
import io.github.swipestorm.client.experiment.Design;
import io.github.swipestorm.client.experiment.Trial;
import io.github.swipestorm.client.experiment.Variant;
import io.github.swipestorm.client.objective.AbortRule;
import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.plan.SelfWarmUp;
import io.github.swipestorm.client.preflight.HostLimits;
import io.github.swipestorm.client.preflight.Preflight;
import io.github.swipestorm.client.report.experiment.ExperimentReport;
import io.github.swipestorm.client.report.experiment.ExperimentReports;
import io.github.swipestorm.client.report.live.LiveView;
import io.github.swipestorm.client.report.live.ProgressReporter;
import io.github.swipestorm.client.report.run.ConsoleSummary;
import io.github.swipestorm.client.report.run.RunReport;
import io.github.swipestorm.client.report.run.TlsWarning;
import io.github.swipestorm.client.report.store.CalibrationFile;
import io.github.swipestorm.client.report.store.RunDirectory;
import io.github.swipestorm.client.setting.PlanException;
import io.github.swipestorm.client.setting.PlanProblem;
import io.github.swipestorm.client.text.SafeText;
import io.github.swipestorm.client.verdict.Calibration;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Sends load and reports the result. */
@Command(
        name = "run",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        abbreviateSynopsis = true,
        // Spares the search for methods that are commands, which takes time at each start.
        addMethodSubcommands = false,
        description = "Send load to a server and report how it went.",
        footer = {"Without a URL a server is started in a separate JVM and stopped at the end.", ExitCodes.HELP_OF_RUNS
        })
@ShortHelp(
        options = {"--url", "--workload", "--header", "--threads", "--duration", "--requests", "--rate", "--slo"},
        examples = {
            "run http://localhost:8080/path --duration 30s",
            "run http://localhost:8080/path --json '{\"n\":1}' --slo \"p99<100ms\""
        })
public final class RunCommand implements Callable<Integer>, ExperimentDefinition {

    @Spec
    private CommandSpec spec;

    @Mixin
    private TargetOptions targetOptions;

    @Mixin
    private RunLoadOptions loadOptions;

    @Mixin
    private SloOption sloOption;

    @Mixin
    private RepeatOptions repeatOptions;

    @Mixin
    private OutputOptions outputOptions;

    @Option(names = "--details", description = "Print every table of the run, not only the short result.")
    private boolean details;

    @Option(
            names = "--print-json",
            description = "Print the content of summary.json instead of the result, and nothing else.")
    private boolean printJson;

    @Mixin
    private ClusterOptions clusterOptions;

    @Mixin
    private LiveOption liveOption;

    @Mixin
    private JunitOption junitOption;

    @Mixin
    private GithubSummaryOption githubSummaryOption;

    @Mixin
    private ProbeOption probeOption;

    @Override
    public Integer call() throws ServerException, IOException, InterruptedException {
        // The whole command line is validated before anything is started.
        boolean several = UsageErrors.checked(spec, repeatOptions::several);
        UsageErrors.check(spec, clusterOptions::check);
        if (details && (printJson || outputOptions.quiet)) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--details prints more, and " + (printJson ? "--print-json" : "--quiet")
                            + " prints less: leave one of them out");
        }
        if (printJson && outputOptions.quiet) {
            throw new ParameterException(
                    spec.commandLine(), "--quiet prints no result and --print-json prints it: leave one of them out");
        }
        if (several && (junitOption.asked() || githubSummaryOption.asked())) {
            throw new ParameterException(
                    spec.commandLine(),
                    (junitOption.asked() ? "--junit" : "--github-summary")
                            + " is about one run, and --repeat makes several: leave one of them out");
        }
        if (clusterOptions.used() && probeOption.asked()) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--probe sends from one machine, and --join from several: leave one of them out");
        }
        if (several && probeOption.asked()) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--probe follows a single run, and --repeat makes several: leave it out, or use 'sweep', which "
                            + "compares numbers of workers");
        }
        if (several && loadOptions.precision().isPresent()) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--precision ends one run, and --repeat makes runs of one length: leave one of them out");
        }
        if (several && !loadOptions.abortOn().isEmpty()) {
            throw new ParameterException(
                    spec.commandLine(), "--abort-on ends one run, and --repeat makes several: leave one of them out");
        }
        if (several) {
            outputOptions.leaveRecordsOutUnlessAsked(spec.commandLine().getParseResult());
            return new ExperimentSession(spec, repeatOptions.experimentOptions(), outputOptions).run(this);
        }
        LoadPlan typed = UsageErrors.checked(spec, () -> {
            LoadPlan judged = plan(targetOptions.planned().get(0));
            probeOption.check(judged);
            sloOption.objectives().requirePartsOf(judged);
            return judged;
        });
        UsageErrors.check(spec, () -> {
            outputOptions.check();
            junitOption.check(sloOption.objectives());
            githubSummaryOption.check();
        });
        Interruption interruption = new Interruption(spec.commandLine().getErr());
        // Before a directory is created, which the next try would find in use.
        try (ProgressReporter progress =
                outputOptions.progress(spec.commandLine().getErr())) {
            // Where agents send from, the server may be reachable though it is not from here.
            Optional<String> unreachable =
                    clusterOptions.used() ? Optional.empty() : outputOptions.unreachable(typed, progress);
            if (unreachable.isPresent()) {
                spec.commandLine().getErr().println(unreachable.get());
                return ExitCodes.FAILED;
            }
        }
        try (Export metrics = UsageErrors.checked(
                        spec,
                        () -> outputOptions
                                .metrics()
                                .open(
                                        interruption::forOneRun,
                                        spec.commandLine().getErr()::println));
                RunDirectory directory = UsageErrors.checked(
                        spec,
                        () -> outputOptions.makeDirectory(
                                name(typed),
                                List.of(typed),
                                warning -> spec.commandLine().getErr().println("WARNING: " + warning),
                                path -> {}));
                ProgressReporter progress =
                        outputOptions.progress(spec.commandLine().getErr());
                LiveView live = UsageErrors.checked(
                        spec,
                        () -> liveOption.open(
                                () -> interruption.stop().stop(StopReason.INTERRUPTED),
                                adjustable(typed),
                                spec.commandLine().getErr()));
                ServerUnderTest server = interruption
                        .open(() -> targetOptions.open(progress::working))
                        .get(0)) {
            LoadPlan plan = plan(server);
            TlsWarning.of(plan).ifPresent(warning -> spec.commandLine().getErr().println("WARNING: " + warning));
            if (!clusterOptions.used()) {
                Preflight.warnings(plan, server.started(), HostLimits.current())
                        .forEach(warning -> spec.commandLine().getErr().println("WARNING: " + warning));
            }
            int exitCode = load(
                    plan,
                    server.pid(),
                    interruption,
                    live,
                    metrics.run(directory.path(), name(plan), 1),
                    progress,
                    directory.path());
            server.death().ifPresent(death -> spec.commandLine().getErr().println(death));
            return exitCode;
        } catch (ServerException | InterruptedException e) {
            if (interruption.exitCode().isEmpty()) {
                throw e;
            }
            spec.commandLine().getErr().println("INTERRUPTED before the run began");
            return interruption.exitCode().get();
        }
    }

    /** @param live the view that shows the run in progress; null for none */
    private int load(
            LoadPlan plan,
            OptionalLong serverPid,
            Interruption interruption,
            LiveView live,
            RunObserver metrics,
            ProgressReporter progress,
            Path directory)
            throws InterruptedException {
        RunReport.begin(directory, plan, command());
        Optional<Calibration> calibration = CalibrationFile.readForThisMachine(CalibrationFile.USUAL);
        RunObserver observer = (live == null ? progress : progress.and(live)).and(metrics);
        RunResult result;
        Optional<String> aborted;
        try (AbortRule abort = new AbortRule(loadOptions.abortOn(), interruption.stop())) {
            result = clusterOptions
                    .runner(spec, spec.commandLine().getErr()::println)
                    .with(RunSettings.of(outputOptions.settings(directory))
                            .serverPid(serverPid)
                            .probe(probeOption.when(plan, calibration))
                            .precision(loadOptions.precision())
                            .adjustable(live != null)
                            .selfWarmUpLimit(SelfWarmUp.limitFor(plan)))
                    .run(plan, interruption.stop(), observer.and(abort));
            aborted = abort.reason();
        }
        progress.working("writing the report");
        if (live != null) {
            live.ended();
        }
        RunReport report = new RunReport(result, calibration, sloOption.objectives());
        report.writeTo(directory, command());
        if (live != null) {
            live.over(Optional.of(directory));
        }
        progress.close();
        aborted.ifPresent(reason -> spec.commandLine().getErr().println("ABORTED: " + reason));
        print(report);
        boolean reported = tell(report);
        if (result.reason() == StopReason.ABORTED) {
            return ExitCodes.OBJECTIVES_MISSED;
        }
        if (result.reason() == StopReason.INTERRUPTED && interruption.exitCode().isEmpty()) {
            spec.commandLine().getErr().println("STOPPED from the live view before its end");
            return ExitCodes.FAILED;
        }
        int judged = reported && report.allOk() ? ExitCodes.OK : ExitCodes.FAILED;
        return interruption.exitCode().orElse(ExitCodes.of(report.objectivesResult(), judged));
    }

    /** Writes what others read. Returns whether that was possible. */
    private boolean tell(RunReport report) {
        try {
            if (junitOption.asked()) {
                junitOption.write(report.junitXml());
            }
            githubSummaryOption.append(report.markdown());
            return true;
        } catch (IOException e) {
            spec.commandLine().getErr().println(SafeText.plain("PROBLEM: the result cannot be written for CI: " + e));
            return false;
        }
    }

    /** Only results go to standard output; problems are always printed. */
    private void print(RunReport report) {
        PrintWriter out = spec.commandLine().getOut();
        if (printJson) {
            out.print(report.json());
            out.flush();
        } else if (!outputOptions.quiet) {
            new ConsoleSummary(out, details).print(report.document(), report.directory());
            return;
        }
        new ConsoleSummary(spec.commandLine().getErr(), details).printWhatWentWrong(report.document());
    }

    private String command() {
        return TypedCommand.of(spec.root().commandLine().getParseResult());
    }

    /** Whether a reader of the live view can change the load. */
    private boolean adjustable(LoadPlan plan) {
        return !clusterOptions.used() && LoadControl.suits(plan);
    }

    private LoadPlan plan(ServerUnderTest server) {
        LoadPlan plan = loadOptions.plan(server, targetOptions.request());
        boolean changes = liveOption.asked() && !clusterOptions.used() && !repeatOptions.several();
        if (plan.openLoop().isEmpty() && plan.maxThreads().isPresent() && !changes) {
            throw new PlanException(new PlanProblem.GrowthWithoutRate());
        }
        return plan;
    }

    private static String name(LoadPlan plan) {
        return plan.model().name() + "-" + plan.threads();
    }

    @Override
    public ClusterOptions agents() {
        return clusterOptions;
    }

    @Override
    public ServerProvider servers() {
        return targetOptions;
    }

    @Override
    public Design design(List<ServerUnderTest> servers) {
        LoadPlan plan = plan(servers.get(0));
        return repeatOptions.design(new Variant(name(plan), servers.get(0).name(), plan), sloOption.objectives());
    }

    @Override
    public ExperimentReport report(Design design, List<Trial> trials, List<String> notes) {
        return ExperimentReports.repeat(design, trials, notes);
    }
}
