package io.github.swipestorm.client.workload.mix;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.networknt.schema.Error;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.github.swipestorm.client.http.Framing;
import io.github.swipestorm.client.http.Operation;
import io.github.swipestorm.client.http.ReceivedResponse;
import io.github.swipestorm.client.http.Request;
import io.github.swipestorm.client.report.run.Golden;
import io.github.swipestorm.client.workload.Role;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class WorkloadFileTest {

    private static final Path EXAMPLES = Path.of("..", "examples", "workloads");

    /** What only the parser can know: functions, declarations, files, and what a text means where it stands. */
    private static final List<String> BEYOND_THE_SCHEMA = List.of(
            "key twice",
            "unknown function",
            "wrong arguments",
            "placeholder not closed",
            "unknown variable",
            "missing environment variable",
            "missing data file, named once",
            "wrong JSON",
            "wrong headers",
            "all weights zero",
            "the same operation twice",
            "two scenarios of one name",
            "unknown operation in a step",
            "value used before it is extracted",
            "value of another scenario's before",
            "condition that is always the same",
            "some roles",
            "lookahead in a regular expression",
            "extracted value in a variable",
            "scenario without a request",
            "too many requests",
            "cookies and a header with cookies",
            "the worker's iterations without scenarios",
            "plain TCP without an answer",
            "default answer for HTTP",
            "defaults of HTTP for plain TCP",
            "HTTP and plain TCP",
            "escapes without double quotes",
            "length prefix behind what it counts",
            "length that its prefix cannot tell",
            "checks of no answer",
            "cookies over plain TCP");

    /** Every key of scenarios. */
    private static final String JOURNEY = """
            name: journey
            operations:
              - name: login
                path: /login
                form: {user: "u${worker}"}
                followRedirects: true
                extract:
                  token: {jsonPointer: /token}
                  csrf: {regex: "csrf=(a)(b)", group: 2, match: 2, optional: true}
              - {name: use, path: "/use/${token}/${worker.iteration}"}
              - {name: tenant, path: /tenant, extract: {tenant: {header: X-Tenant}}}
            beforeRun: [tenant]
            scenarios:
              - name: buyer
                workers: 3
                rate: 50/s
                onFailure: continue
                pace: 2s
                cookies: iteration
                connection: per-iteration
                before: [login]
                steps:
                  - request: {name: items, path: "/${tenant}", extract: {ids: {jsonPath: "$..id", match: all}}}
                  - {request: use, onFailure: stop-run}
                  - pause: lognormal(1s,2s,10s)
                  - repeat: 2
                    steps:
                      - if: csrf
                        steps: [use, before: again]
                      - ifNot: csrf
                        steps: [{end: true}]
              - {name: other, workers: 1, cookies: worker, connection: worker, steps: [tenant]}
            afterRun:
              - request: {path: "/bye/${tenant}", extract: {sid: {cookie: sid, match: random}}, followRedirects: false}
            """;

    @TempDir
    Path directory;

    private HttpWorkload parse(String text) {
        return WorkloadFile.parse("mix.yaml", directory, text, Optional.empty(), Map.of("KEY", "s3cret")::get);
    }

    private static String resource(String name) {
        try (InputStream in = WorkloadFileTest.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The wrong files by their titles. */
    static Map<String, String> wrongFiles() {
        Map<String, String> files = new LinkedHashMap<>();
        for (String section : resource("wrong-workloads.txt").split("(?m)^=== ")) {
            if (!section.isBlank()) {
                int end = section.indexOf('\n');
                files.put(section.substring(0, end), section.substring(end + 1));
            }
        }
        return files;
    }

    @Test
    void each_wrong_file_gets_these_messages() throws IOException {
        Files.writeString(directory.resolve("colors.csv"), "name\nred\n");
        StringBuilder all = new StringBuilder();
        wrongFiles().forEach((title, text) -> {
            Throwable thrown = catchThrowable(() -> parse(text));
            assertThat(thrown).as(title).isInstanceOf(IllegalArgumentException.class);
            String message = thrown.getMessage().replace(directory.toAbsolutePath() + "/", "DIR/");
            assertThat(message.lines()).as(title).allMatch(line -> line.matches("mix.yaml:\\d+:\\d+: .+"));
            all.append("=== ").append(title).append('\n').append(message).append('\n');
        });

        assertThat(wrongFiles()).hasSizeGreaterThanOrEqualTo(20);
        Golden.assertIs("wrong-workloads-messages.txt", all.toString());
    }

    private static List<Error> schemaErrors(String yaml) {
        JsonNode content =
                JsonMapper.shared().valueToTree(new Load(LoadSettings.builder().build()).loadFromString(yaml));
        return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12, builder -> {})
                .getSchema(schema())
                .validate(content);
    }

    private static String schema() {
        try (InputStream in = WorkloadFile.class.getResourceAsStream(WorkloadFile.SCHEMA)) {
            return new String(in.readAllBytes(), UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void the_schema_refuses_the_same_files_as_far_as_it_can_know() {
        wrongFiles().forEach((title, text) -> {
            if (!title.equals("not YAML")
                    && !title.equals("key twice")
                    && !title.equals("steps that contain themselves")) {
                assertThat(schemaErrors(text).isEmpty()).as(title).isEqualTo(BEYOND_THE_SCHEMA.contains(title));
            }
        });
    }

    static List<Path> examples() throws IOException {
        try (Stream<Path> files = Files.list(EXAMPLES)) {
            return files.filter(file -> file.toString().endsWith(".yaml"))
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("examples")
    void examples_name_the_schema_and_fit_it(Path file) throws IOException {
        String text = Files.readString(file);

        assertThat(text).startsWith("# yaml-language-server: $schema=workload.schema.json\n");
        assertThat(schemaErrors(text)).isEmpty();
        assertThat(WorkloadFile.read(file).operations()).isNotEmpty();
    }

    @Test
    void the_file_in_the_documentation_is_valid() throws IOException {
        String page = Files.readString(Path.of("..", "docs", "workloads.md"));
        int begin = page.indexOf("    # yaml-language-server");
        String example = page.substring(begin, page.indexOf("\n\n", page.indexOf("- {jsonPointer: /id}")))
                .indent(-4);
        Files.writeString(directory.resolve("customers.csv"), "email\nada@example.org\n");

        assertThat(schemaErrors(example)).isEmpty();
        assertThat(parse(example).operations()).hasSize(3);
    }

    @Test
    void the_scenarios_in_the_documentation_are_valid() throws IOException {
        String page = Files.readString(Path.of("..", "docs", "workloads.md"));
        int begin = page.indexOf("    operations:", page.indexOf("## Scenarios"));
        String example =
                page.substring(begin, page.indexOf("\n\nAn *iteration*", begin)).indent(-4);

        assertThat(schemaErrors(example)).isEmpty();
        assertThat(parse(example.replace("env.PASSWORD", "env.KEY")).scenarios())
                .extracting(HttpWorkload.ScenarioShare::name)
                .containsExactly("buyer", "visitor");
    }

    @Test
    void the_plain_tcp_in_the_documentation_is_valid() throws IOException {
        String page = Files.readString(Path.of("..", "docs", "workloads.md"));
        int begin = page.indexOf("    name: board", page.indexOf("## Plain TCP"));
        String example =
                page.substring(begin, page.indexOf("\n\nSend it to", begin)).indent(-4);
        int part = page.indexOf("send: [", begin);
        String parts = page.substring(part, page.indexOf("]\n", part) + 1);
        Files.writeString(directory.resolve("tail.bin"), "!");

        assertThat(schemaErrors(example)).isEmpty();
        assertThat(parse(example).roles()).extracting(Role::workers).containsExactly(5, 5);
        assertThat(shown(parse("operations: [{name: x, answer: none, " + parts + "}]"), 0))
                .hasSizeGreaterThan(20)
                .endsWith("\0\1!");
        assertThat(Framing.Kind.values()).hasSize(5);
        assertThat(page).contains("`{endsWith: ", "`{size: ", "`{lengthPrefix: ", "| `until-close` |", "| `none` |");
    }

    @Test
    void plain_tcp_that_was_written_is_read_back_as_the_same_workload() throws IOException {
        Files.writeString(directory.resolve("tail.bin"), "tail");
        HttpWorkload workload = parse("""
                name: bytes
                defaults: {answer: {lengthPrefix: 2, byteOrder: little, includesPrefix: true}}
                operations:
                  - {name: a, send: [{lengthPrefix: 4}, "x${index}\\n", {hex: "00 fF"}, {base64: "AAE="}, {file: tail.bin}]}
                  - {name: b, send: {hex: 10}, answer: {endsWith: {hex: "ff00"}}, checks: [{bodyEquals: "a\\n"}]}
                  - {send: "${random.text(3)}\\r\\nx", answer: {endsWith: "\\0"}, weight: 2}
                  - {send: 5, answer: {size: 9}}
                  - {name: e, send: [e], answer: until-close}
                  - {name: f, send: f, answer: none}
                """);

        HttpWorkload read =
                WorkloadFile.parse("plan", Path.of("/elsewhere"), json(workload), Optional.empty(), name -> null);

        assertThat(schemaErrors(json(workload))).isEmpty();
        assertThat(read).isEqualTo(workload).hasSameHashCodeAs(workload);
        assertThat(read.operations())
                .extracting(Operation::framing)
                .isEqualTo(
                        workload.operations().stream().map(Operation::framing).toList());
        assertThat(read.operations())
                .extracting(Operation::name)
                .containsExactly("a", "b", "send ${random.text(3)}", "send 5", "e", "f");
        for (int i = 0; i < 100; i++) {
            assertThat(shown(read, i)).isEqualTo(shown(workload, i));
            Request request = read.requests(1).request(i);
            if (request.operation().name().equals("a")) {
                String text = "x" + i + "\n\0\u00ff\0\1tail";
                assertThat(new String(request.body(), ISO_8859_1)).isEqualTo("\0\0\0" + (char) text.length() + text);
            }
        }
    }

    @Test
    void every_value_is_in_the_documentation() throws IOException {
        String page = Files.readString(Path.of("..", "docs", "workloads.md"));

        assertThat(Functions.NAMES).allSatisfy(name -> assertThat(page).containsPattern("`\\$\\{" + name + "[(}]"));
    }

    @Test
    void the_schema_beside_the_examples_is_the_published_one() throws IOException {
        assertThat(Files.readString(EXAMPLES.resolve("workload.schema.json"))).isEqualTo(schema());
    }

    @Test
    void the_schema_knows_the_keys_that_the_parser_knows() {
        HttpWorkload all = parse("""
                name: all
                description: every key
                defaults: {basePath: /base, headers: {A: b}, expectStatus: 200}
                variables: {v: "x"}
                operations:
                  - name: one
                    weight: 2
                    method: put
                    path: /p
                    query: {q: 1}
                    headers: {H: true}
                    json: {a: [1, null, true, 1.5, "1"]}
                    expectStatus: 2xx,404
                    checks:
                      - {header: A}
                      - {header: A, equals: b}
                      - {header: A, contains: b}
                      - {bodyContains: 5}
                      - {jsonPointer: /a, equals: {b: 1}}
                      - {jsonPointer: ""}
                      - {bodySize: {min: 1, max: 2}}
                  - {path: /form, form: {a: b}}
                  - {path: /text, body: 5}
                """);

        assertThat(schemaErrors(json(all))).isEmpty();
        assertThat(all.requests(1).request(0).operation().name()).isIn("one", "POST /base/form", "POST /base/text");
        assertThat(all.operations().get(0).checks()).hasSize(7);
        assertThat(schemaErrors(JOURNEY)).isEmpty();
        assertThat(schemaErrors(json(parse(JOURNEY)))).isEmpty();
    }

    @Test
    void a_journey_that_was_written_is_read_back_as_the_same_workload() {
        HttpWorkload workload = parse(JOURNEY);

        HttpWorkload read =
                WorkloadFile.parse("plan", Path.of("/elsewhere"), json(workload), Optional.empty(), name -> null);

        assertThat(read).isEqualTo(workload).hasSameHashCodeAs(workload);
        assertThat(read.definition()).isEqualTo(workload.definition());
        assertThat(read.planned(1, 0))
                .extracting(step -> step.depth() + step.text())
                .isEqualTo(workload.planned(1, 0).stream()
                        .map(step -> step.depth() + step.text())
                        .toList());
        assertThat(read).isNotEqualTo(parse(JOURNEY.replace("repeat: 2", "repeat: 3")));
        assertThat(read.roles()).extracting(Role::workers).containsExactly(3, 1);
    }

    @Test
    void what_was_written_is_read_back_as_the_same_workload() throws IOException {
        Files.writeString(directory.resolve("colors.csv"), "name\nred\nblue\n");
        Files.writeString(directory.resolve("body.bin"), "bytes");
        HttpWorkload workload = parse("""
                name: round-trip
                defaults: {basePath: /v1, headers: {X-Key: "${env.KEY}"}}
                variables: {v: "${random.int(1,9)}"}
                data: {colors: {file: colors.csv, order: shuffled}}
                operations:
                  - {path: "/${v}/${data.colors.name}?a=$${b}", weight: 3, query: {c: "${v}"}}
                  - path: /json
                    json: {n: "${random.text(5)}", password: "${data.colors.name}"}
                    checks: [{jsonPointer: /id, equals: "x"}, {header: A, contains: b}, {bodySize: {min: 3}}]
                  - {path: /form, form: {"a b": "c&d ${v}"}, expectStatus: "302"}
                  - {path: /file, bodyFile: body.bin}
                """);

        HttpWorkload read = WorkloadFile.parse(
                "plan", Path.of("/elsewhere"), json(workload), Optional.empty(), Map.of("KEY", "s3cret")::get);

        assertThat(read).isEqualTo(workload).hasSameHashCodeAs(workload);
        assertThat(json(workload)).doesNotContain("s3cret").contains("${env.KEY}");
        for (int i = 0; i < 200; i++) {
            assertThat(shown(read, i)).isEqualTo(shown(workload, i));
        }
    }

    private static String json(HttpWorkload workload) {
        return JsonMapper.shared().writeValueAsString(workload.definition());
    }

    static String shown(HttpWorkload workload, long index) {
        return HttpWorkloadTest.text(workload.requests(1).request(index));
    }

    @Test
    void secrets_that_were_typed_are_not_written() {
        HttpWorkload workload = parse("""
                operations:
                  - path: /a?token=abcdef
                    headers: {Authorization: Bearer abcdef, X-Other: "Bearer ${env.KEY}"}
                    json: {password: abcdef}
                """);

        assertThat(json(workload)).doesNotContain("abcdef").contains("***", "Bearer ${env.KEY}");
        assertThat(workload.secrets()).contains("s3cret");
    }

    @Test
    void a_name_that_a_file_does_not_have_is_made_of_the_files_name() {
        assertThat(Stream.of("Shop Mix.yml", "2nd.json", "ä.yaml", "mixed.v2.yaml")
                        .map(file -> WorkloadFile.parse(
                                        "dir/" + file, directory, "operations: [{path: /}]", Optional.empty())
                                .name()))
                .containsExactly("shop-mix", "workload-2nd", "workload", "mixed-v2");
    }

    @Test
    void json_files_are_workload_files_too() throws IOException {
        Path file = directory.resolve("mix.json");
        Files.writeString(file, "{\"operations\": [{\"path\": \"/a\", \"json\": {\"b\": \"${index}\", \"c\": 5}}]}");

        HttpWorkload workload = WorkloadFile.read(file);

        assertThat(shown(workload, 3)).isEqualTo("POST /a\n\n{\"b\":\"3\",\"c\":5}");
        assertThat(workload.source().orElseThrow()).matches(".*mix.json, SHA-256 [0-9a-f]{12}");
    }

    @Test
    void a_file_that_cannot_be_read_is_named() {
        assertThatThrownBy(() -> WorkloadFile.read(directory.resolve("none.yaml")))
                .hasMessageContaining("none.yaml' is not there");
        assertThatThrownBy(() -> WorkloadFile.read(directory))
                .hasMessageContaining("is a directory: name a workload file");
    }

    @Test
    void checks_pass_and_fail_with_a_line_that_says_why() {
        Operation operation = parse("""
                        operations:
                          - path: /
                            checks:
                              - {header: Content-Type}
                              - {header: content-type, equals: application/json}
                              - {header: Content-Type, contains: json}
                              - {bodyContains: "é"}
                              - {jsonPointer: /items/0/id, equals: 5}
                              - {jsonPointer: /items/0/name, equals: "é"}
                              - {jsonPointer: /items/0/price}
                              - {bodySize: {min: 10, max: 100}}
                        """).operations().get(0);
        List<io.github.swipestorm.client.http.Header> json =
                List.of(new io.github.swipestorm.client.http.Header("Content-Type", "application/json"));
        String body = "{\"items\":[{\"id\":5.0,\"name\":\"é\",\"price\":null}]}";

        assertThat(problems(operation, new ReceivedResponse(200, 50, json, body.getBytes(UTF_8))))
                .isEmpty();
        assertThat(problems(operation, new ReceivedResponse(200, 5, List.of(), "{}".getBytes(UTF_8))))
                .containsExactly(
                        "There is no header 'Content-Type'",
                        "There is no header 'content-type'",
                        "There is no header 'Content-Type'",
                        "The body does not contain 'é'",
                        "The body has no '/items/0/id'",
                        "The body has no '/items/0/name'",
                        "The body has no '/items/0/price'",
                        "The body has 5 bytes, fewer than 10");
        assertThat(problems(
                        operation, new ReceivedResponse(200, 101, json, "{\"items\":[{\"id\":6}]}".getBytes(UTF_8))))
                .contains("'/items/0/id' is not 5 but '6'", "The body has 101 bytes, more than 100");
        assertThat(problems(operation, new ReceivedResponse(200, 50, json, "é".getBytes(UTF_8))))
                .anyMatch(problem -> problem.startsWith("The body is not JSON: "));
    }

    private static List<String> problems(Operation operation, ReceivedResponse response) {
        List<String> problems = new ArrayList<>();
        operation.checks().forEach(check -> check.problem(response).ifPresent(problems::add));
        return problems;
    }
}
