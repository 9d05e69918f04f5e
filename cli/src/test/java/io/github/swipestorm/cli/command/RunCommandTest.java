package io.github.swipestorm.cli.command;

import static io.github.swipestorm.client.testing.Act.answer;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.swipestorm.cli.CommandRun;
import io.github.swipestorm.client.testing.FaultServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

/** The run command in this JVM, against servers of the test. */
class RunCommandTest {

    @TempDir
    private Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"average", "producer-consumer", "less-blocking", "AVERAGE"})
    void a_run_without_failures_ends_with_zero_and_exact_counts(String model) {
        try (FaultServer server = FaultServer.answering(answer(201, "ok"))) {
            CommandRun run = run(server.url(), "--requests", "500", "--threads", "7", "--model", model);

            assertThat(run.exitCode()).isZero();
            assertThat(run.out()).contains("planned 500 = ok 500 + failed 0 + never sent 0", "attempts 500");
            assertThat(run.out()).doesNotContain("NaN", "Infinity", "ERROR", "PROBLEM");
            assertThat(server.received()).isEqualTo(500);
        }
    }

    @Test
    void answers_of_200_count_as_well_as_those_of_201() {
        try (FaultServer server = FaultServer.answering(answer(200, "ok"))) {
            assertThat(run(server.url(), "--requests", "20", "--threads", "2").exitCode())
                    .isZero();
        }
    }

    @Test
    void a_server_that_always_answers_500_ends_with_one_and_exact_counts() {
        try (FaultServer server = FaultServer.answering(answer(500, ""))) {
            CommandRun run = run(server.url(), "--requests", "30", "--threads", "3", "--retries", "5");

            assertThat(run.exitCode()).isEqualTo(1);
            assertThat(run.out()).contains("planned 30 = ok 0 + failed 30 + never sent 0", "attempts 180");
            assertThat(run.out()).doesNotContain("NaN", "Infinity", "ERROR");
            assertThat(server.received()).isEqualTo(180);
        }
    }

    @Test
    void a_dead_port_ends_with_one_in_bounded_time_and_says_why() {
        CommandRun run = run(FaultServer.deadTarget().toString(), "--requests", "20", "--threads", "4");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out()).contains("planned 20 = ok 0 + failed 20 + never sent 0", "attempts 120", "refused");
    }

    @Test
    void a_dead_port_is_given_up_when_the_plan_is_long() {
        CommandRun run = run(FaultServer.deadTarget().toString(), "--threads", "4", "--give-up", "200ms");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out()).contains("GAVE UP", "ok 0", "--give-up");
    }

    @Test
    void a_plan_of_five_thousand_million_requests_is_a_plan_like_any_other() {
        CommandRun run = run(
                FaultServer.deadTarget().toString(),
                "-n",
                "5000000000",
                "--threads",
                "2",
                "--give-up",
                "100ms",
                "--records",
                "none");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out())
                .containsPattern("planned 5,000,000,000 = ok 0 \\+ failed [1-9][0-9,]* \\+ never sent 4,999,");
        assertThat(run.out()).doesNotContain("ERROR", "NaN");
    }

    @Test
    void a_run_by_time_ends_by_itself() {
        try (FaultServer server = FaultServer.answering(answer(201, ""))) {
            CommandRun run = run(server.url(), "--duration", "300ms", "--threads", "2");

            assertThat(run.exitCode()).isZero();
            assertThat(run.out()).contains("failed 0 + never sent 0");
        }
    }

    @ParameterizedTest
    @Tag("fault")
    @DisplayName("--records with the name of a file that the run writes itself -> refused before anything is sent; exit"
            + " code 2")
    @ValueSource(strings = {"throughput.csv", "Throughput.CSV", "telemetry.csv", "gc-pauses.csv", "runs.csv"})
    void records_never_take_the_place_of_another_file_of_the_run(String name) {
        try (FaultServer server = FaultServer.answering(answer(201, "ok"))) {
            CommandRun run = run(server.url(), "--requests", "10", "--records", name);

            assertThat(run.exitCode()).isEqualTo(2);
            assertThat(run.err())
                    .startsWith("--records: '" + name + "' cannot be the per-request CSV")
                    .contains("such as records.csv");
            assertThat(server.received()).isZero();
        }
        assertThat(directory.resolve("out")).doesNotExist();
    }

    @Test
    void every_attempt_has_a_row_in_the_records() throws Exception {
        try (FaultServer server = FaultServer.answering(answer(201, "ok"))) {
            CommandRun run = run(server.url(), "--requests", "321", "--threads", "3");

            assertThat(run.exitCode()).isZero();
            assertThat(Files.readAllLines(directory.resolve("out/records.csv"))).hasSize(1 + 321);
        }
    }

    @Test
    void more_workers_than_requests_is_no_problem() {
        try (FaultServer server = FaultServer.answering(answer(201, ""))) {
            CommandRun run = run(server.url(), "--requests", "3", "--threads", "20");

            assertThat(run.exitCode()).isZero();
            assertThat(server.received()).isEqualTo(3);
        }
    }

    @Test
    void a_run_that_can_be_watched_says_where_and_ends_as_any_other() {
        try (FaultServer server = FaultServer.answering(answer(201, ""))) {
            CommandRun run = run(server.url(), "--requests", "10", "--threads", "1", "--live");

            assertThat(run.exitCode()).isZero();
            assertThat(run.err()).containsPattern("Live view: http://127\\.0\\.0\\.1:[1-9]\\d*/");
            assertThat(directory.resolve("out/report.html")).exists();
        }
    }

    @Test
    void a_port_that_is_taken_is_wrong_usage_and_nothing_is_sent() {
        try (FaultServer server = FaultServer.answering(answer(201, ""))) {
            String port = server.url().replaceAll(".*:(\\d+).*", "$1");
            CommandRun run = run(server.url(), "--requests", "10", "--live", port);

            assertThat(run.exitCode()).isEqualTo(2);
            assertThat(run.err()).startsWith("Port " + port + " cannot be used for --live: ");
            assertThat(server.received()).isZero();
        }
    }

    @Test
    void progress_goes_to_standard_error_and_the_summary_to_standard_output() {
        try (FaultServer server = FaultServer.answering(answer(201, ""))) {
            CommandRun run = run(server.url(), "--requests", "10", "--threads", "1");

            assertThat(run.out()).contains("Checked:").doesNotContain("\r", "\u001b");
            assertThat(run.err()).doesNotContain("Checked:", "Exception");
        }
    }

    @Test
    void json_prints_the_summary_and_nothing_else() throws Exception {
        try (FaultServer server = FaultServer.answering(answer(201, ""))) {
            CommandRun run = run(server.url(), "--requests", "10", "--threads", "1", "--print-json");

            assertThat(run.out()).isEqualToNormalizingNewlines(Files.readString(directory.resolve("out/summary.json")));
            assertThat(JsonMapper.shared()
                            .readTree(run.out())
                            .at("/requests/ok")
                            .asInt())
                    .isEqualTo(10);
        }
    }

    @Test
    void a_quiet_run_prints_nothing() {
        try (FaultServer server = FaultServer.answering(answer(201, ""))) {
            CommandRun run = run(server.url(), "--requests", "10", "--threads", "1", "--quiet");

            assertThat(run.exitCode()).isZero();
            assertThat(run.out() + run.err()).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "--details --print-json, leave one of them out",
        "--details --quiet, leave one of them out",
        "--quiet --print-json, leave one of them out",
        "--print, use --details",
        "--repeat 2 --details, use --print",
        "--repeat 2 --print-json, experiment.json"
    })
    void ways_to_print_that_contradict_each_other_are_refused(String options, String remedy) {
        CommandRun run = run(FaultServer.deadTarget().toString(), options.split(" "));

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains(remedy);
        assertThat(directory.resolve("out")).doesNotExist();
    }

    private CommandRun run(String url, String... more) {
        List<String> args = new ArrayList<>(List.of("run", "--url", url, "--self-warmup", "none"));
        args.addAll(List.of("--output", directory.resolve("out").toString()));
        args.addAll(List.of(more));
        return CommandRun.of(args);
    }
}
