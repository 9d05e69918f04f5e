package io.github.swipestorm.client.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.swipestorm.client.experiment.RunsFile;
import io.github.swipestorm.client.experiment.Trial;
import io.github.swipestorm.client.testing.AnsweringServer;
import io.github.swipestorm.client.testing.FaultServer;
import io.github.swipestorm.client.testing.QuickServer;
import io.github.swipestorm.client.testing.Workers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every experiment's command from its options to its files, with few requests to a server of the test. */
@Timeout(120)
class ExperimentCommandsTest {

    /** What makes a run short. */
    private static final List<String> SHORT =
            List.of("--settle", "0s", "--pause", "0s", "--self-warmup", "none", "--requests", "60");

    @TempDir
    private Path directory;

    @AfterEach
    void no_thread_is_left() {
        Workers.awaitNone();
    }

    private Path out() {
        return directory.resolve("out");
    }

    private CommandRun run(String url, String command, String... more) {
        List<String> args = new ArrayList<>(List.of(command.split(" ")));
        args.addAll(List.of("--url", url));
        return finish(args, more);
    }

    private CommandRun finish(List<String> args, String... more) {
        args.addAll(List.of("--output", out().toString()));
        args.addAll(SHORT);
        args.addAll(List.of(more));
        return CommandRun.of(args);
    }

    private List<Trial> trials() throws Exception {
        return RunsFile.read(out().resolve("runs.csv"));
    }

    private void expectFiles() {
        assertThat(out())
                .isDirectoryContaining("glob:**/experiment.json")
                .isDirectoryContaining("glob:**/runs.csv")
                .isDirectoryContaining("glob:**/report.html")
                .isDirectoryContaining("glob:**/report.md");
    }

