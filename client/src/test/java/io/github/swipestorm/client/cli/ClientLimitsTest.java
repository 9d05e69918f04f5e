package io.github.swipestorm.client.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.swipestorm.client.testing.QuickServer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * A client in a JVM of its own that the system gives too little: its figures stay right, and it says what is missing.
 * {@code scripts/check-limits.sh} takes what needs root.
 */
@Timeout(90)
@EnabledOnOs(OS.LINUX)
class ClientLimitsTest {

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

    @Test
    @Tag("fault")
    @DisplayName(
            "Too few open files (ulimit -n 64) for the threads -> a warning before the run; attempts without a connection fail as "
                    + "client-limit, the others count as always; the verdict is client-bound and names the remedy; exit code 1")
    void too_few_open_files_are_a_limit_of_the_client() throws Exception {
        try (ClientJvm client = fewFiles("--self-warmup", "target")) {
            assertThat(client.awaitExit()).isEqualTo(1);
            assertThat(client.output())
                    .contains("WARNING: 100 threads need some", "x client-limit: Too many open files", "ulimit -n")
                    .contains("VERDICT: client-bound", "Checked: planned")
                    .doesNotContain("ERROR", "Exception", "connect:", "closed:");
        }
    }

    @Test
    @Tag("fault")
    @DisplayName(
            "Too few open files even for the client's own code, which its warm-up would have loaded -> nothing is sent, one line "
                    + "says so with the remedy; exit code 1")
    void no_open_file_for_the_clients_own_code_is_a_limit_of_the_client() throws Exception {
        try (ClientJvm client = fewFiles("--self-warmup", "none")) {
            assertThat(client.awaitExit()).isEqualTo(1);
            assertThat(client.output()).contains("ulimit -n").doesNotContain("Exception in", "\tat ");
        }
    }

    private ClientJvm fewFiles(String... options) throws Exception {
        List<String> all = new ArrayList<>(List.of(options));
        all.addAll(List.of("--transport", "nio", "--threads", "100", "--duration", "1s", "--retries", "0"));
        return start("ulimit -n 64", List.of(), all.toArray(String[]::new));
    }

    @Test
    @Tag("fault")
    @DisplayName("A heap of 64 MB for 200 threads -> the run is made as with any other heap")
    void a_small_heap_is_enough() throws Exception {
        try (ClientJvm client =
                start("true", List.of("-Xmx64m"), "--self-warmup", "none", "--threads", "200", "--requests", "20000")) {
            assertThat(client.awaitExit()).isZero();
            assertThat(client.output())
                    .contains("planned 20,000 = ok 20,000", "= rows in records.csv 20,000")
                    .doesNotContain("ERROR", "PROBLEM", "Exception", "OutOfMemory");
        }
    }

    @Test
    @Tag("fault")
    @DisplayName(
            "A heap that is too small for the threads -> nothing is sent, one line says what is missing and what to do; exit code 1")
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
    @DisplayName(
            "No address space for the stacks of all threads (ulimit -v) -> nothing is sent, one line says how many threads there are, and what to do; exit code 1")
    void too_little_memory_for_threads_is_a_limit_of_the_client() throws Exception {
        long before = server.requests();
        try (ClientJvm client = start(
                "ulimit -v 12000000",
                List.of("-Xss256m", "-Xmx256m", "-XX:+UseSerialGC"),
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
        List<String> args =
                new ArrayList<>(List.of("run", "--url", server.target().toString()));
        args.addAll(List.of("--output", directory.resolve("out").toString()));
        args.addAll(List.of(options));
        return ClientJvm.startAfter(before, flags, args);
    }
}
