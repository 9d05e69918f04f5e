package io.github.swipestorm.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.swipestorm.client.testing.QuickServer;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A client in a separate JVM with too few resources: its figures remain correct, and it names what is missing.
 * {@code scripts/check-limits.sh} covers the cases that need root.
 */
@EnabledOnOs(OS.LINUX)
class ClientLimitsIT {

    private static QuickServer server;

    @TempDir
    private Path directory;

    @BeforeAll
    static void start() {
        server = new QuickServer();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"classic", "nio"})
    @Tag("fault")
    @DisplayName("Too few open files (ulimit -n 64) for the threads -> a warning before the run; attempts without a"
            + " connection fail as client-limit, the others count as always; the verdict is client-bound and names"
            + " the remedy; exit code 1")
    void too_few_open_files_are_a_limit_of_the_client(String transport) throws Exception {
        // As a distribution has it: classes are read from jars, which are open already.
        try (ClientJvm client = ClientJvm.startAfter("ulimit -n 64", List.of(), jars(), fewFiles(transport))) {
            assertThat(client.awaitExit()).isEqualTo(1);
            assertThat(client.output())
                    .contains("WARNING: 100 threads need some", "x client-limit: Too many open files", "ulimit -n")
                    .contains("VERDICT: client-bound", "Checked: planned")
                    .doesNotContain("ERROR", "Exception", "PROBLEM", "connect:", "closed:");
        }
    }

    @Test
    @Tag("fault")
    @DisplayName("Too few open files even for the client's own classes, in a working tree -> one line says so with the"
            + " remedy; exit code 1")
    void no_open_file_for_the_clients_own_classes_is_a_limit_of_the_client() throws Exception {
        // Directories, also where the build has already packed the library: each class is a file to open.
        String classPath = String.join(
                File.pathSeparator,
                "target/classes",
                "../client/target/classes",
                "../server-launch/target/classes",
                Files.readString(Path.of("target/runtime.classpath")).strip());
        try (ClientJvm client = ClientJvm.startAfter("ulimit -n 64", List.of(), classPath, fewFiles("nio"))) {
            assertThat(client.awaitExit()).isEqualTo(1);
            assertThat(client.output()).contains("ulimit -n").doesNotContain("Checked: ");
        }
    }

    private List<String> fewFiles(String transport) {
        return options(
                "--self-warmup",
                "none",
                "--transport",
                transport,
                "--threads",
                "100",
                "--duration",
                "1s",
                "--retries",
                "0");
    }

    /** The class path of a distribution: the modules' classes as jars, and the libraries. */
    private String jars() throws IOException {
        List<String> paths = new ArrayList<>(List.of("target/classes"));
        paths.addAll(List.of(
                Files.readString(Path.of("target/runtime.classpath")).strip().split(File.pathSeparator)));
        List<String> jars = new ArrayList<>();
        for (String path : paths) {
            jars.add(
                    Files.isDirectory(Path.of(path))
                            ? jar(Path.of(path), jars.size()).toString()
                            : path);
        }
        return String.join(File.pathSeparator, jars);
    }

    private Path jar(Path classes, int number) throws IOException {
        Path jar = directory.resolve("classes-" + number + ".jar");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
                Stream<Path> all = Files.walk(classes)) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                out.putNextEntry(new JarEntry(classes.relativize(file).toString()));
                Files.copy(file, out);
            }
        }
        return jar;
    }

    @Test
    @Tag("fault")
    @DisplayName("A heap of 64 MB for 200 threads -> the run is made as with any other heap")
    void a_small_heap_is_enough() throws Exception {
        try (ClientJvm client =
                start("true", List.of("-Xmx64m"), "--self-warmup", "none", "--threads", "200", "--requests", "8000")) {
            assertThat(client.awaitExit()).isZero();
            assertThat(client.output())
                    .contains("planned 8,000 = ok 8,000", "= rows in records.csv 8,000")
                    .doesNotContain("ERROR", "PROBLEM", "Exception", "OutOfMemory");
        }
    }

    @Test
    @Tag("fault")
    @DisplayName(
            "A heap that is too small for the threads -> nothing is sent, one line says what is missing and what to"
                    + " do; exit code 1")
    void too_small_a_heap_is_a_limit_of_the_client() throws Exception {
        try (ClientJvm client = start(
                "true",
                List.of("-Xmx16m"),
                "--self-warmup",
                "none",
                "--transport",
                "nio",
                "--threads",
                "50000",
                "--requests",
                "100000")) {
            assertThat(client.awaitExit()).isEqualTo(1);
            assertThat(client.output())
                    .contains("has no memory left (Java heap space)", "-Xmx", "--threads")
                    .doesNotContain("\tat ");
        }
    }

    @Test
    @Tag("fault")
    @DisplayName("No address space for the stacks of all threads (ulimit -v) -> nothing is sent, one line says how many"
            + " threads there are, and what to do; exit code 1")
    void too_little_memory_for_threads_is_a_limit_of_the_client() throws Exception {
        long before = server.requests();
        try (ClientJvm client = start(
                "ulimit -v 12000000",
                List.of("-Xss256m", "-Xmx256m"),
                "--transport",
                "classic",
                "--self-warmup",
                "none",
                "--threads",
                "200",
                "--requests",
                "1000")) {
            assertThat(client.awaitExit()).isEqualTo(1);
            assertThat(client.output())
                    .containsPattern("This machine (can start only \\d+ of the run's|has no further) thread")
                    .contains("--transport nio", "ulimit -u")
                    .doesNotContain("\tat ", "Checked:");
            assertThat(server.requests()).isEqualTo(before);
        }
    }

    private ClientJvm start(String before, List<String> flags, String... options) throws Exception {
        return ClientJvm.startAfter(before, flags, options(options));
    }

    private List<String> options(String... options) {
        List<String> args =
                new ArrayList<>(List.of("run", "--url", server.target().toString()));
        args.addAll(List.of("--output", directory.resolve("out").toString(), "--no-check-connection"));
        args.addAll(List.of(options));
        return args;
    }
}
