package io.github.swipestorm.cli;

import static io.github.swipestorm.client.testing.TestTimeout.MAX_WAIT;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server that the client has started never outlives it, and neither do its records get lost. */
class OrphanIT {

    @TempDir
    private Path directory;

    @Test
    @Tag("fault")
    @DisplayName(
            "kill -9 of the client -> the server that it started ends, too; the records are readable up to the last"
                    + " half second; plan and command are beside them, and report, compare runs and resume say that the"
                    + " run was interrupted")
    void a_client_that_is_killed_leaves_no_server_and_readable_records() throws Exception {
        Path out = directory.resolve("out");
        Path records = out.resolve("records.csv");
        List<String> run = List.of(
                "run",
                "--threads",
                "4",
                "--requests",
                "1000000000",
                "--self-warmup",
                "none",
                "--output",
                out.toString());
        try (ClientJvm client = ClientJvm.start(run)) {
            Awaitility.await().atMost(MAX_WAIT).until(() -> Files.exists(records) && Files.size(records) > 100_000);
            List<ProcessHandle> servers = client.children();
            assertThat(servers).hasSize(1);

            client.send("KILL");

            assertThat(client.awaitExit()).isEqualTo(137);
            servers.get(0).onExit().get(MAX_WAIT.toSeconds(), TimeUnit.SECONDS);
            CommandRun report = CommandRun.of("report", out.toString());
            assertThat(report.exitCode()).isZero();
            CommandRun compare = CommandRun.of("compare", "runs", out.toString(), out.toString());
            assertThat(compare.exitCode()).isEqualTo(2);
            assertThat(compare.err()).contains("holds a run that was interrupted before its results were written");
            CommandRun resume = CommandRun.of("resume", out.toString());
            assertThat(resume.exitCode()).isEqualTo(2);
            assertThat(resume.err()).contains("holds a single run, which cannot be resumed");
            assertThat(out.resolve("from-records/report.html")).content().contains("How to repeat it", "--threads 4");
            assertThat(report.out()).contains("The run was interrupted", "ok requests/s");
        }
    }
}
