package io.github.swipestorm.cli.server;

import io.github.swipestorm.client.clock.NanoClock;
import io.github.swipestorm.client.engine.LoopbackResponder;
import io.github.swipestorm.client.http.Target;
import io.github.swipestorm.client.thread.DaemonThreads;
import io.github.swipestorm.launch.ReadyLine;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;

/**
 * A server in a separate JVM, so that it shares neither heap nor garbage collector with the measurement. It ends when
 * it is closed, and also when this JVM ends in whatever way, because it watches the pipe to this JVM.
 */
public final class ServerProcess implements AutoCloseable {

    /** A JVM starts in seconds, but a machine that runs several builds at once takes minutes. */
    private static final Duration START_LIMIT = Duration.ofMinutes(5);

    /** A program that prints no address would be waited for as long as that. */
    private static final Duration PROGRAM_START_LIMIT = Duration.ofMinutes(1);

    /** A sentence may end behind it. */
    private static final Pattern ADDRESS =
            Pattern.compile("\\b(https?|tcps?)://[\\w.*\\[\\]:-]*[\\w*\\]](/([\\w./-]*[\\w/-])?)?");

    private static final Duration STOP_LIMIT = Duration.ofSeconds(10);

    /** How often the end of a process is polled that is not a child of this one. */
    private static final long POLL_NANOS = 5_000_000;

    private final Process process;
    private final Target target;

    private ServerProcess(Process process, Target target) {
        this.process = process;
        this.target = target;
    }

    /**
     * Starts a server and waits until it responds.
     *
     * @throws ServerException when it is not installed, or was not ready within 5 min
     */
    public static ServerProcess start(ServerSettings settings) throws ServerException, InterruptedException {
        return start(settings, List.of());
    }

    /**
     * Starts any program and waits until it prints a URL on standard output.
     *
     * @param command the program and its arguments
     * @throws ServerException when it cannot be started, or printed no URL of this machine within a minute
     */
    public static ServerProcess start(List<String> command) throws ServerException, InterruptedException {
        AtomicReference<String> last = new AtomicReference<>("nothing");
        try {
            return start(
                    command.get(0),
                    command,
                    PROGRAM_START_LIMIT,
                    line -> {
                        last.set(line);
                        return addressIn(line);
                    },
                    "no line with a URL of this machine, such as http://localhost:8080/, on its standard output");
        } catch (ServerException e) {
            throw new ServerException(
                    "--server-command: " + e.getMessage() + "; the last that it printed: " + last.get(), e);
        }
    }

    /**
     * The first URL of a line that names this machine by its loopback interface or by all interfaces: a program may
     * print where its documentation is, which nobody wants load sent to.
     */
    static Optional<Target> addressIn(String line) {
        return ADDRESS.matcher(line)
                .results()
                .map(url -> url.group().replaceFirst("//(0\\.0\\.0\\.0|\\[::]|\\*)(?=[:/]|$)", "//localhost"))
                .flatMap(url -> parsed(url).stream())
                .filter(Target::loopback)
                .findFirst();
    }

    private static Optional<Target> parsed(String url) {
        try {
            return Optional.of(Target.parse(url));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** The same with options of the server's JVM. */
    static ServerProcess start(ServerSettings settings, List<String> jvmOptions)
            throws ServerException, InterruptedException {
        return start(settings.kind().toString(), command(settings, jvmOptions));
    }

    /**
     * Starts a minimal responder and waits until it responds: the client's capacity is measured against it.
     *
     * @param threads that send responses, at least 1
     * @param secure whether it listens for TLS, with a self-signed certificate
     * @throws ServerException when it was not ready within 5 min
     */
    public static ServerProcess startResponder(int threads, int bodyBytes, boolean secure)
            throws ServerException, InterruptedException {
        ServerProcess started = start(
                "responder",
                List.of(
                        java(),
                        "-D" + Responder.BODY_BYTES + "=" + bodyBytes,
                        "-D" + Responder.TLS + "=" + secure,
                        "-cp",
                        placesOf(Responder.class, LoopbackResponder.class, ReadyLine.class, CommandLine.class),
                        Responder.class.getName(),
                        "--port",
                        "0",
                        "--server-threads",
                        Integer.toString(threads),
                        "--parent-lifeline"));
        Target clear = started.target;
        return secure
                ? new ServerProcess(started.process, new Target("https", clear.host(), clear.port(), clear.basePath()))
                : started;
    }

    private static ServerProcess start(String name, List<String> command) throws ServerException, InterruptedException {
        return start(
                "The " + name + " server",
                command,
                START_LIMIT,
                line -> ReadyLine.parse(line).map(uri -> Target.parse(uri.toString())),
                "no line saying that it is ready");
    }

    private static ServerProcess start(
            String name,
            List<String> command,
            Duration limit,
            Function<String, Optional<Target>> address,
            String missing)
            throws ServerException, InterruptedException {
        Process process;
        try {
            process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
        } catch (IOException e) {
            throw new ServerException(name + " could not be started: " + e.getMessage(), e);
        }
        try {
            return new ServerProcess(process, awaitReady(process, name, limit, address, missing));
        } catch (ServerException | InterruptedException | RuntimeException e) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
            throw e;
        }
    }

    private static List<String> command(ServerSettings settings, List<String> jvmOptions) throws ServerException {
        List<String> command = new ArrayList<>();
        command.add(java());
        // Where a user has the client keep its temporary files, the server keeps its own, too.
        command.add("-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir"));
        command.addAll(jvmOptions);
        command.addAll(List.of(
                "-cp",
                ServerInstallation.ofThisClient().classPath(settings.kind()),
                settings.kind().mainClass()));
        if (!settings.kind().swipes()) {
            command.add(settings.kind().toString());
        }
        command.addAll(List.of(
                "--port",
                Integer.toString(settings.port()),
                "--server-threads",
                Integer.toString(settings.threads()),
                "--parent-lifeline"));
        if (settings.virtualThreads()) {
            command.add("--virtual-threads");
        }
        if (settings.http2()) {
            command.add("--http2");
        }
        settings.certificate()
                .ifPresent(files -> command.addAll(List.of(
                        "--tls-certificate",
                        files.certificate().toString(),
                        "--tls-key",
                        files.key().toString())));
        settings.store().ifPresent(store -> command.addAll(List.of("--store", store)));
        settings.mostAlbums().ifPresent(most -> command.addAll(List.of("--most-albums", Integer.toString(most))));
        return command;
    }

