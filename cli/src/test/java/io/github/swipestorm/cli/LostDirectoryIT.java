package io.github.swipestorm.cli;

import static io.github.swipestorm.client.testing.Act.answer;
import static io.github.swipestorm.client.testing.TestTimeout.MAX_WAIT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.swipestorm.client.testing.Act;
import io.github.swipestorm.client.testing.FaultServer;
import io.github.swipestorm.client.testing.Member;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A directory for results that goes away, or that nothing can be written into. */
@EnabledOnOs(OS.LINUX)
class LostDirectoryIT {

    /** Where not even root may make a directory. */
    private static final String UNWRITABLE = "/proc/swipestorm";

    @TempDir
    private Path directory;

    @Test
    @Tag("fault")
    @DisplayName(
            "The results directory is deleted in the middle of a run -> the figures are whole, the missing rows are"
                    + " counted, everything but the records is written into a new directory; exit code 1")
    void a_run_whose_directory_is_deleted_loses_its_records_and_no_figure() throws Exception {
        Path out = directory.resolve("out");
        // So slow that a long run costs little.
        try (FaultServer server = FaultServer.answering(client -> {
            Act.late(Duration.ofMillis(5)).on(client);
            answer(201, "ok").on(client);
        })) {
            Member<CommandRun> running = Member.doing(() -> CommandRun.of(
                    "run",
                    "--url",
                    server.url(),
                    "--threads",
                    "2",
                    "--duration",
                    "6s",
                    "--self-warmup",
                    "none",
                    "--output",
                    out.toString()));
            server.awaitReceived(20);

            delete(out);

            CommandRun run = running.result();
            assertThat(run.exitCode()).isEqualTo(1);
            assertThat(run.out())
                    .contains(
                            "planned " + count(server),
                            "PROBLEM: ",
                            "records.csv: the file was deleted",
                            "rows missing")
                    .doesNotContain("ERROR");
            assertThat(out.resolve("summary.json")).content().contains("\"missing\" : " + server.received());
            assertThat(out.resolve("throughput.csv")).exists();
        }
    }

    private static String count(FaultServer server) {
        return String.format(Locale.ROOT, "%,d = ok %,d + failed 0", server.received(), server.received());
    }

    @Test
    @Tag("fault")
    @DisplayName(
            "The results directory of an experiment is deleted -> the experiment ends before its next run and reports"
                    + " the runs that it has made; exit code 1")
    void an_experiment_whose_directory_is_deleted_reports_what_it_has() throws Exception {
        Path out = directory.resolve("out");
        try (FaultServer server = FaultServer.answering(answer(201, "ok"))) {
            Member<CommandRun> running = Member.doing(() -> CommandRun.of(
                    "sweep",
                    "--url",
                    server.url(),
                    "--threads",
                    "1,2",
                    "--repeats",
                    "5",
                    "--requests",
                    "50",
                    "--settle",
                    "0s",
                    "--pause",
                    "300ms",
                    "--self-warmup",
                    "none",
                    "--output",
                    out.toString()));
            server.awaitReceived(51);

            delete(out);

            CommandRun run = running.result();
            assertThat(run.exitCode()).isEqualTo(1);
            assertThat(run.err())
                    .contains("PROBLEM: the run could not be kept: ", "deleted", "the experiment cannot be resumed")
                    .containsPattern("ENDED EARLY after [2-9] finished runs");
            assertThat(run.out())
                    .contains("WARNING: This experiment is not complete")
                    .doesNotContain("| threads=1");
            assertThat(out.resolve("report.md")).exists();
        }
    }

    @Test
    @Tag("fault")
    @DisplayName("The results directory of a run cannot be written to -> nothing is sent, one line names the remedy;"
            + " exit code 2")
    void a_run_that_cannot_be_kept_is_not_begun() {
        try (FaultServer server = FaultServer.answering(answer(201, "ok"))) {
            CommandRun run = CommandRun.of("run", "--url", server.url(), "--requests", "20", "--output", UNWRITABLE);

            assertThat(run.exitCode()).isEqualTo(2);
            assertThat(run.err()).contains("cannot write to the output directory '", UNWRITABLE, "--output");
            assertThat(server.connections()).isZero();
        }
    }

    @Test
    @Tag("fault")
    @DisplayName("The disk has no room for the rows of a plan's requests -> nothing is sent, one line names the"
            + " remedy; exit code 2")
    void a_run_whose_rows_cannot_fit_is_not_begun() {
        try (FaultServer server = FaultServer.answering(answer(201, "ok"))) {
            CommandRun run = CommandRun.of(
                    "run",
                    "--url",
                    server.url(),
                    "--requests",
                    "1000000000000000",
                    "--output",
                    directory.resolve("out").toString());

            assertThat(run.exitCode()).isEqualTo(2);
            assertThat(run.err()).contains("The disk has", "1,000,000,000,000,000 requests", "--records none");
            assertThat(server.connections()).isZero();
        }
    }

    @Test
    @Tag("fault")
    @DisplayName("The results directory of an experiment cannot be written to -> nothing is sent, one line names the"
            + " remedy; exit code 2")
    void an_experiment_that_cannot_be_kept_is_not_begun() {
        try (FaultServer server = FaultServer.answering(answer(201, "ok"))) {
            CommandRun run = CommandRun.of("sweep", "--url", server.url(), "--threads", "1,2", "--output", UNWRITABLE);

            assertThat(run.exitCode()).isEqualTo(2);
            assertThat(run.err()).contains("cannot write to the output directory '", UNWRITABLE, "--output");
            assertThat(server.connections()).isZero();
        }
    }

    /** Files may be written there meanwhile, so it may take a few attempts. */
    private static void delete(Path directory) {
        await().atMost(MAX_WAIT)
                .pollInterval(Duration.ofMillis(5))
                .ignoreExceptions()
                .until(() -> deleteAll(directory));
    }

    private static boolean deleteAll(Path directory) throws IOException {
        List<Path> all;
        try (Stream<Path> found = Files.walk(directory)) {
            all = found.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path path : all) {
            Files.delete(path);
        }
        return true;
    }
}
