package io.github.swipestorm.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.swipestorm.client.experiment.Trial;
import io.github.swipestorm.client.testing.AnsweringServer;
import io.github.swipestorm.client.testing.QuickServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every experiment's command from its options to its files, with few requests to a server of the test. */
class ExperimentCommandsIT {

    @TempDir
    private Path directory;

    private ShortExperiment experiment;

    @BeforeEach
    void an_empty_place() {
        experiment = new ShortExperiment(directory.resolve("out"));
    }

    @Test
    void a_sweep_runs_every_thread_count_as_often_as_asked() throws Exception {
        try (QuickServer server = new QuickServer()) {
            CommandRun run = experiment.run(server.target(), "sweep", "--threads", "1..4x2", "--repeats", "2");

            assertThat(run.exitCode()).as(run.err()).isZero();
            assertThat(run.out())
                    .contains("Cannot say where the knee is: ", "| Average ")
                    .doesNotContain("NaN", "Infinity");
            assertThat(run.err()).contains("Run 1 of 6: threads=", "Run 6 of 6: threads=");
            assertThat(server.requests()).isEqualTo(6 * 60);
        }
        experiment.expectFiles();
        assertThat(experiment.trials())
                .extracting(Trial::variant)
                .containsExactlyInAnyOrder(
                        "threads=1", "threads=1", "threads=2", "threads=2", "threads=4", "threads=4");
        assertThat(experiment.out().resolve("runs/threads-4-2")).isDirectoryContaining("glob:**/summary.json");
        assertThat(experiment.out().resolve("report.html"))
                .content()
                .contains("<a href=\"runs/threads-4-2/report.html\">");
        assertThat(experiment.out().resolve("runs/threads-4-2/records.csv")).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource({"compare models, producer-consumer", "compare transports, nio"})
    void a_comparison_runs_everything_in_every_round_and_the_first_thing_twice(String command, String second)
            throws Exception {
        try (QuickServer server = new QuickServer()) {
            CommandRun run = experiment.run(server.target(), command, "--threads", "2", "--rounds", "2");

            assertThat(run.exitCode()).as(run.err()).isZero();
            assertThat(run.out()).contains("| " + second, "(again)", "A/A, ", "too few rounds");
        }
        experiment.expectFiles();
        List<String> order = experiment.trials().stream().map(Trial::variant).toList();
        List<String> mirror = new ArrayList<>(order);
        Collections.reverse(mirror);
        assertThat(order).isEqualTo(mirror).contains(second);
    }

    @Test
    void servers_that_are_running_are_compared_by_their_addresses() throws Exception {
        try (QuickServer one = new QuickServer();
                QuickServer other = new QuickServer()) {
            String urls = one.target() + "," + other.target();
            CommandRun run = experiment.finish(
                    new ArrayList<>(List.of("compare", "servers", "--urls", urls)), "--threads", "2", "--rounds", "2");

            assertThat(run.exitCode()).as(run.err()).isZero();
            assertThat(run.out()).contains("whether " + other.target() + " and " + one.target() + " differ", "was ");
            assertThat(one.requests()).isEqualTo(2 * 2 * 60);
            assertThat(other.requests()).isEqualTo(2 * 60);
        }
    }

    @Test
    void littles_law_is_predicted_from_one_thread_and_held_against_many() throws Exception {
        try (QuickServer server = new QuickServer()) {
            CommandRun run =
                    experiment.run(server.target(), "little", "--threads", "4", "--sample", "50", "--repeats", "1");

            assertThat(run.exitCode()).as(run.err()).isZero();
            assertThat(run.out()).contains("that Little's law predicts from one thread", "| predicted from one thread");
            assertThat(server.requests()).isEqualTo(50 + 60);
        }
        experiment.expectFiles();
        assertThat(experiment.trials()).extracting(Trial::variant).containsExactly("threads=1", "threads=4");
    }

    @Test
    void a_capacity_is_searched_for_after_all_ways_of_sending_were_settled() throws Exception {
        try (QuickServer server = new QuickServer()) {
            List<String> args = new ArrayList<>(List.of("capacity", "--slo", "max<60s", "--threads", "2"));
            args.addAll(List.of(
                    "--url",
                    server.target().toString(),
                    "--output",
                    experiment.out().toString()));
            args.addAll(List.of("--settle", "100ms", "--pause", "0s", "--self-warmup", "none"));
            args.addAll(List.of("--requests", "60", "--repeats", "1"));

            CommandRun run = CommandRun.of(args);

            // Whether a rate is carried in runs that short is the machine's affair.
            assertThat(run.exitCode()).as(run.err() + run.out()).isIn(0, 1);
            assertThat(run.err()).contains("Run 3: rate=").doesNotContain("ENDED EARLY");
            assertThat(run.out()).contains("max<60000ms", "In a closed loop ").doesNotContain("NaN");
        }
        experiment.expectFiles();
        assertThat(experiment.trials()).extracting(Trial::variant).contains("threads=1", "threads=2");
    }

    @Test
    void a_matrix_runs_every_combination_of_its_file() throws Exception {
        Path plan = directory.resolve("plan.yaml");
        Files.writeString(plan, "threads: [1, 2]\ntransport: [classic, nio]\nrequests: 40\n");
        try (QuickServer server = new QuickServer()) {
            CommandRun run = experiment.run(server.target(), "matrix " + plan, "--repeats", "1");

            assertThat(run.exitCode()).as(run.err()).isZero();
            assertThat(run.out()).contains("| threads=2 transport=nio", "Matrix of 4 combinations");
            assertThat(server.requests()).isEqualTo(4 * 40);
        }
        experiment.expectFiles();
    }

    @Test
    void a_repeated_run_shows_how_far_its_runs_lie_apart() throws Exception {
        try (QuickServer server = new QuickServer()) {
            List<String> args = new ArrayList<>(List.of("run", "--repeat", "3", "--pause", "0s"));
            args.addAll(List.of("--url", server.target().toString(), "--self-warmup", "none", "--requests", "40"));
            args.addAll(List.of("--threads", "2", "--output", experiment.out().toString()));

            CommandRun run = CommandRun.of(args);

            assertThat(run.exitCode()).as(run.err()).isZero();
            assertThat(run.out())
                    .startsWith("# 3 runs of average-2\n\n**Throughput ")
                    .contains("on average over 3 runs")
                    .endsWith("Files: " + experiment.out() + System.lineSeparator())
                    .doesNotContain("| throughput, req/s");
            assertThat(server.requests()).isEqualTo(3 * 40);
        }
        assertThat(experiment.out().resolve("runs/average-2-3/summary.json")).isNotEmptyFile();
        assertThat(experiment.out().resolve("runs/average-2-3/records.csv")).doesNotExist();
    }

    @Test
    void an_objective_that_one_of_several_runs_misses_is_missed() throws Exception {
        try (QuickServer server = new QuickServer()) {
            List<String> args = new ArrayList<>(List.of("run", "--repeat", "2", "--pause", "0s", "--threads", "2"));
            args.addAll(List.of("--url", server.target().toString(), "--self-warmup", "none", "--requests", "40"));
            args.addAll(List.of(
                    "--slo",
                    "throughput>100000000",
                    "--records",
                    "mine.csv",
                    "--quiet",
                    "--output",
                    experiment.out().toString()));

            CommandRun run = CommandRun.of(args);

            assertThat(run.exitCode()).isEqualTo(3);
            assertThat(run.out()).isEmpty();
            assertThat(experiment.out().resolve("runs/average-2-2/mine.csv")).isNotEmptyFile();
        }
    }

    @Test
    void failed_requests_end_with_one_and_the_report_is_there_all_the_same() throws Exception {
        try (AnsweringServer server = new AnsweringServer(n -> 500)) {
            CommandRun run =
                    experiment.run(server.target(), "sweep", "--threads", "1,2", "--repeats", "1", "--retries", "0");

            assertThat(run.exitCode()).isEqualTo(1);
            assertThat(run.out()).contains("Nothing can be said yet").doesNotContain("NaN");
        }
        experiment.expectFiles();
    }

    @Test
    void finished_experiments_are_compared_without_sending_anything() throws Exception {
        try (QuickServer server = new QuickServer()) {
            experiment.run(server.target(), "sweep", "--threads", "1,2", "--repeats", "5");
        }

        CommandRun run = CommandRun.of(
                "compare", "runs", experiment.out().toString(), experiment.out().toString());

        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).contains("No difference is shown between '", ", threads=1'", "interleaved");
    }
}
