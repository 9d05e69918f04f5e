package io.github.swipestorm.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.swipestorm.client.experiment.Trial;
import io.github.swipestorm.client.report.store.RunDirectory;
import io.github.swipestorm.client.testing.FaultServer;
import io.github.swipestorm.client.testing.QuickServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An interrupted experiment resumes where it was, and no other one does. */
class ResumeIT {

    @TempDir
    private Path directory;

    private ShortExperiment experiment;

    @BeforeEach
    void an_empty_place() {
        experiment = new ShortExperiment(directory.resolve("out"));
    }

    @Test
    void an_experiment_whose_server_is_gone_is_broken_off_and_says_how_to_go_on() throws Exception {
        List<String> args =
                new ArrayList<>(List.of("sweep", "--threads", "1,2", "--repeats", "1", "--give-up", "200ms"));
        args.addAll(List.of(
                "--url",
                FaultServer.deadTarget().toString(),
                "--output",
                experiment.out().toString()));
        args.addAll(List.of("--settle", "0s", "--self-warmup", "none"));

        CommandRun broken = CommandRun.of(args);

        assertThat(broken.exitCode()).isEqualTo(1);
        assertThat(broken.err()).contains("ended early (gave-up)", "swipestorm resume " + experiment.out());
        assertThat(experiment.trials()).isEmpty();
    }

    @Test
    void what_is_finished_is_not_run_again() throws Exception {
        try (QuickServer server = new QuickServer()) {
            experiment.run(server.target(), "sweep", "--threads", "1,2", "--repeats", "3");
            List<Trial> whole = experiment.trials();
            String report = Files.readString(experiment.out().resolve("report.md"));
            cutBehind(3);
            long before = server.requests();

            CommandRun rest = CommandRun.of("resume", experiment.out().toString());

            assertThat(rest.exitCode()).as(rest.err()).isZero();
            assertThat(rest.err()).contains("Run 4 of 6", "Run 6 of 6").doesNotContain("Run 3 of 6");
            assertThat(server.requests() - before).isEqualTo(3 * 60);
            assertThat(experiment.trials()).hasSize(6).startsWith(whole.get(0), whole.get(1), whole.get(2));

            Files.delete(experiment.out().resolve("report.md"));
            CommandRun nothing = CommandRun.of("resume", experiment.out().toString());
            assertThat(nothing.exitCode()).isZero();
            assertThat(server.requests() - before).as("nothing is left to run").isEqualTo(3 * 60);
            assertThat(experiment.out().resolve("report.md")).isNotEmptyFile();
            assertThat(report).isNotEmpty();

            try (RunDirectory held = RunDirectory.existing(experiment.out())) {
                CommandRun locked = CommandRun.of("resume", held.path().toString());
                assertThat(locked.exitCode()).isEqualTo(2);
                assertThat(locked.err().lines())
                        .as("no notes about runs that will not be made")
                        .first()
                        .asString()
                        .contains("is writing into");
            }
        }
    }

    /** As if the machine had gone down while the next row was being written. */
    private void cutBehind(int rows) throws Exception {
        List<String> lines = Files.readAllLines(experiment.out().resolve("runs.csv"));
        Files.writeString(
                experiment.out().resolve("runs.csv"),
                String.join("\n", lines.subList(0, rows + 1)) + "\n"
                        + lines.get(rows + 1).substring(0, 20));
    }

    @Test
    void another_experiment_is_not_mixed_into_one_that_is_there() throws Exception {
        try (QuickServer server = new QuickServer()) {
            String url = server.target().toString();
            experiment.run(server.target(), "sweep", "--threads", "1,2", "--repeats", "1");

            List<String> other = new ArrayList<>(List.of("sweep", "--url", url, "--threads", "1,3", "--repeats", "1"));
            other.addAll(ShortExperiment.OPTIONS);
            other.addAll(List.of("--resume", experiment.out().toString()));
            CommandRun run = CommandRun.of(other);

            assertThat(run.exitCode()).isEqualTo(2);
            assertThat(run.err().lines())
                    .first()
                    .satisfies(line -> assertThat(line).contains("another one", "settings[1].name", "threads=3"));
            assertThat(experiment.trials()).hasSize(2);
        }
    }

    @Test
    void arguments_that_are_no_experiments_are_refused_by_the_files_name() throws Exception {
        Path file = Files.createDirectories(experiment.out()).resolve("experiment.json");
        Files.writeString(file, "{\"schemaVersion\":1,\"arguments\":[\"version\"]}");

        CommandRun run = CommandRun.of("resume", experiment.out().toString());

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err().lines()).first().asString().contains("experiment.json", "'version'");
    }

    @Test
    void a_password_is_written_nowhere_so_its_experiment_needs_it_again() throws Exception {
        try (QuickServer server = new QuickServer()) {
            experiment.run(server.target(), "sweep", "--threads", "1,2", "--repeats", "1", "--user", "jo:secret");

            assertThat(experiment.out().resolve("experiment.json"))
                    .content()
                    .contains("***")
                    .doesNotContain("secret");
            CommandRun resume = CommandRun.of("resume", experiment.out().toString());
            assertThat(resume.exitCode()).isEqualTo(2);
            assertThat(resume.err()).contains("needs a secret in --user", "--resume " + experiment.out());
        }
    }
}