    private static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    /** The class path that these classes were loaded from. */
    private static String placesOf(Class<?>... classes) {
        return Stream.of(classes)
                .map(type -> Path.of(URI.create(type.getProtectionDomain()
                                .getCodeSource()
                                .getLocation()
                                .toString()))
                        .toString())
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static Target awaitReady(
            Process process, String name, Duration limit, Function<String, Optional<Target>> address, String missing)
            throws ServerException, InterruptedException {
        CompletableFuture<Target> ready = new CompletableFuture<>();
        DaemonThreads.start("swipestorm-server-output", () -> readOutput(process, ready, address, missing));
        try {
            return ready.get(limit.toSeconds(), TimeUnit.SECONDS);
        } catch (TimeoutException | ExecutionException e) {
            String why = process.isAlive()
                    ? "did not get ready within " + limit.toMinutes() + " min (" + missing + ")"
                    : "ended with exit code " + process.exitValue() + " instead of getting ready";
            throw new ServerException(name + " " + why, e);
        }
    }

    /** Reads to the end, even after the ready line: a full pipe would block the server. */
    private static void readOutput(
            Process process,
            CompletableFuture<Target> ready,
            Function<String, Optional<Target>> address,
            String missing) {
        try (BufferedReader output = process.inputReader()) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                if (!ready.isDone()) {
                    address.apply(line).ifPresent(ready::complete);
                }
            }
            process.waitFor();
        } catch (IOException | InterruptedException e) {
            ready.completeExceptionally(e);
        }
        ready.completeExceptionally(new IOException(missing));
    }

    /** Its address. */
    public Target target() {
        return target;
    }

    /** The server's process id. */
    public long pid() {
        return process.pid();
    }

    /** Its exit code, if it has ended. */
    public Optional<Integer> exitCode() {
        return process.isAlive() ? Optional.empty() : Optional.of(process.exitValue());
    }

    /** Waits until the server ends, for whatever reason. */
    public int awaitExit() throws InterruptedException {
        return process.waitFor();
    }

    /** Asks it and its descendants to end, and kills those that have not ended within 10 s. */
    @Override
    public void close() {
        stop(STOP_LIMIT);
    }

    /** @param limit how long they may take to end */
    void stop(Duration limit) {
        // A program that was started by a shell or a wrapper is its child, and would outlive it. Nobody knows whose it
        // was once the parent has ended.
        List<ProcessHandle> all = Stream.concat(Stream.of(process.toHandle()), process.descendants())
                .toList();
        process.destroy();
        all.forEach(ProcessHandle::destroy);
        long start = NanoClock.SYSTEM.nanoTime();
        while (all.stream().anyMatch(ServerProcess::running)
                && NanoClock.SYSTEM.nanoTime() - start < limit.toNanos()
                && !Thread.currentThread().isInterrupted()) {
            LockSupport.parkNanos(POLL_NANOS);
        }
        all.forEach(ProcessHandle::destroyForcibly);
        boolean interrupted = Thread.interrupted();
        try {
            // Reaps the process; without that its exit code would be missing.
            process.waitFor(STOP_LIMIT.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            interrupted = true;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** A process that has ended has no command any more, even as a zombie that its new parent never reaps. */
    private static boolean running(ProcessHandle process) {
        return process.isAlive() && process.info().command().isPresent();
    }
}
