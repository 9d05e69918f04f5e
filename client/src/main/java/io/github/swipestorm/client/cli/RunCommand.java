package io.github.swipestorm.client.cli;

import io.github.swipestorm.client.engine.LoadPlan;
import io.github.swipestorm.client.engine.LocalRunner;
import io.github.swipestorm.client.engine.RunResult;
import io.github.swipestorm.client.http.Target;
import io.github.swipestorm.client.preflight.HostLimits;
import io.github.swipestorm.client.preflight.Preflight;
import io.github.swipestorm.client.record.RecordingSettings;
import io.github.swipestorm.client.report.ConsoleSummary;
import io.github.swipestorm.client.report.ProgressReporter;
import io.github.swipestorm.client.report.RunReport;
import io.github.swipestorm.client.server.ServerException;
import io.github.swipestorm.client.server.ServerKind;
import io.github.swipestorm.client.server.ServerProcess;
import io.github.swipestorm.client.server.ServerSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Sends load and says how it went. */
@Command(
        name = "run",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        abbreviateSynopsis = true,
        description = "Send load to a server and report how it went.",
        footer = {
            "",
            "Without --url a server is started in a JVM of its own and stopped at the end.",
            "Exit code: 0 all requests ok, 1 some failed or were never sent, 2 wrong usage, 130/143 on Ctrl-C/SIGTERM."
        })
final class RunCommand implements Callable<Integer> {

    /** Stands for the server that is still to be started. */
    private static final Target OWN_SERVER = new Target("http", "localhost", 80, "");

    @Spec
    private CommandSpec spec;

    @Option(
            names = {"-u", "--url"},
            paramLabel = "URL",
            description = "Server to send load to, with its context path, e.g. http://localhost:8080/app.")
    private String url;

    @Option(
            names = "--server",
            paramLabel = "SERVER",
            defaultValue = "servlet",
            description =
                    "Server to start when there is no --url: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    private ServerKind server;

    @Mixin
    private ServerOptions serverOptions;

    @Mixin
    private PlanOptions planOptions;

    @Mixin
    private OutputOptions outputOptions;

    @Override
    public Integer call() throws ServerException, InterruptedException {
        // Everything that was typed is judged before anything is started.
        Target given = url == null ? null : checked(() -> Target.parse(url));
        checked(() -> planOptions.plan(given == null ? OWN_SERVER : given));
        ServerSettings settings =
                checked(() -> new ServerSettings(server, 0, serverOptions.threads, serverOptions.virtualThreads));
        checked(() -> {
            outputOptions.check();
            return null;
        });
        Interruption interruption = new Interruption();
        try {
            return given != null ? load(planOptions.plan(given), interruption) : loadOwnServer(settings, interruption);
        } catch (ServerException e) {
            if (interruption.exitCode().isEmpty()) {
                throw e;
            }
            spec.commandLine().getErr().println("INTERRUPTED before the run began");
            return interruption.exitCode().get();
        }
    }

    private int loadOwnServer(ServerSettings settings, Interruption interruption)
            throws ServerException, InterruptedException {
        try (ServerProcess process = ServerProcess.start(settings)) {
            int exitCode = load(planOptions.plan(process.target()), interruption);
            process.exitCode()
                    .ifPresent(code -> spec.commandLine()
                            .getErr()
                            .println("The server ended during the run, with exit code " + code));
            return exitCode;
        }
    }

    private int load(LoadPlan plan, Interruption interruption) throws InterruptedException {
        Preflight.warnings(plan, url == null, HostLimits.current())
                .forEach(warning -> spec.commandLine().getErr().println("WARNING: " + warning));
        Optional<Path> directory = makeDirectory(plan);
        RecordingSettings recording = directory.map(outputOptions::settings).orElse(RecordingSettings.NO_FILES);
        RunResult result;
        try (ProgressReporter progress = new ProgressReporter(spec.commandLine().getErr(), Terminal.isPresent())) {
            result = new LocalRunner(recording).run(plan, interruption.stop(), progress);
        }
        RunReport report = new RunReport(result);
        directory.ifPresent(path ->
                report.writeTo(path, TypedCommand.of(spec.root().commandLine().getParseResult())));
        new ConsoleSummary(spec.commandLine().getOut()).print(result, report);
        int judged = report.allOk() && directory.isPresent() ? ExitCodes.OK : ExitCodes.FAILED;
        return interruption.exitCode().orElse(judged);
    }

    /** A directory that cannot be made costs the files, not the run. */
    private Optional<Path> makeDirectory(LoadPlan plan) {
        try {
            return Optional.of(outputOptions.makeDirectory(plan));
        } catch (IOException e) {
            spec.commandLine()
                    .getErr()
                    .println("PROBLEM: nothing will be written, as the run's directory cannot be made: " + e
                            + "; choose another with --output");
            return Optional.empty();
        }
    }

    /** Wrong values are wrong usage: one line, and exit code 2. */
    private <T> T checked(Callable<T> value) {
        try {
            return value.call();
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage());
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
