package io.github.swipestorm.cli.command;

import static io.github.swipestorm.client.testing.Act.answer;
import static io.github.swipestorm.client.testing.Act.write;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.swipestorm.cli.CommandRun;
import io.github.swipestorm.client.testing.FaultServer;
import io.github.swipestorm.client.workload.mix.WorkloadFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Workload files on the command line: judged, shown and sent. */
class WorkloadCommandTest {

    private static final Path EXAMPLES = Path.of("..", "examples", "workloads");

    @TempDir
    private Path directory;

    private Path file(String text) throws IOException {
        return Files.writeString(directory.resolve("mix.yaml"), text);
    }

    private CommandRun run(FaultServer server, Path workload, String... more) {
        List<String> words = List.of(
                "run",
                "--url",
                server.url(),
                "--workload",
                workload.toString(),
                "--threads",
                "3",
                "--self-warmup",
                "none",
                "--output",
                directory.resolve("out").toString());
        return CommandRun.of(Stream.concat(words.stream(), Stream.of(more)).toList());
    }

    @Test
    void a_valid_file_is_confirmed_with_the_share_of_each_operation() {
        CommandRun check = CommandRun.of(
                "workload", "check", EXAMPLES.resolve("mixed.yaml").toString());

        assertThat(check.exitCode()).isZero();
        assertThat(check.out())
                .contains(
                        "mixed.yaml is valid: workload 'albums' with 5 operations",
                        "40.00 %  list albums",
                        "2.00 %  remove");
    }

    @Test
    void a_pause_in_an_operation_is_shown_its_place() throws IOException {
        Path file = Files.writeString(
                directory.resolve("pause.yaml"), "name: shop\noperations:\n  - {path: /, pause: 1s}\n");

        assertThat(CommandRun.of("workload", "check", file.toString()).err())
                .startsWith(file + ":3:15: 'pause' is not a key of an operation: it is a step of a scenario, as in"
                        + " 'scenarios: [{name: visit, steps: [NAME, {pause: ...}]}]'");
    }

    @Test
    void every_problem_of_a_wrong_file_has_a_line_wherever_the_file_is_named() throws IOException {
        Path file = file("operations:\n  - pth: /a\n  - path: b\n");
        List<String> problems = List.of(
                file + ":2:5: 'pth' is not a key of an operation; did you mean path?",
                file + ":3:11: 'b' is not a path: it must begin with a slash");

        for (List<String> words : List.of(
                List.of("workload", "check", file.toString()),
                List.of("workload", "show", file.toString()),
                List.of("sweep", "--workload", file.toString()),
                List.of("run", "--workload", file.toString(), "-d", "1s"))) {
            CommandRun wrong = CommandRun.of(words);
            assertThat(wrong.exitCode()).isEqualTo(2);
            assertThat(wrong.err().lines().toList())
                    .startsWith(problems.toArray(String[]::new))
                    .hasSize(3);
            assertThat(wrong.out()).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--workload nowhere/x.yaml -d 1s  | is not there",
                "--workload bananas -d 1s         | is none of swipes, same-swipe",
            })
    void what_is_no_workload_is_refused(String options, String message) {
        CommandRun run = CommandRun.of(("run " + options.strip()).split(" "));

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains(message);
    }

    @Test
    void the_first_requests_are_shown_as_they_would_be_sent_and_nothing_is_sent() throws IOException {
        Path file = file("""
                operations:
                  - path: /a b/${index}
                    headers: {Authorization: Bearer abc-def, X-Key: "${env.PATH}"}
                    json: {n: "ü", i: "${index}"}
                """);

        CommandRun shown =
                CommandRun.of("workload", "show", file.toString(), "--first", "2", "--url=http://host.example:81/base");

        assertThat(shown.exitCode()).as(shown.err()).isZero();
        assertThat(shown.out())
                .startsWith("""
                        ### 0: POST /a b/${index}
                        POST /base/a%20b/0 HTTP/1.1
                        Host: host.example:81
                        User-Agent: swipestorm
                        Authorization: ***
                        Content-Type: application/json
                        Accept: application/json
                        X-Key: ***
                        Content-Length: 18

                        {"n":"ü","i":"0"}
                        """)
                .contains("### 1: POST", "POST /base/a%20b/1 HTTP/1.1")
                .doesNotContain("### 2:", "abc-def", System.getenv("PATH"));
        assertThat(CommandRun.of("workload", "show", file.toString(), "--first", "0")
                        .err())
                .contains("--first must be 1 to");
    }

    private static final String JOURNEY = """
            operations:
              - {name: login, path: /login, extract: {token: {jsonPointer: /token}}}
              - {name: buy, path: "/buy/${token}", json: {by: "${index}"}}
            scenarios:
              - {name: buyer, weight: 3, before: [login], steps: [{pause: 1s}, {repeat: 2, steps: [buy]}]}
              - {name: visitor, steps: [login]}
            """;

