package io.github.swipestorm.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.swipestorm.client.testing.MessageBoard;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a person sees of a run over plain TCP. */
class PlainTcpRunIT {

    private static final Path EXAMPLE = Path.of("..", "examples", "workloads", "board.yaml");

    private final MessageBoard board = new MessageBoard();

    @TempDir
    private Path directory;

    @AfterEach
    void closeBoard() {
        board.close();
    }

    private CommandRun run(Path workload, String... more) {
        List<String> args =
                new ArrayList<>(List.of("run", "--url", board.target().toString()));
        args.addAll(List.of("--workload", workload.toString(), "--self-warmup", "none"));
        args.addAll(List.of("--output", directory.resolve("out").toString()));
        args.addAll(List.of(more));
        return CommandRun.of(args);
    }

    private Path file(String text) throws IOException {
        return Files.writeString(directory.resolve("ping.yaml"), text);
    }

    @Test
    void the_example_posts_and_reads() throws IOException {
        CommandRun run = run(EXAMPLE, "--requests", "4000");

        assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
        assertThat(run.out())
                .contains(
                        "10 connections on",
                        "transport nio",
                        "to tcp://127.0.0.1",
                        "4,000 completed",
                        " ok, 0 failed",
                        " x answered")
                .doesNotContain("status");
        List<String> rows = Files.readAllLines(directory.resolve("out/records.csv"));
        long posts = rows.stream().filter(row -> row.contains(",post,")).count();
        assertThat(board.messages()).isEqualTo((int) posts).isGreaterThan(100);
        assertThat(board.topics()).contains("0", "1", "2", "3", "4");
        assertThat(rows.get(1).split(",", -1)).hasSize(15).satisfies(cells -> {
            assertThat(cells[1]).isEqualTo("TCP");
            assertThat(cells[3]).as("status").isEmpty();
            assertThat(cells[8]).as("failure").isEmpty();
            assertThat(cells[11]).as("ok").isEqualTo("1");
        });
        assertThat(Files.readString(directory.resolve("out/summary.json")).replaceAll("\\s", ""))
                .contains("\"byStatus\":{},\"withoutStatus\":" + (rows.size() - 1) + ",\"byFailure\":{}");
        CommandRun report = CommandRun.of(
                List.of("report", directory.resolve("out/records.csv").toString()));
        assertThat(report.out())
                .containsPattern("answered +" + String.format(Locale.ROOT, "%,d", rows.size() - 1) + " attempts")
                .doesNotContain("unknown");
    }

    @Test
    void pipelining_keeps_the_order_of_answers() throws IOException {
        Path pipelined = file("""
                variables: {n: "${index}"}
                operations:
                  - send: "post@0#${n}\\n"
                    answer: {endsWith: "\\n"}
                    checks: [{bodyEquals: ok}]
                """);

        CommandRun run = run(pipelined, "--requests", "400", "--threads", "2", "--pipeline", "8");

        assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
        assertThat(board.messages()).isEqualTo(400);
    }

    @Test
    void an_answer_that_fails_its_check_is_a_failed_request() throws IOException {
        Path wrong = file("""
                operations:
                  - {name: shout, send: "hey\\n", answer: {endsWith: "\\n"}, checks: [{bodyEquals: ok}]}
                """);

        CommandRun run = run(wrong, "--requests", "10", "--threads", "1");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out()).contains("10 x check", "The body is not 'ok' but 'wrong'");
    }

    @Test
    void bytes_are_shown_with_escapes() throws IOException {
        Path bytes = file("""
                operations:
                  - {name: bytes, send: [{lengthPrefix: 2}, "a\\\\b\\n", {hex: "00 ff"}], answer: none}
                """);

        CommandRun shown = CommandRun.of(List.of("workload", "show", bytes.toString(), "--first", "1"));

        assertThat(shown.out()).contains("\\x00\\x06a\\\\b\\n\\x00\\xff");
    }

    @Test
    void calibration_takes_http() throws IOException {
        Path ping = file("operations: [{name: ping, send: PING, answer: {size: 4}}]");

        CommandRun run = CommandRun.of(List.of("calibrate", "--workload", ping.toString(), "--duration", "2s"));

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("The workload 'ping' sends bytes over plain TCP, and the responder speaks HTTP");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --url http://localhost:1 | The workload board sends bytes over plain TCP ('post'), and http://localhost:1 is for HTTP: use --url tcp://HOST:PORT
            --url tcp://localhost:1 --transport classic | Transport classic does not speak plain TCP, which tcp://localhost:1 requires: use --transport nio
            --url tcp://localhost:1 --user a:b | --user is for HTTP, which tcp://localhost:1 does not speak: leave it out
            --url tcp://localhost:1 --proxy http://localhost:2 | --proxy is for HTTP, which tcp://localhost:1 does not speak: leave it out
            --url tcp://localhost:1 --http 2 | --http is for HTTP, which tcp://localhost:1 does not speak: leave it out
            --url tcp://localhost | its port is missing; write it like tcp://localhost:7000
            --url tcp://localhost:1/x | plain TCP has no paths; write it like tcp://localhost:7000
            """)
    void what_does_not_go_together_is_refused_in_one_line(String options, String message) {
        List<String> args = new ArrayList<>(List.of("run", "--workload", EXAMPLE.toString(), "--requests", "1"));
        args.addAll(List.of(options.split(" ")));

        CommandRun run = CommandRun.of(args);

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err().lines().findFirst().orElseThrow()).contains(message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            run --url tcp://localhost:1 --requests 1 | The workload swipes sends HTTP requests ('POST /swipe/left/'), and tcp://localhost:1 is for plain TCP: use a --workload whose operations have 'send'
            run tcp://localhost:1 --requests 1 | plain TCP takes a workload whose operations have 'send'
            """)
    void plain_tcp_takes_a_workload(String command, String message) {
        CommandRun run = CommandRun.of(List.of(command.split(" ")));

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err().lines().findFirst().orElseThrow()).contains(message);
    }
}
