package io.github.swipestorm.cli.option;

import io.github.swipestorm.cli.server.ServerException;
import io.github.swipestorm.cli.server.ServerProcess;
import io.github.swipestorm.cli.server.ServerSettings;
import io.github.swipestorm.client.http.Target;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A server that load is sent to.
 *
 * @param name identifies it across runs of the program, unlike the port of a server that is started
 * @param target its address
 * @param process of a server that was started by the client
 * @param pid its process id on this machine, if that is known
 */
public record ServerUnderTest(String name, Target target, Optional<ServerProcess> process, OptionalLong pid)
        implements AutoCloseable {

    private static final Target TO_BE_STARTED = new Target("http", "localhost", 80, "");

    /** A server that is running. */
    static ServerUnderTest at(Target target, OptionalLong pid) {
        return new ServerUnderTest(target.toString(), target, Optional.empty(), pid);
    }

    /** A server that is not started yet; its placeholder address is one that a plan can be validated with. */
    static ServerUnderTest planned(String name) {
        return new ServerUnderTest(name, TO_BE_STARTED, Optional.empty(), OptionalLong.empty());
    }

    /** Whether this is the placeholder address of a server that is not started yet, by identity. */
    static boolean isToBeStarted(Target target) {
        return target == TO_BE_STARTED;
    }

    /** Whether the client starts it, or has started it. */
    boolean own() {
        return started() || isToBeStarted(target);
    }

    /** Starts a server and waits until it responds. */
    static ServerUnderTest start(ServerSettings settings, String name) throws ServerException, InterruptedException {
        ServerProcess process = ServerProcess.start(settings);
        return new ServerUnderTest(name, process.target(), Optional.of(process), OptionalLong.of(process.pid()));
    }

    /** Whether the client started it, on its own machine. */
    public boolean started() {
        return process.isPresent();
    }

    /** A message when the server that was started has ended by itself. */
    public Optional<String> death() {
        return process.flatMap(ServerProcess::exitCode)
                .map(code -> "The " + name + " server ended during the run, with exit code " + code);
    }

    @Override
    public void close() {
        process.ifPresent(ServerProcess::close);
    }
}
