package io.github.swipestorm.cli.server;

import io.github.swipestorm.client.http.Operation;
import io.github.swipestorm.client.http.Target;
import io.github.swipestorm.client.workload.Workload;
import io.github.swipestorm.client.workload.swipes.RandomSwipes;
import io.github.swipestorm.client.workload.swipes.SameSwipe;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A server that load is sent to.
 *
 * @param name identifies it across runs of the program, unlike the port of a server that is started
 * @param target its address
 * @param process of a server that was started by the client
 * @param pid its process id on this machine, if that is known
 * @param kind which of our own servers it is; empty for any other
 */
public record ServerUnderTest(
        String name, Target target, Optional<ServerProcess> process, OptionalLong pid, Optional<ServerKind> kind)
        implements AutoCloseable {

    private static final Target TO_BE_STARTED = new Target("http", "localhost", 80, "");
    private static final Target TO_BE_STARTED_TCP = new Target("tcp", "localhost", 80, "");

    /** A server that is running. */
    public static ServerUnderTest at(Target target, OptionalLong pid) {
        return new ServerUnderTest(target.toString(), target, Optional.empty(), pid, Optional.empty());
    }

    /** A server that is not started yet; its placeholder address is one that a plan can be validated with. */
    public static ServerUnderTest planned(String name, ServerKind kind) {
        return new ServerUnderTest(
                name,
                kind.tcp() ? TO_BE_STARTED_TCP : TO_BE_STARTED,
                Optional.empty(),
                OptionalLong.empty(),
                Optional.of(kind));
    }

    /** A program that is not started yet. */
    public static ServerUnderTest plannedProgram(String name) {
        return new ServerUnderTest(name, TO_BE_STARTED, Optional.empty(), OptionalLong.empty(), Optional.empty());
    }

    /** Where the workload goes: a program that is not started yet may turn out to speak what the workload does. */
    public Target target(Workload workload) {
        boolean unknown = target == TO_BE_STARTED && kind.isEmpty();
        return unknown && workload.operations().stream().anyMatch(Operation::overTcp) ? TO_BE_STARTED_TCP : target;
    }

    /**
     * Rejects a workload of swipes for a server without the swipe API.
     *
     * @throws IllegalArgumentException with a user-facing message
     */
    public void requireHas(Workload workload) {
        boolean swipes = workload.equals(new RandomSwipes()) || workload.equals(new SameSwipe());
        if (swipes && kind.isPresent() && !kind.get().swipes()) {
            throw new IllegalArgumentException(
                    "The " + kind.get() + " server has no swipe API: name its workload, such as"
                            + " --workload examples/workloads/" + kind.get() + ".yaml");
        }
    }

    /** Whether this is the placeholder address of a server that is not started yet, by identity. */
    public static boolean isToBeStarted(Target target) {
        return target == TO_BE_STARTED || target == TO_BE_STARTED_TCP;
    }

    /** Whether the client starts it, or has started it. */
    public boolean own() {
        return started() || isToBeStarted(target);
    }

    /** Starts a server and waits until it responds. */
    public static ServerUnderTest start(ServerSettings settings, String name)
            throws ServerException, InterruptedException {
        ServerProcess process = ServerProcess.start(settings);
        return new ServerUnderTest(
                name,
                process.target(),
                Optional.of(process),
                OptionalLong.of(process.pid()),
                Optional.of(settings.kind()));
    }

    /** Starts a program and waits until it prints its address. */
    public static ServerUnderTest start(List<String> command, String name)
            throws ServerException, InterruptedException {
        ServerProcess process = ServerProcess.start(command);
        return new ServerUnderTest(
                name, process.target(), Optional.of(process), OptionalLong.of(process.pid()), Optional.empty());
    }

    /** Opens a server. */
    public interface Opening<T> {

        /** @param what what it is known by */
        ServerUnderTest open(T what) throws ServerException, InterruptedException;
    }

    /** Opens servers, all or none: when one cannot be opened, those before it are closed. */
    public static <T> List<ServerUnderTest> openAll(List<T> all, Opening<T> opening)
            throws ServerException, InterruptedException {
        List<ServerUnderTest> opened = new ArrayList<>();
        try {
            for (T what : all) {
                opened.add(opening.open(what));
            }
            return opened;
        } finally {
            if (opened.size() < all.size()) {
                opened.forEach(ServerUnderTest::close);
            }
        }
    }

    /** Whether the client started it, on its own machine. */
    public boolean started() {
        return process.isPresent();
    }

    /** A message when the server that the client has started exited unexpectedly. */
    public Optional<String> death() {
        return process.flatMap(ServerProcess::exitCode)
                .map(code -> "The " + name + " server ended during the run, with exit code " + code);
    }

    @Override
    public void close() {
        process.ifPresent(ServerProcess::close);
    }
}
