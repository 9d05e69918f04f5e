package io.github.swipestorm.cli.command;

import io.github.swipestorm.cli.ExitCodes;
import io.github.swipestorm.cli.ShortHelp;
import io.github.swipestorm.cli.UsageErrors;
import io.github.swipestorm.cli.Version;
import io.github.swipestorm.cli.option.StartedServerOptions;
import io.github.swipestorm.cli.server.ServerException;
import io.github.swipestorm.cli.server.ServerKind;
import io.github.swipestorm.cli.server.ServerProcess;
import io.github.swipestorm.cli.server.ServerSettings;
import io.github.swipestorm.client.registry.EnumLabels;
import io.github.swipestorm.launch.ServerCertificate;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Starts one of the target servers and keeps it until Ctrl-C. */
@Command(
        name = "serve",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        subcommands = ServeUiCommand.class,
        description =
                "Start a target server and keep it running until Ctrl-C; or, with 'ui', pages to plan and watch runs.")
@ShortHelp(
        options = {"--port", "--tls", "--store", "--server-threads", "--server-virtual-threads", "--server-http2"},
        examples = {
            "serve servlet --port 8080",
            "serve springboot --port 0",
            "serve key-value --store rwlock",
            "serve ui"
        })
public final class ServeCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "SERVER", arity = "0..1", description = "Which one: ${COMPLETION-CANDIDATES}.")
    private ServerKind kind;

    @Option(
            names = "--port",
            paramLabel = "PORT",
            defaultValue = "8080",
            description = "Port to answer on, 0 for any that is free (default: ${DEFAULT-VALUE}).")
    private int port;

    @Option(
            names = "--tls",
            description =
                    "Listen for TLS only, with a new self-signed certificate for localhost, whose file is printed.")
    private boolean tls;

    @Mixin
    private StartedServerOptions options;

    /**
     * Checked before a JVM is started, whose own message would be less clear; a port taken in between is still detected
     * there.
     */
    private void requireFree(int wanted) {
        try (ServerSocket socket = new ServerSocket()) {
            // As servers do: a port whose last connections are still closing is free.
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(wanted));
        } catch (IOException e) {
            throw new ParameterException(
                    spec.commandLine(),
                    "Port " + wanted + " cannot be used (" + e.getMessage() + "): choose another --port");
        }
    }

    @Override
    public Integer call() throws ServerException, InterruptedException {
        if (kind == null) {
            throw new ParameterException(
                    spec.commandLine(),
                    "Say what to serve: " + EnumLabels.all(ServerKind.values()) + " or ui, such as 'serve servlet'");
        }
        ServerSettings settings = UsageErrors.checked(spec, () -> options.settings(kind, port));
        requireFree(port);
        if (!tls) {
            return serve(settings);
        }
        try {
            Path directory = Files.createTempDirectory("swipestorm-certificate");
            ServerCertificate files = ServerCertificate.selfSigned(directory);
            // In the reverse order of these calls.
            directory.toFile().deleteOnExit();
            files.certificate().toFile().deleteOnExit();
            files.key().toFile().deleteOnExit();
            return serve(settings.with(files));
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage());
        } catch (IOException e) {
            throw new ServerException("--tls: " + e.getMessage(), e);
        }
    }

    private int serve(ServerSettings settings) throws ServerException, InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        try (ServerProcess server = ServerProcess.start(settings)) {
            // On a signal the JVM ends without returning here; closing then keeps the server from outliving it.
            AtomicBoolean stopping = new AtomicBoolean();
            Runtime.getRuntime().addShutdownHook(new Thread(() -> stopping.set(true)));
            Runtime.getRuntime().addShutdownHook(new Thread(server::close));
            out.println("The " + kind + " server answers at " + server.target() + "/ (process " + server.pid()
                    + "); stop it with Ctrl-C");
            settings.certificate()
                    .ifPresent(files -> out.println("Clients that verify it: swipestorm run " + server.target()
                            + (kind.swipes() ? "/health" : "/stats") + " --cacert " + files.certificate()));
            out.flush();
            int exitCode = server.awaitExit();
            if (stopping.get()) {
                return ExitCodes.OK;
            }
            spec.commandLine().getErr().println("The server ended by itself with exit code " + exitCode);
            return ExitCodes.FAILED;
        }
    }
}