    @Test
    void a_sweep_runs_every_thread_count_as_often_as_asked() throws Exception {
        try (QuickServer server = new QuickServer()) {
            CommandRun run = run(server.target().toString(), "sweep", "--threads", "1..4x2", "--repeats", "2");

            assertThat(run.exitCode()).as(run.err()).isZero();
            assertThat(run.out())
                    .contains("Cannot say where the knee is: ", "| Average ")
                    .doesNotContain("NaN", "Infinity");
            assertThat(run.err()).contains("Run 1 of 6: threads=", "Run 6 of 6: threads=");
            assertThat(server.requests()).isEqualTo(6 * 60);
        }
        expectFiles();
        assertThat(trials())
                .extracting(Trial::setting)
                .containsExactlyInAnyOrder(
                        "threads=1", "threads=1", "threads=2", "threads=2", "threads=4", "threads=4");
        assertThat(out().resolve("runs/threads-4-2")).isDirectoryContaining("glob:**/summary.json");
        assertThat(out().resolve("runs/threads-4-2/records.csv")).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource({"compare models, producer-consumer", "compare transports, nio"})
    void a_comparison_runs_everything_in_every_round_and_the_first_thing_twice(String command, String second)
            throws Exception {
        try (QuickServer server = new QuickServer()) {
            CommandRun run = run(server.target().toString(), command, "--threads", "2", "--rounds", "2");

            assertThat(run.exitCode()).as(run.err()).isZero();
            assertThat(run.out()).contains("| " + second, "(again)", "A/A, ", "too few rounds");
        }
        expectFiles();
        List<String> order = trials().stream().map(Trial::setting).toList();
        List<String> mirror = new ArrayList<>(order);
        Collections.reverse(mirror);
        assertThat(order).isEqualTo(mirror).contains(second);
    }

    @Test
    void servers_that_are_running_are_compared_by_their_addresses() throws Exception {
        try (QuickServer one = new QuickServer();
                QuickServer other = new QuickServer()) {
            String urls = one.target() + "," + other.target();
            CommandRun run = finish(
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
                    run(server.target().toString(), "little", "--threads", "4", "--sample", "50", "--repeats", "1");

            assertThat(run.exitCode()).as(run.err()).isZero();
            assertThat(run.out()).contains("that Little's law predicts from one thread", "| predicted from one thread");
            assertThat(server.requests()).isEqualTo(50 + 60);
        }
        expectFiles();
        assertThat(trials()).extracting(Trial::setting).containsExactly("threads=1", "threads=4");
    }

    @Test
    void a_capacity_is_searched_for_after_all_ways_of_sending_were_settled() throws Exception {
        try (QuickServer server = new QuickServer()) {
            List<String> args = new ArrayList<>(List.of("capacity", "--slo", "max<60s", "--threads", "2"));
            args.addAll(List.of("--url", server.target().toString(), "--output", out().toString()));
            args.addAll(List.of("--settle", "100ms", "--pause", "0s", "--self-warmup", "none"));
            args.addAll(List.of("--requests", "60", "--repeats", "1"));

            CommandRun run = CommandRun.of(args);

            // Whether a rate is carried in runs that short is the machine's affair.
            assertThat(run.exitCode()).as(run.err() + run.out()).isIn(0, 1);
            assertThat(run.err()).contains("Run 3: rate=").doesNotContain("BROKEN OFF");
            assertThat(run.out()).contains("max<60000ms", "In a closed loop ").doesNotContain("NaN");
        }
        expectFiles();
        assertThat(trials()).extracting(Trial::setting).contains("threads=1", "threads=2");
    }

    @Test
    void a_matrix_runs_every_combination_of_its_file() throws Exception {
        Path plan = directory.resolve("plan.yaml");
        Files.writeString(plan, "threads: [1, 2]\ntransport: [classic, nio]\nrequests: 40\n");
        try (QuickServer server = new QuickServer()) {
            CommandRun run = run(server.target().toString(), "matrix " + plan, "--repeats", "1");

            assertThat(run.exitCode()).as(run.err()).isZero();
            assertThat(run.out()).contains("| threads=2 transport=nio", "Matrix of 4 combinations");
            assertThat(server.requests()).isEqualTo(4 * 40);
        }
        expectFiles();
    }

    @Test
    void a_repeated_run_shows_how_far_its_runs_lie_apart() throws Exception {
        try (QuickServer server = new QuickServer()) {
            List<String> args = new ArrayList<>(List.of("run", "--repeat", "3", "--pause", "0s"));
            args.addAll(List.of("--url", server.target().toString(), "--self-warmup", "none", "--requests", "40"));
            args.addAll(List.of("--threads", "2", "--output", out().toString()));

            CommandRun run = CommandRun.of(args);

            assertThat(run.exitCode()).as(run.err()).isZero();
            assertThat(run.out()).contains("in the mean of 3 runs", "| throughput, req/s");
            assertThat(server.requests()).isEqualTo(3 * 40);
        }
        assertThat(out().resolve("runs/average-2-3/records.csv")).isNotEmptyFile();
    }

    @Test
    void an_objective_that_one_of_several_runs_misses_is_missed() throws Exception {
        try (QuickServer server = new QuickServer()) {
            List<String> args = new ArrayList<>(List.of("run", "--repeat", "2", "--pause", "0s", "--threads", "2"));
            args.addAll(List.of("--url", server.target().toString(), "--self-warmup", "none", "--requests", "40"));
            args.addAll(List.of("--slo", "throughput>100000000", "--output", out().toString()));

            CommandRun run = CommandRun.of(args);

            assertThat(run.exitCode()).isEqualTo(3);
            assertThat(run.out()).contains("| missed");
        }
    }

    @Test
    void failed_requests_end_with_one_and_the_report_is_there_all_the_same() throws Exception {
        try (AnsweringServer server = new AnsweringServer(n -> 500)) {
            CommandRun run =
                    run(server.target().toString(), "sweep", "--threads", "1,2", "--repeats", "1", "--retries", "0");

            assertThat(run.exitCode()).isEqualTo(1);
            assertThat(run.out()).contains("Nothing can be said yet").doesNotContain("NaN");
        }
        expectFiles();
    }

    @Test
    void an_experiment_whose_server_is_gone_is_broken_off_and_says_how_to_go_on() throws Exception {
        List<String> args =
                new ArrayList<>(List.of("sweep", "--threads", "1,2", "--repeats", "1", "--give-up", "200ms"));
        args.addAll(List.of("--url", FaultServer.deadTarget().toString(), "--output", out().toString()));
        args.addAll(List.of("--settle", "0s", "--self-warmup", "none"));

        CommandRun broken = CommandRun.of(args);

        assertThat(broken.exitCode()).isEqualTo(1);
        assertThat(broken.err()).contains("ended early (gave-up)", "swipestorm resume " + out());
        assertThat(trials()).isEmpty();
    }

    @Test
    void what_is_finished_is_not_run_again() throws Exception {
        try (QuickServer server = new QuickServer()) {
            run(server.target().toString(), "sweep", "--threads", "1,2", "--repeats", "3");
            List<Trial> whole = trials();
            String report = Files.readString(out().resolve("report.md"));
            cutBehind(3);
            long before = server.requests();

            CommandRun rest = CommandRun.of("resume", out().toString());

            assertThat(rest.exitCode()).as(rest.err()).isZero();
            assertThat(rest.err()).contains("Run 4 of 6", "Run 6 of 6").doesNotContain("Run 3 of 6");
            assertThat(server.requests() - before).isEqualTo(3 * 60);
            assertThat(trials()).hasSize(6).startsWith(whole.get(0), whole.get(1), whole.get(2));

            Files.delete(out().resolve("report.md"));
            CommandRun nothing = CommandRun.of("resume", out().toString());
            assertThat(nothing.exitCode()).isZero();
            assertThat(server.requests() - before).as("nothing is left to run").isEqualTo(3 * 60);
            assertThat(out().resolve("report.md")).isNotEmptyFile();
            assertThat(report).isNotEmpty();
        }
    }

    /** As if the machine had gone down while the next row was being written. */
    private void cutBehind(int rows) throws Exception {
        List<String> lines = Files.readAllLines(out().resolve("runs.csv"));
        Files.writeString(
                out().resolve("runs.csv"),
                String.join("\n", lines.subList(0, rows + 1)) + "\n"
                        + lines.get(rows + 1).substring(0, 20));
    }

    @Test
    void another_experiment_is_not_mixed_into_one_that_is_there() throws Exception {
        try (QuickServer server = new QuickServer()) {
            String url = server.target().toString();
            run(url, "sweep", "--threads", "1,2", "--repeats", "1");

            List<String> other = new ArrayList<>(List.of("sweep", "--url", url, "--threads", "1,3", "--repeats", "1"));
            other.addAll(SHORT);
            other.addAll(List.of("--resume", out().toString()));
            CommandRun run = CommandRun.of(other);

            assertThat(run.exitCode()).isEqualTo(2);
            assertThat(run.err().lines())
                    .first()
                    .satisfies(line -> assertThat(line).contains("another one", "settings[1].name", "threads=3"));
            assertThat(trials()).hasSize(2);
        }
    }

    @Test
    void arguments_that_are_no_experiments_are_refused_by_the_files_name() throws Exception {
        Path file = Files.createDirectories(out()).resolve("experiment.json");
        Files.writeString(file, "{\"schemaVersion\":1,\"arguments\":[\"version\"]}");

        CommandRun run = CommandRun.of("resume", out().toString());

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err().lines()).first().asString().contains("experiment.json", "'version'");
    }

    @Test
    void a_password_is_written_nowhere_so_its_experiment_needs_it_again() throws Exception {
        try (QuickServer server = new QuickServer()) {
            run(server.target().toString(), "sweep", "--threads", "1,2", "--repeats", "1", "--user", "jo:secret");

            assertThat(out().resolve("experiment.json"))
                    .content()
                    .contains("***")
                    .doesNotContain("secret");
            CommandRun resume = CommandRun.of("resume", out().toString());
            assertThat(resume.exitCode()).isEqualTo(2);
            assertThat(resume.err()).contains("needs a password", "--resume " + out());
        }
    }

    @Test
    void finished_experiments_are_compared_without_sending_anything() throws Exception {
        try (QuickServer server = new QuickServer()) {
            run(server.target().toString(), "sweep", "--threads", "1,2", "--repeats", "5");
        }

        CommandRun run = CommandRun.of("compare", "runs", out().toString(), out().toString());

        assertThat(run.exitCode()).isZero();
        assertThat(run.out())
                .contains(
                        ", threads=1 has 1.000 times the throughput of ", "no difference is shown", "not interleaved");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "sweep --threads none | 'none' are no thread counts",
                "sweep --threads 0,5 | '0,5' are no thread counts",
                "sweep --threads 5,5 | '5,5' is one thread count, and a sweep is about several",
                "sweep --repeats 0 | --repeats must be 1 to 10000, not 0",
                "sweep --duration soon | 'soon' is not a time",
                "sweep --url nowhere | 'nowhere' is not a URL",
                "sweep --resume nothing-here | 'nothing-here' holds no experiment that could go on",
                "compare | What to compare is missing: models, transports, servers, runs",
                "compare models --models average | 'average' alone cannot be compared",
                "compare models --models average,average | 'average' is there twice",
                "compare models --models average,best | 'best' is none of average",
                "compare transports --rounds 3 | --rounds must be an even number of 2 to 10000, not 3",
                "compare servers --urls http://localhost:1 | 'http://localhost:1' alone cannot be compared",
                "compare servers --servers servlet,apache | 'apache' is none of servlet",
                "compare runs a | requires at least 2 values",
                "compare runs nothing-here nor-here | 'nothing-here' holds neither runs.csv",
                "little --threads 1 | --threads must be at least 2, not 1",
                "little --sample 1 | --sample must be at least 2, not 1",
                "capacity | What a rate is to keep to is missing: add --slo",
                "capacity --slo p99<soon | 'p99<soon' is not an objective",
                "capacity --slo p99<1s --repeats 2 | --repeats must be an odd number, not 2",
                "matrix nothing-here.yaml | 'nothing-here.yaml' cannot be read: it is not there; name a YAML file",
                "compare models --models , | --models names nothing with ','",
                "compare servers --servers , | --servers names nothing with ','",
                "compare servers --urls , | --urls names nothing with ','",
                "compare transports --transports , | --transports names nothing with ','",
                "calibrate --transport , | --transport names nothing with ','",
                "resume nothing-here | 'nothing-here' holds no experiment that could go on",
                "run --repeat 0 | --repeat must be 1 to 10000, not 0",
                "run --resume nothing-here | A single run cannot go on: leave --resume nothing-here out",
                "run --slo p99<soon | 'p99<soon' is not an objective",
            })
    void what_is_wrong_is_named_in_one_line_before_anything_is_started(String command, String expected) {
        CommandRun run = CommandRun.of(command.split(" "));

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err().lines())
                .hasSize(2)
                .first()
                .satisfies(line -> assertThat(line).contains(expected));
    }
}
