package io.github.swipestorm.cli.ui;

import static io.github.swipestorm.client.testing.TestTimeout.MAX_WAIT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.swipestorm.client.report.store.SummaryFile;
import io.github.swipestorm.client.testing.AnsweringServer;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunProcessIT {

    @TempDir
    private Path directory;

    private RunProcess start(String... words) throws IOException {
        return RunProcess.start(List.of(words), directory.resolve("run"));
    }

    @Test
    void a_run_that_is_stopped_twice_reports_once() throws Exception {
        try (AnsweringServer server = new AnsweringServer(n -> 200)) {
            RunProcess run = start("run", server.target() + "/", "--threads=2", "--rate=50/s", "--duration=10m");
            try {
                run.awaitBegin(MAX_WAIT);
                assertThat(run.alive()).isTrue();
                await().atMost(MAX_WAIT).until(() -> run.content().orElse("").contains("Throughput over time"));
                run.stop();
                run.stop();
                run.stopAndWait();

                await().atMost(MAX_WAIT).until(() -> !run.alive());
                assertThat(run.exitCode()).hasValue(1);
                assertThat(run.output()).contains("STOPPED from the live view").doesNotContain("Live view:");
                assertThat(SummaryFile.read(directory.resolve("run/summary.json"), warning -> {})
                                .findings()
                                .endedBecause())
                        .isEqualTo("interrupted");
                assertThat(directory.resolve("run/report.html")).isNotEmptyFile();
                assertThat(run.content()).isEmpty();
            } finally {
                run.stopAndWait();
            }
        }
    }

    @Test
    void what_prevents_a_run_is_printed_and_leaves_no_files() throws Exception {
        int nobody;
        try (ServerSocket socket = new ServerSocket(0)) {
            nobody = socket.getLocalPort();
        }
        RunProcess run = start("run", "http://localhost:" + nobody + "/", "--requests=10");
        run.awaitBegin(MAX_WAIT);

        assertThat(run.exitCode()).hasValue(1);
        assertThat(run.output()).contains("localhost:" + nobody);
        assertThat(directory).isEmptyDirectory();
    }
}
