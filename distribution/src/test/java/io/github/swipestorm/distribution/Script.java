package io.github.swipestorm.distribution;

import static io.github.swipestorm.api.contract.TestTimeout.MAX_WAIT;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A script of this project, as it is run from a shell. Every call waits at most five minutes. */
final class Script {

    /** The project's root. */
    static final Path ROOT =
            Path.of(System.getProperty("swipestorm.root")).toAbsolutePath().normalize();

    private final List<String> command;
    private final Map<String, String> environment = new HashMap<>();
    private Path directory = Path.of("").toAbsolutePath();

    private Script(List<String> command) {
        this.command = command;
    }

    /** What a script did. */
    record Run(int exitCode, String out, String err) {}

    static Script of(Path program) {
        return new Script(List.of(program.toString()));
    }

    Script with(String variable, String value) {
        environment.put(variable, value);
        return this;
    }

    /** Looks for programs in a directory before all others. */
    Script findingFirst(Path programs) {
        return with("PATH", programs + File.pathSeparator + System.getenv("PATH"));
    }

    Script in(Path newDirectory) {
        directory = newDirectory;
        return this;
    }

    /** Starts it; output goes to the files {@code out} and {@code err} of a directory. */
    Process start(Path logs, List<String> arguments) throws IOException {
        List<String> words = new ArrayList<>(command);
        words.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(words)
                .directory(directory.toFile())
                .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
                .redirectOutput(logs.resolve("out").toFile())
                .redirectError(logs.resolve("err").toFile());
        // These would reach the JVMs that scripts start, and what they print.
        builder.environment().keySet().removeAll(List.of("JAVA_OPTS", "JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS"));
        // Nothing may be left in a user's cache.
        builder.environment().put("SWIPESTORM_ARCHIVE", "off");
        builder.environment().putAll(environment);
        return builder.start();
    }

    Run run(String... arguments) throws IOException, InterruptedException {
        return run(List.of(arguments));
    }

    Run run(List<String> arguments) throws IOException, InterruptedException {
        Path logs = Files.createTempDirectory("swipestorm-script");
        try {
            return end(start(logs, arguments), logs);
        } finally {
            Files.deleteIfExists(logs.resolve("out"));
            Files.deleteIfExists(logs.resolve("err"));
            Files.delete(logs);
        }
    }

    /** Waits for the end of what was started. */
    static Run end(Process process, Path logs) throws IOException, InterruptedException {
        try {
            if (!process.waitFor(MAX_WAIT.toSeconds(), TimeUnit.SECONDS)) {
                throw new IllegalStateException("still running; it printed " + Files.readString(logs.resolve("out"))
                        + Files.readString(logs.resolve("err")));
            }
            return new Run(
                    process.exitValue(), Files.readString(logs.resolve("out")), Files.readString(logs.resolve("err")));
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }
}
