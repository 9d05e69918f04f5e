package io.github.swipestorm.cli;

import static io.github.swipestorm.client.testing.Act.answer;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.swipestorm.client.experiment.RunsFile;
import io.github.swipestorm.client.experiment.Trial;
import io.github.swipestorm.client.report.store.RunDirectory;
import io.github.swipestorm.client.testing.FaultServer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The effect of a signal on an experiment in a separate JVM. */
@DisabledOnOs(OS.WINDOWS)
class ExperimentSignalIT {

    @TempDir
    private Path directory;

    @Test
    @Tag("fault")
    @DisplayName(
            "SIGINT in the middle of a run of an experiment -> that run is not kept, those before are; one line says"
                    + " how to resume; exit code 130")
    void control_c_in_the_middle_of_a_run_ends_it_and_does_not_keep_it() throws Exception {
        Path out = directory.resolve("out");

        String output = interrupted(out, "1000000000", 100);

        assertThat(output)
                .contains("ended early (interrupted)", "INTERRUPTED after 0 finished runs", "swipestorm resume " + out);
        assertThat(RunsFile.read(out.resolve("runs.csv"))).isEmpty();
    }

    @Test
    @Tag("fault")
    @DisplayName(
            "SIGINT between the runs of an experiment -> those that are finished are reported, marked as a part; exit"
                    + " code 130")
    void control_c_keeps_the_finished_runs_and_shows_them() throws Exception {
        Path out = directory.resolve("out");

        // The first run has 200 requests: after more than that the second one is in progress, or the pause before it.
        String output = interrupted(out, "200", 201);

        assertThat(output)
                .contains("INTERRUPTED after ", "resume with: swipestorm resume " + out)
                .contains("WARNING: This experiment is not complete");
        List<Trial> kept = RunsFile.read(out.resolve("runs.csv"));
        assertThat(kept)
                .isNotEmpty()
                .hasSizeLessThan(1_000)
                .allSatisfy(trial -> assertThat(trial.allOk()).isTrue());
    }

    @Test
    @Tag("fault")
    @DisplayName(
            "Two experiments into one directory, or resume while the first is still running -> the second one is refused"
                    + " before it sends anything; exit code 2")
    void an_experiment_that_goes_on_has_its_directory_to_itself() throws Exception {
        Path out = directory.resolve("out");
        try (FaultServer server = FaultServer.answering(answer(201, "ok"));
                ClientJvm client = start(server.url(), "10", "1h", out)) {
            // The first run has 10 requests; after it the experiment pauses, and nothing is sent.
            server.awaitReceived(10);
            long before = server.received();

            CommandRun resume = CommandRun.of("resume", out.toString());
            CommandRun again = CommandRun.of(arguments(server.url(), "10", "1h", out));

            assertThat(resume.exitCode()).as(resume.err()).isEqualTo(2);
            assertThat(resume.err()).contains("Another run or experiment is writing into '" + out + "'");
            assertThat(again.exitCode()).as(again.err()).isEqualTo(2);
            assertThat(server.received()).isEqualTo(before);

            client.send("KILL");

            assertThat(client.awaitExit()).isEqualTo(137);
            RunDirectory.existing(out).close();
        }
    }

    /** The output of an experiment that is interrupted after this many requests. */
    private static String interrupted(Path out, String requests, int received) throws Exception {
        try (FaultServer server = FaultServer.answering(answer(201, "ok"));
                ClientJvm client = start(server.url(), requests, "100ms", out)) {
            server.awaitReceived(received);

            client.send("INT");

            assertThat(client.awaitExit()).isEqualTo(130);
            return client.output();
        }
    }

    private static ClientJvm start(String url, String requests, String pause, Path out) throws Exception {
        return ClientJvm.start(arguments(url, requests, pause, out));
    }

    private static List<String> arguments(String url, String requests, String pause, Path out) {
        List<String> args = new ArrayList<>();
        args.addAll(List.of("sweep", "--url", url, "--threads", "1,2", "--repeats", "500", "--requests", requests));
        args.addAll(List.of("--settle", "0s", "--pause", pause, "--self-warmup", "none", "--no-check-connection"));
        args.addAll(List.of("--output", out.toString()));
        return args;
    }
}
