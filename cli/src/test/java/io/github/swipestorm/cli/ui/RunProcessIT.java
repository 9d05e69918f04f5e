package io.github.swipestorm.cli.ui;

import static io.github.swipestorm.client.testing.TestTimeout.MAX_WAIT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.swipestorm.client.report.store.RunDocument;
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
    void the_load_of_a_run_is_changed_and_its_result_says_so() throws Exception {
        try (AnsweringServer server = new AnsweringServer(n -> 200)) {
            RunProcess run = start("run", server.target() + "/", "--threads=2", "--rate=50/s", "--duration=10m");
            try {
                run.awaitBegin(MAX_WAIT);
                assertThat(run.adjustable()).isTrue();
                await().atMost(MAX_WAIT).until(() -> run.content().orElse("").contains("Throughput over time"));
                assertThat(run.changeLoad("80/s")).isEmpty();
                assertThat(run.changeLoad("5u"))
                        .hasValueSatisfying(why -> assertThat(why).contains("'5u' is a number of users"));
                run.stopAndWait();

                RunDocument document = SummaryFile.read(directory.resolve("run/summary.json"), warning -> {});
                assertThat(document.findings().loadChanges())
                        .extracting(RunDocument.Change::level)
                        .containsExactly("80/s");
                assertThat(run.output())
                        .contains("CHANGED while in progress: 80/s from ")
                        .containsPattern("repeated by --stages [0-9.]+s:=50/s,[0-9.]+s:=80/s in place of");
            } finally {
                run.stopAndWait();
            }
        }
    }

    @Test
    void a_run_of_a_number_of_requests_offers_no_change() throws Exception {
        try (AnsweringServer server = new AnsweringServer(n -> 200)) {
            RunProcess run = start("run", server.target() + "/", "--threads=2", "--rate=50/s", "--requests=100000");
            try {
                run.awaitBegin(MAX_WAIT);
                assertThat(run.alive()).isTrue();
                assertThat(run.adjustable()).isFalse();
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
