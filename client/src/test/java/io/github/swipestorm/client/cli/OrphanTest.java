package io.github.swipestorm.client.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A server that the client has started never outlives it, and neither do its records get lost. */
@Timeout(120)
class OrphanTest {

    @TempDir
    private Path directory;

    @Test
    void a_client_that_is_killed_leaves_no_server_and_readable_records() throws Exception {
        Path records = directory.resolve("out/records.csv");
        Process client = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Main.class.getName(),
                        "run",
                        "--threads",
                        "4",
                        "--requests",
                        "1000000000",
                        "--output",
                        directory.resolve("out").toString())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            Awaitility.await()
                    .atMost(60, TimeUnit.SECONDS)
                    .until(() -> Files.exists(records) && Files.size(records) > 100_000);
            List<ProcessHandle> servers = client.children().toList();
            assertThat(servers).hasSize(1);

            client.destroyForcibly();

            assertThat(client.waitFor(10, TimeUnit.SECONDS)).isTrue();
            servers.get(0).onExit().get(30, TimeUnit.SECONDS);
            CommandRun report = CommandRun.of("report", directory.resolve("out").toString());
            assertThat(report.exitCode()).isZero();
            assertThat(report.out()).contains("successful requests");
        } finally {
            client.children().forEach(ProcessHandle::destroyForcibly);
            client.destroyForcibly();
        }
    }
}
