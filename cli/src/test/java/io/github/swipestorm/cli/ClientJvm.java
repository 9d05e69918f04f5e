package io.github.swipestorm.cli;

import static io.github.swipestorm.client.testing.TestTimeout.MAX_WAIT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.swipestorm.client.testing.Member;
import io.github.swipestorm.client.testing.ShortLivedJvm;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The client in a separate JVM, as a shell starts it; captures both outputs together. Closing it kills it with its servers,
 * should they still run, and deletes their temporary files.
 */
final class ClientJvm implements AutoCloseable {

    private static final String OWN_CLASS_PATH = System.getProperty("java.class.path");

    private final Process process;
    private final Path temporary;
    private final StringBuffer said = new StringBuffer();
    private final Member<Void> listener;

    private ClientJvm(Process process, Path temporary) {
        this.process = process;
        this.temporary = temporary;
        this.listener = Member.running(this::listen);
    }

    private void listen() {
        try (BufferedReader lines = process.inputReader()) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                said.append(line).append('\n');
            }
        } catch (IOException e) {
            // It was ended by force.
        }
    }

    static ClientJvm start(List<String> args) throws IOException {
        return startAfter("true", List.of(), args);
    }

    /** Starts it after a command of the shell, such as {@code ulimit -n 64}, with flags of the JVM. */
    static ClientJvm startAfter(String command, List<String> flags, List<String> args) throws IOException {
        return startAfter(command, flags, OWN_CLASS_PATH, args);
    }

    /** The same with another class path. */
    static ClientJvm startAfter(String command, List<String> flags, String classPath, List<String> args)
            throws IOException {
        Path temporary = Files.createTempDirectory("swipestorm-client");
        List<String> all = new ArrayList<>(flags);
        all.add("-Djava.io.tmpdir=" + temporary);
        return new ClientJvm(process(command, all, classPath, args), temporary);
    }

    /** Starts it with closed outputs. */
    static Process startUnheard(List<String> args) throws IOException {
        Process process = process("true", List.of(), OWN_CLASS_PATH, args);
        process.getInputStream().close();
        return process;
    }

    /** A shell may have made this JVM deaf to SIGINT, and its children with it; env gives them their hearing back. */
    private static Process process(String before, List<String> flags, String classPath, List<String> args)
            throws IOException {
        List<String> command = new ArrayList<>(List.of("env", "--default-signal=INT,TERM,HUP"));
        command.addAll(List.of("sh", "-c", before + " && exec \"$@\"", "sh"));
        command.addAll(ShortLivedJvm.command());
        command.addAll(flags);
        command.addAll(List.of("-cp", classPath, Main.class.getName()));
        command.addAll(args);
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }

    void send(String signal) throws Exception {
        assertThat(sendIfAlive(signal)).isTrue();
    }

    /** Returns false when it has already ended. */
    boolean sendIfAlive(String signal) throws Exception {
        Process kill = new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid())).start();
        assertThat(kill.waitFor(MAX_WAIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        return kill.exitValue() == 0;
    }

    /** Waits until it has ended, and returns its exit code. */
    int awaitExit() throws InterruptedException {
        assertThat(process.waitFor(MAX_WAIT.toSeconds(), TimeUnit.SECONDS))
                .as("it ends")
                .isTrue();
        return process.exitValue();
    }

    void awaitOutput(String text) {
        await().atMost(MAX_WAIT).pollInterval(Duration.ofMillis(5)).until(() -> said.indexOf(text) >= 0);
    }

    /** All that it said, once it has ended. */
    String output() {
        listener.result();
        return said.toString();
    }

    /** The servers that it has started. */
    List<ProcessHandle> children() {
        return process.children().toList();
    }

    @Override
    public void close() {
        List<ProcessHandle> servers = children();
        servers.forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        servers.forEach(server -> server.onExit().join());
        process.onExit().join();
        try (Stream<Path> files = Files.walk(temporary)) {
            files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
