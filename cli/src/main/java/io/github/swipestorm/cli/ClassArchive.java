package io.github.swipestorm.cli;

import io.github.swipestorm.client.engine.LoopbackResponder;
import io.github.swipestorm.client.http.Target;
import io.github.swipestorm.client.thread.DaemonThreads;
import io.github.swipestorm.launch.ProcessSignal;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;

/**
 * The archive of class data (CDS) that the launcher has the JVM map, so that it need not read and verify the client's classes at
 * every start. A JVM of its own makes it after a run, from the classes that short runs against a responder load. Whatever
 * goes wrong, the client only starts as slowly as before.
 *
 * @param file that the launcher maps if it is there
 */
record ClassArchive(Path file) {

    /** The system property by which the launcher names the archive's file; without it there is none. */
    private static final String FILE = "swipestorm.archive";

    private static final Duration LONGEST = Duration.ofMinutes(1);
    private static final Duration ABANDONED = Duration.ofHours(1);
    private static final String UNFINISHED = ".unfinished";
    private static final String FAILED = "failed" + System.lineSeparator();
    /** More than these exit codes means that a signal ended the process. */
    private static final int HIGHEST_EXIT_CODE = 128;

    /**
     * Makes the archive if the launcher wants one, and it is missing or of other classes or another Java. In a home where there was
     * no run before nothing is made: a container that is thrown away would pay for it and never profit.
     *
     * @param atOnce makes it in such a home, too
     * @param before runs if the archive is made, which takes some seconds
     */
    static void refresh(boolean atOnce, Runnable before) {
        String named = System.getProperty(FILE);
        if (named != null) {
            try {
                new ClassArchive(Path.of(named)).refreshFile(atOnce, before);
            } catch (IOException | UncheckedIOException e) {
                // A home that cannot be written, or that is full.
            }
        }
    }

    private void refreshFile(boolean atOnce, Runnable before) throws IOException {
        if (!Files.isDirectory(file.getParent())) {
            Files.createDirectories(file.getParent());
            if (!atOnce) {
                return;
            }
        }
        String contents = contents();
        Path note = file.resolveSibling(file.getFileName() + ".txt");
        String noted = Files.exists(note) ? Files.readString(note) : "";
        if (noted.equals(FAILED + contents) || (noted.equals(contents) && Files.exists(file))) {
            return;
        }
        before.run();
        switch (make()) {
            case MADE -> Files.writeString(note, contents);
            // Not tried again with these jars and this Java.
            case FAILED -> Files.writeString(note, FAILED + contents);
            case INTERRUPTED -> {}
        }
    }

    /** What an archive is good for: this Java and these jars, which the JVM compares as well. */
    private static String contents() {
        return Stream.concat(
                        Stream.of(System.getProperty("java.home") + " " + System.getProperty("java.vm.version")),
                        Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                                .map(File::new)
                                .map(jar -> jar + " " + jar.length() + " " + jar.lastModified()))
                .collect(Collectors.joining(System.lineSeparator()));
    }

    private enum Outcome {
        MADE,
        FAILED,
        INTERRUPTED
    }

    /** The archive appears complete or not at all: JVMs that start meanwhile map it without a check. */
    private Outcome make() throws IOException {
        Path unfinished = Files.createTempFile(file.getParent(), file.getFileName() + ".", UNFINISHED);
        try {
            removeAbandoned(Files.getLastModifiedTime(unfinished).toInstant());
            int exitCode = exitCode(jvm("-XX:ArchiveClassesAtExit=" + unfinished, ClassArchive.class.getName()));
            if (exitCode > HIGHEST_EXIT_CODE) {
                return Outcome.INTERRUPTED;
            }
            boolean usable = exitCode == 0
                    && Files.size(unfinished) > 0
                    && exitCode(jvm("-XX:SharedArchiveFile=" + unfinished, Main.class.getName(), "version")) == 0;
            if (usable) {
                Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
            }
            return usable ? Outcome.MADE : Outcome.FAILED;
        } finally {
            Files.deleteIfExists(unfinished);
        }
    }

    /** A JVM with these classes; with an archive that it cannot map, it fails. */
    private static Process jvm(String archive, String... main) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                archive,
                archive.startsWith("-XX:Shared") ? "-Xshare:on" : "-Xshare:auto",
                "-Xlog:disable",
                // It ends before the second compiler's work would pay.
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path")));
        command.addAll(List.of(main));
        return new ProcessBuilder(command)
                .redirectInput(new File("/dev/null"))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    private static int exitCode(Process process) {
        for (ProcessSignal signal : ProcessSignal.values()) {
            signal.handle(process::destroyForcibly);
        }
        try {
            return process.waitFor(LONGEST.toSeconds(), TimeUnit.SECONDS) ? process.exitValue() : ExitCodes.FAILED;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return ExitCodes.FAILED;
        } finally {
            process.destroyForcibly();
        }
    }

    /** Of a client that was killed. */
    private void removeAbandoned(Instant now) throws IOException {
        FileTime limit = FileTime.from(now.minus(ABANDONED));
        try (DirectoryStream<Path> files = Files.newDirectoryStream(file.getParent(), "*" + UNFINISHED)) {
            for (Path abandoned : files) {
                if (Files.getLastModifiedTime(abandoned).compareTo(limit) < 0) {
                    Files.deleteIfExists(abandoned);
                }
            }
        }
    }

    /** Loads what runs load, over each transport; the JVM writes the archive when it ends. */
    public static void main(String[] args) throws IOException {
        Path directory = Files.createTempDirectory("swipestorm-archive");
        try (LoopbackResponder clear = responder(false);
                LoopbackResponder secure = responder(true)) {
            // The first one with the client's warm-up.
            run(clear.target(), directory.resolve("nio"), "--transport", "nio");
            run(clear.target(), directory.resolve("classic"), "--transport", "classic", "--self-warmup", "none");
            run(secure.target(), directory.resolve("tls"), "--insecure", "--self-warmup", "none");
            run(secure.target(), directory.resolve("http2"), "--insecure", "--http", "2", "--self-warmup", "none");
            execute("run", "--help");
        } finally {
            try (Stream<Path> files = Files.walk(directory)) {
                files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
            }
        }
        // Threads of the transports may go on for a moment.
        System.exit(ExitCodes.OK);
    }

    private static LoopbackResponder responder(boolean secure) throws IOException {
        return new LoopbackResponder(
                0, 1, DaemonThreads.factory("swipestorm-stub"), LoopbackResponder.SAME, Integer.MAX_VALUE, secure);
    }

    private static void run(Target target, Path output, String... options) {
        execute(Stream.concat(
                        Stream.of("run", target + "/", "--threads", "4", "--requests", "200", "--output", output + ""),
                        Stream.of(options))
                .toArray(String[]::new));
    }

    private static void execute(String... words) {
        CommandLine commandLine = Main.commandLineFor(words);
        PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
        commandLine.setOut(nowhere);
        commandLine.setErr(nowhere);
        Main.execute(commandLine, words);
    }
}
