package io.github.swipestorm.cli.command;

import static io.github.swipestorm.client.testing.Act.READ;
import static io.github.swipestorm.client.testing.Act.answer;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.swipestorm.cli.CommandRun;
import io.github.swipestorm.client.testing.Act;
import io.github.swipestorm.client.testing.FaultServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkloadImportCommandTest {

    private static final Path SAMPLES =
            Path.of("../client/src/test/resources/io/github/swipestorm/client/workload/mix");

    @TempDir
    Path directory;

    /** A server that records this number of requests on one connection. */
    private static FaultServer answering(int requests, int status) {
        return FaultServer.firstDoing(Collections.nCopies(requests, List.of(READ, answer(status, "{}"))).stream()
                .flatMap(List::stream)
                .toArray(Act[]::new));
    }

    private CommandRun run(Path workload, FaultServer server, int requests) {
        return CommandRun.of(
                "run",
                "--url",
                server.url(),
                "--workload",
                workload.toString(),
                "--requests",
                Integer.toString(requests),
                "--threads",
                "1",
                "--self-warmup",
                "none",
                "--output",
                directory.resolve("run").toString());
    }

    @Test
    void the_petstore_is_imported_checked_shown_and_sent() {
        Path file = directory.resolve("pets.yaml");
        CommandRun imported = CommandRun.of(
                "workload",
                "import",
                "openapi",
                SAMPLES.resolve("petstore.yaml").toString(),
                "-o",
                file.toString());
        assertThat(imported.exitCode()).isZero();
        assertThat(imported.out()).isEmpty();
        assertThat(imported.err())
                .contains(
                        "1 value guessed, which the server may not know, marked with TODO:\n  variables.petId: ",
                        "3 operations; next: swipestorm workload check '" + file,
                        "--url http://petstore.swagger.io --workload '" + file);
        assertThat(CommandRun.of("workload", "check", file.toString()).out())
                .contains("workload 'swagger-petstore' with 3 operations", "33.33 %  listPets");
        assertThat(CommandRun.of("workload", "show", file.toString(), "--first", "20")
                        .out())
                .containsPattern("GET /v1/pets\\?limit=\\d+ HTTP/1.1");

        try (FaultServer server = answering(30, 201)) {
            run(file, server, 30);
            assertThat(server.requests())
                    .hasSize(30)
                    .allSatisfy(
                            request -> assertThat(request)
                                    .matches(
                                            "(?s)(GET /v1/pets\\?limit=\\d{1,3} |GET /v1/pets/[A-Za-z0-9]{16} |POST /v1/pets ).*"));
            assertThat(server.requests().stream()
                            .filter(request -> request.startsWith("POST"))
                            .toList())
                    .isNotEmpty()
                    .allSatisfy(request -> assertThat(request)
                            .contains("Content-Type: application/json\r\n")
                            .containsPattern("\r\n\r\n\\{\"id\":\\d+,\"name\":\"[A-Za-z0-9]{16}\"}$"));
        }
    }

    @Test
    void a_recording_is_imported_and_sent_with_the_secrets_that_the_user_gives() throws IOException {
        Path har = SAMPLES.resolve("shop.har");
        CommandRun imported =
                CommandRun.of("workload", "import", "har", har.toString(), "--only-host", "127.0.0.1:8080");
        assertThat(imported.exitCode()).isZero();
        assertThat(imported.err())
                .contains(
                        "Secrets are not in the file. Set before a check or a run:\n  AUTHORIZATION   ", "  COOKIE   ");
        Path secret = Files.writeString(directory.resolve("secret.yaml"), imported.out());
        CommandRun refused = CommandRun.of("workload", "check", secret.toString());
        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.err()).contains("The environment variable 'COOKIE' is not set");

        Path file = Files.writeString(
                directory.resolve("given.yaml"), imported.out().replaceAll("\\$\\{env\\.([A-Z_]+)}", "my-$1"));
        try (FaultServer server = answering(60, 200)) {
            CommandRun run = run(file, server, 60);
            assertThat(run.err()).isEmpty();
            assertThat(server.requests())
                    .anySatisfy(request -> assertThat(request)
                            .startsWith("PUT /api/items/7 HTTP/1.1\r\n")
                            .contains("\r\nAuthorization: Bearer my-AUTHORIZATION\r\n", "\r\nCookie: my-COOKIE\r\n")
                            .containsOnlyOnce("\r\nContent-Length: ")
                            .contains("\r\n\r\n{\"title\":\"Blue \\\"train\\\"\",\"price\":1.5,"))
                    .anySatisfy(request -> assertThat(request)
                            .startsWith("POST /login HTTP/1.1\r\n")
                            .endsWith("\r\n\r\nuser=my-USER_VALUE&password=my-PASSWORD&next=%2Fa+b%26c"))
                    .allSatisfy(request -> assertThat(request)
                            .contains("HeadlessChrome")
                            .doesNotContain("\r\nHost: 127.0.0.1:8080\r\n", "s3cret-word"));
        }
    }

    @Test
    void several_hosts_are_listed_with_their_requests() {
        CommandRun run = CommandRun.of(
                "workload", "import", "har", SAMPLES.resolve("shop.har").toString());
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err())
                .contains("choose with --only-host among 127.0.0.1:8080 (10), localhost:8080 (1)")
                .hasLineCount(2);
    }

    @Test
    void an_error_is_one_line_and_nothing_is_overwritten() throws IOException {
        Path there = Files.writeString(directory.resolve("there.yaml"), "mine");
        String pets = SAMPLES.resolve("petstore.yaml").toString();
        Path swagger = Files.writeString(directory.resolve("old.json"), "{\n  \"swagger\": \"2.0\"}");
        List<List<String>> wrong = List.of(
                List.of("there already: choose another name", "openapi", pets, "-o", there.toString()),
                List.of("is not there: make it", "openapi", pets, "-o", directory + "/none/x.yaml"),
                List.of("old.json:2:14: Swagger 2.0 is not supported", "openapi", swagger.toString()),
                List.of("not a HAR file", "har", pets),
                List.of("FILE is missing", "openapi"),
                List.of("Say what to import: openapi, har"));
        for (List<String> each : wrong) {
            String message = each.get(0);
            List<String> words = new ArrayList<>(List.of("workload", "import"));
            words.addAll(each.subList(1, each.size()));
            CommandRun run = CommandRun.of(words);
            assertThat(run.exitCode()).as(message).isEqualTo(2);
            assertThat(run.out()).isEmpty();
            assertThat(run.err()).contains(message).hasLineCount(2);
        }
        assertThat(there).hasContent("mine");
    }
}
