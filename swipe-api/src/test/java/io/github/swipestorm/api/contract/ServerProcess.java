package io.github.swipestorm.api.contract;

import static io.github.swipestorm.api.contract.TestTimeout.MAX_WAIT;
import static org.awaitility.Awaitility.await;

import io.github.swipestorm.launch.ReadyLine;
import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.core.ConditionTimeoutException;

/**
 * A server's main in a JVM of its own, of the kind that runs the tests. Everything that it prints is kept, apart by
 * stream. Closing it kills it, should it still run, and
 * deletes its temporary files.
 */
public final class ServerProcess implements Closeable {

    /**
     * Flags of a server that lives for seconds. What the second compiler makes of its code would come too late, and verifying
     * classes takes a twentieth of its CPU time. Seeding Tomcat's session ids never waits for the system to collect randomness.
     */
    static final List<String> FLAGS = List.of(
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-XX:+UnlockDiagnosticVMOptions",
            "-XX:-BytecodeVerificationRemote",
            "-Djava.security.egd=file:/dev/urandom");

    private final Process process;
    private final Path temporary;
    private final List<String> out = new CopyOnWriteArrayList<>();
    private final List<String> err = new CopyOnWriteArrayList<>();
    private final CompletableFuture<URI> ready = new CompletableFuture<>();
    private final List<Thread> readers;

    private ServerProcess(Process process, Path temporary) {
        this.process = process;
        this.temporary = temporary;
        readers = List.of(read(process.getInputStream(), out), read(process.getErrorStream(), err));
    }

    /**
     * Starts a server without waiting for it.
     *
     * @param program what follows {@code java}: JVM options, and a main class or {@code -jar} with a file
     * @param options the server's own
     */
    public static ServerProcess launch(List<String> program, String... options) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(FLAGS);
        // A server that is killed cannot delete its files.
        Path temporary = Files.createTempDirectory("swipestorm-server");
        command.add("-Djava.io.tmpdir=" + temporary);
        command.addAll(program);
        command.addAll(List.of(options));
        ProcessBuilder builder = new ProcessBuilder(command);
        // A JVM announces these on standard error, which then could not be expected to be empty.
        builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"));
        return new ServerProcess(builder.start(), temporary);
    }

    /** Starts a server on a port that the system chooses, and waits until it says that it is ready. */
    public static ServerProcess start(List<String> program, String... options) throws IOException {
        List<String> all = new ArrayList<>(List.of("--port", "0"));
        all.addAll(List.of(options));
        ServerProcess server = launch(program, all.toArray(String[]::new));
        try {
            server.base();
            return server;
        } catch (IllegalStateException e) {
            server.close();
            throw e;
        }
    }

    private Thread read(InputStream stream, List<String> lines) {
        Thread reader = new Thread(() -> {
            try (BufferedReader text = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
                for (String line = text.readLine(); line != null; line = text.readLine()) {
                    lines.add(line);
                    ReadyLine.parse(line).ifPresent(ready::complete);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } finally {
                // Whichever stream ends first, the server has ended too.
                ready.completeExceptionally(new IllegalStateException("the server ended"));
            }
        });
        reader.setDaemon(true);
        reader.start();
        return reader;
    }

    /** Where the server is; waits until it is ready. */
    public URI base() {
        try {
            return ready.get(MAX_WAIT.toSeconds(), TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new IllegalStateException("not ready; it printed " + printed(), e);
        }
    }

    /** What it has printed so far, with the stacks of its threads if it still runs. */
    private String printed() {
        try {
            new ProcessBuilder("kill", "-QUIT", Long.toString(process.pid()))
                    .start()
                    .waitFor();
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> !process.isAlive() || out.stream().anyMatch(line -> line.startsWith("Heap")));
        } catch (IOException | InterruptedException | ConditionTimeoutException e) {
            out.add("no stacks: " + e);
        }
        return String.join("\n", out) + String.join("\n", err);
    }

    /** The lines on standard output so far. */
    public List<String> out() {
        return List.copyOf(out);
    }

    /** The lines on standard error so far. */
    public List<String> err() {
        return List.copyOf(err);
    }

    /** Sends SIGTERM, and keeps the streams open that {@link Process#destroy} would close. */
    void terminate() {
        process.toHandle().destroy();
    }

    /** Sends SIGKILL, and keeps the streams open. */
    void kill() {
        process.toHandle().destroyForcibly();
    }

    void closeStandardInput() throws IOException {
        process.getOutputStream().close();
    }

    /** Waits for the server's end, and for all it printed; returns the exit code. */
    int awaitExit() throws InterruptedException {
        if (!process.waitFor(MAX_WAIT.toSeconds(), TimeUnit.SECONDS)) {
            throw new IllegalStateException("still running; it printed " + printed());
        }
        for (Thread reader : readers) {
            reader.join(MAX_WAIT.toMillis());
        }
        return process.exitValue();
    }

    @Override
    public void close() {
        try {
            process.destroyForcibly().waitFor();
            try (Stream<Path> files = Files.walk(temporary)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
