package io.github.swipestorm.cli.command;

import io.github.swipestorm.cli.ExitCodes;
import io.github.swipestorm.cli.ShortHelp;
import io.github.swipestorm.cli.Version;
import io.github.swipestorm.cli.option.ServerOptions;
import io.github.swipestorm.cli.server.ServerException;
import io.github.swipestorm.cli.server.ServerKind;
import io.github.swipestorm.cli.server.ServerProcess;
import io.github.swipestorm.cli.server.ServerSettings;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
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
        description = "Start a target server and keep it running until Ctrl-C.")
@ShortHelp(examples = {"serve servlet --port 8080", "serve springboot --port 0"})
public final class ServeCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "SERVER", description = "Which one: ${COMPLETION-CANDIDATES}.")
    private ServerKind kind;

    @Option(
            names = "--port",
            paramLabel = "PORT",
            defaultValue = "8080",
            description = "Port to answer on, 0 for any that is free (default: ${DEFAULT-VALUE}).")
    private int port;

    @Mixin
    private ServerOptions options;

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
        ServerSettings settings;
        try {
            settings = new ServerSettings(kind, port, options.threads, options.virtualThreads);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage());
        }
        requireFree(port);
        PrintWriter out = spec.commandLine().getOut();
        try (ServerProcess server = ServerProcess.start(settings)) {
            // On a signal the JVM ends without returning here; closing then keeps the server from outliving it.
            AtomicBoolean stopping = new AtomicBoolean();
            Runtime.getRuntime().addShutdownHook(new Thread(() -> stopping.set(true)));
            Runtime.getRuntime().addShutdownHook(new Thread(server::close));
            out.println("The " + kind + " server answers at " + server.target() + "/ (process " + server.pid()
                    + "); stop it with Ctrl-C");
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
