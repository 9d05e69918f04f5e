package io.github.swipestorm.cli;

import static io.github.swipestorm.client.testing.Act.answer;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.swipestorm.client.testing.AnsweringServer;
import io.github.swipestorm.client.testing.FaultServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Objectives of a run, and what they make of the exit code. */
class SloIT {

    @TempDir
    private Path directory;

    private CommandRun run(String url, String... more) {
        List<String> args = new ArrayList<>(List.of("run", "--url", url, "--threads", "2", "--self-warmup", "none"));
        args.addAll(List.of("--output", directory.resolve("out").toString()));
        args.addAll(List.of(more));
        return CommandRun.of(args);
    }

    private JsonNode objectives() throws Exception {
        return summary().path("objectives");
    }

    private JsonNode summary() throws Exception {
        return JsonMapper.shared().readTree(Files.readString(directory.resolve("out/summary.json")));
    }

    @Test
    void objectives_that_are_met_are_shown_with_what_was_measured() throws Exception {
        try (FaultServer server = FaultServer.answering(answer(201, "ok"))) {
            CommandRun run = run(server.url(), "--requests", "50", "--slo", "p99<60s,errors<0.1%,throughput>0.001");

            assertThat(run.exitCode()).isZero();
            assertThat(run.out())
                    .containsPattern("(?m)^Objectives: +p99<60000ms met \\([0-9.,]+ ms\\); ")
                    .containsPattern("errors<0.1% met \\(0.000 %\\); throughput>0.001/s met \\([0-9.,]+ /s\\)\n");
        }
        assertThat(objectives()).hasSize(3);
        assertThat(objectives().at("/1/measured").asDouble()).isZero();
        assertThat(objectives().at("/1/met").asBoolean()).isTrue();
    }

    @Test
    void an_objective_of_one_operation_is_judged_by_that_operation() throws Exception {
        try (FaultServer server = FaultServer.answering(answer(201, "ok"))) {
            CommandRun run = run(
                    server.url(),
                    "--requests",
                    "50",
                    "--slo",
                    "p99[POST /swipe/left/]<60s,failed[POST /swipe/right/]<1%,throughput[POST /swipe/left/]>100000000");

            assertThat(run.exitCode()).isEqualTo(3);
            assertThat(run.out())
                    .contains("throughput[POST /swipe/left/]>100000000/s MISSED (")
                    .containsPattern("failed.POST /swipe/right/.<1% met \\(0.000 %\\)");
        }
        double left = summary().at("/operations/0/throughputPerSecond").asDouble();
        assertThat(left)
                .isPositive()
                .isLessThan(summary().at("/throughputPerSecond").asDouble())
                .isEqualTo(objectives().at("/2/measuredPerSecond").asDouble());
    }

    @Test
    void an_unknown_operation_is_refused_with_those_that_there_are_before_anything_is_sent() {
        try (AnsweringServer server = new AnsweringServer(n -> 201)) {
            CommandRun run = run(server.target().toString(), "--requests", "5", "--slo", "p99[list albums]<60s");

            assertThat(run.exitCode()).isEqualTo(2);
            assertThat(run.err())
                    .contains(
                            "'p99[list albums]<60000ms' names an operation that the workload 'swipes' does not have: it has"
                                    + " 'POST /swipe/left/', 'POST /swipe/right/'");
            assertThat(directory.resolve("out")).doesNotExist();
        }
    }

    @Test
    void a_missed_objective_ends_with_three_though_all_requests_were_ok() throws Exception {
        try (FaultServer server = FaultServer.answering(answer(201, "ok"))) {
            Path xml = directory.resolve("reports/load.xml");
            CommandRun run =
                    run(server.url(), "--requests", "50", "--slo", "throughput>100000000", "--junit", xml.toString());

            assertThat(run.exitCode()).isEqualTo(3);
            assertThat(xml)
                    .content()
                    .contains("failures=\"1\"", "<failure message=\"throughput&gt;100000000/s missed: ");
            assertThat(run.out()).contains("throughput>100000000/s MISSED (");
        }
        assertThat(objectives().at("/0/met").asBoolean()).isFalse();
    }

    @Test
    void a_missed_objective_says_more_than_that_requests_failed() {
        try (AnsweringServer server = new AnsweringServer(n -> n % 2 == 0 ? 500 : 201)) {
            String url = server.target().toString();

            assertThat(run(url, "--requests", "20", "--retries", "0", "--slo", "errors<1%")
                            .exitCode())
                    .isEqualTo(3);
        }
    }

    @Test
    void an_objective_that_failures_keep_to_leaves_the_exit_code_to_the_failures() {
        try (AnsweringServer server = new AnsweringServer(n -> n % 2 == 0 ? 500 : 201)) {
            String url = server.target().toString();

            assertThat(run(url, "--requests", "20", "--retries", "0", "--slo", "errors<=60%")
                            .exitCode())
                    .isEqualTo(1);
        }
    }

    @Test
    void retries_do_not_hide_failed_attempts_from_the_errors() throws Exception {
        try (AnsweringServer server = new AnsweringServer(n -> n % 11 == 0 ? 500 : 201)) {
            CommandRun run = run(
                    server.target().toString(),
                    "--requests",
                    "100",
                    "--retries",
                    "5",
                    "--slo",
                    "errors<0.1%,failed<0.1%");

            assertThat(run.exitCode()).isEqualTo(3);
            assertThat(run.out())
                    .contains("errors<0.1% MISSED (8.257 %); failed<0.1% met (0.000 %)")
                    .containsPattern("(?m)^Retries: +9 attempts more than requests: 9.0 % more load$")
                    .contains("; errors 8.3 % of attempts");
        }
    }

    @Test
    void a_rate_that_too_few_workers_cannot_keep_is_inconclusive_and_says_why() throws Exception {
        try (FaultServer server = FaultServer.answering(answer(201, "ok"))) {
            // One worker that is 300,000 times a second to send: no machine lets one thread do that.
            CommandRun run = run(
                    server.url(),
                    "--rate",
                    "300000",
                    "--duration",
                    "200ms",
                    "--records",
                    "none",
                    "--slo",
                    "p99<60s,failed<0.1%,throughput>1");

            assertThat(run.exitCode()).isEqualTo(4);
            assertThat(run.out())
                    .containsPattern("(?m)^Objectives: +p99<60000ms INCONCLUSIVE ")
                    .contains("INCONCLUSIVE, as the client may be the cause: the offered rate was not met: ");
        }
        assertThat(objectives().at("/0/met").isNull()).isTrue();
        assertThat(summary().path("inconclusive").asString()).startsWith("the offered rate was not met: ");
        assertThat(Files.readString(directory.resolve("out/report.html")))
                .contains("INCONCLUSIVE: p99&lt;60000ms")
                .contains("Inconclusive, as the client may be the cause");
    }
}