    @Test
    void a_file_with_scenarios_is_checked_and_shown_as_its_iterations() throws IOException {
        Path file = file(JOURNEY);

        CommandRun check = CommandRun.of("workload", "check", file.toString());
        CommandRun show = CommandRun.of("workload", "show", file.toString(), "--first", "1", "--seed", "2");

        assertThat(check.out()).endsWith("""
                        mix.yaml is valid: workload 'mix' with 2 operations and 2 scenarios
                         75.00 %  buyer: up to 3 requests
                         25.00 %  visitor: 1 request
                        """);
        assertThat(show.out()).isEqualTo("""
                ### Iteration 0: buyer
                  before the worker's first iteration:
                    login
                      GET /login HTTP/1.1
                      Host: localhost:8080
                      User-Agent: swipestorm

                  pause of 1.000 s
                  repeat 1 of 2:
                    buy
                      POST /buy/${token} HTTP/1.1
                      Host: localhost:8080
                      User-Agent: swipestorm
                      Content-Type: application/json
                      Accept: application/json
                      Content-Length: 10

                      {"by":"0"}
                  repeat 2 of 2:
                    buy
                      POST /buy/${token} HTTP/1.1
                      Host: localhost:8080
                      User-Agent: swipestorm
                      Content-Type: application/json
                      Accept: application/json
                      Content-Length: 10

                      {"by":"0"}

                """);
    }

    @Test
    void roles_are_checked_with_their_workers() throws IOException {
        Path file = file("""
                operations: [{name: post, path: /post}]
                scenarios:
                  - {name: writers, workers: 5, rate: 50/s, steps: [post]}
                  - {name: readers, workers: 1, steps: [{request: {name: read, path: /read}}, read]}
                """);

        assertThat(CommandRun.of("workload", "check", file.toString()).out()).endsWith("""
                          5 workers at 50/s  writers: 1 request
                          1 worker  readers: up to 2 requests
                        """);
    }

    @Test
    void a_value_that_a_response_lacks_fails_its_request_and_is_named() throws IOException {
        try (FaultServer server = FaultServer.answering(answer(200, "{}"))) {
            CommandRun run = run(server, file(JOURNEY), "--requests", "5");

            assertThat(run.exitCode()).isEqualTo(1);
            assertThat(run.out()).contains("ok 0 + failed 5", "The body has no '/token'");
        }
    }

    @Test
    void the_schema_is_printed() throws IOException {
        String published = Files.readString(EXAMPLES.resolve("workload.schema.json"));

        assertThat(CommandRun.of("workload", "schema").out()).isEqualTo(published);
        assertThat(CommandRun.of("workload", "--schema").out()).isEqualTo(published);
        assertThat(CommandRun.of("workload").err()).contains("Say what to do: check, show, ");
    }

    static List<Path> examples() throws IOException {
        try (Stream<Path> files = Files.list(EXAMPLES)) {
            return files.filter(file -> file.toString().endsWith(".yaml"))
                    // It needs the application that it is made for.
                    .filter(file -> !file.endsWith("roundup.yaml"))
                    // Their roles say how many workers there are; PlainTcpRunIT and ServerProcessIT send them.
                    .filter(file -> !file.getFileName().toString().startsWith("board"))
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("examples")
    void each_example_can_be_sent_and_the_report_names_it(Path example) throws IOException {
        try (FaultServer server = FaultServer.answering(
                write("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 28\r\n\r\n"
                        + "{\"likes\":3,\"matches\":[7,11]}"))) {
            CommandRun run = run(server, example, "--requests", "60", "--transport", "nio");

            assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
            assertThat(run.out()).contains(" + failed 0 + never sent 0", " of " + example + ", SHA-256 ");
            if (WorkloadFile.read(example).scenarios().isEmpty()) {
                assertThat(run.out()).contains("planned 60 = ok 60 ");
            }
            JsonNode plan = JsonMapper.shared()
                    .readTree(directory.resolve("out").resolve("summary.json").toFile())
                    .get("plan");
            assertThat(plan.get("workloadSource").stringValue()).startsWith(example + ", SHA-256 ");
            assertThat(plan.at("/workloadDefinition/operations").size()).isGreaterThan(1);
            assertThat(Files.readString(directory.resolve("out").resolve("report.html")))
                    .contains("SHA-256");
        }
    }

    @Test
    void a_failed_check_fails_the_request_and_says_why() throws IOException {
        Path file = file("operations: [{path: /, checks: [{bodyContains: hello}]}]");
        try (FaultServer server = FaultServer.answering(answer(200, "good bye"))) {
            CommandRun run = run(server, file, "--requests", "5");

            assertThat(run.exitCode()).isEqualTo(1);
            assertThat(run.out()).contains("ok 0 + failed 5", "The body does not contain 'hello'");
        }
    }

    @Test
    void data_that_are_used_once_limit_the_run() throws IOException {
        Files.writeString(directory.resolve("ids.csv"), "id\n1\n2\n3\n");
        Path file = file("data: {ids: {file: ids.csv, order: once}}\noperations: [{path: '/${data.ids.id}'}]");
        Map<String, String> refused = Map.of(
                "--requests 4", "use --requests 3 at most",
                "--duration 1s", "use --requests 3 at most",
                "--requests 3 --warmup 1s", "--warmup would send them before the run",
                "--requests 3 --probe", "--probe sends more requests");
        try (FaultServer server = FaultServer.answering(answer(200, "ok"))) {
            refused.forEach((options, message) -> {
                CommandRun run = run(server, file, options.split(" "));
                assertThat(run.exitCode()).isEqualTo(2);
                assertThat(run.err()).contains(message);
            });
            assertThat(server.received()).isZero();
            assertThat(run(server, file, "--requests", "3").exitCode()).isZero();
            assertThat(server.received()).isEqualTo(3);
        }
    }
}
