package io.github.swipestorm.cli;

import static io.github.swipestorm.client.testing.Act.READ;
import static io.github.swipestorm.client.testing.Act.answer;
import static io.github.swipestorm.client.testing.Act.write;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.github.swipestorm.client.clock.NanoClock;
import io.github.swipestorm.client.engine.ClientLimitException;
import io.github.swipestorm.client.engine.RunObserver;
import io.github.swipestorm.client.engine.RunResult;
import io.github.swipestorm.client.engine.RunSettings;
import io.github.swipestorm.client.engine.Runner;
import io.github.swipestorm.client.engine.StopSignal;
import io.github.swipestorm.client.http.Request;
import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.testing.FaultServer;
import io.github.swipestorm.client.testing.QuickServer;
import io.github.swipestorm.client.transport.HttpFeatures;
import io.github.swipestorm.client.transport.TransportSettings;
import io.github.swipestorm.client.transport.TransportType;
import io.github.swipestorm.client.transport.http1.RequestEncoder;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** One request that is described on the command line: what is sent, what is refused, and what reports show of it. */
class OneRequestTest {

    private static final String DEFAULTS = "Host: h:81\r\nUser-Agent: swipestorm\r\n";
    private static final String FORM = "Content-Type: application/x-www-form-urlencoded\r\n";
    private static final String JSON = "Content-Type: application/json\r\nAccept: application/json\r\n";
    /** Of the environment of every process; its value is no header by itself. */
    private static final String VARIABLE = "PATH";

    @TempDir
    private Path folder;

    private int number;

    /** Makes no run, and remembers the plan. */
    private static final class Capturing implements Runner {
        private LoadPlan plan;

        @Override
        public RunResult run(LoadPlan asked, StopSignal stop, RunObserver observer) {
            plan = asked;
            throw new ClientLimitException("captured", null);
        }

        @Override
        public Runner with(RunSettings others) {
            return this;
        }
    }

    private LoadPlan plan(String... words) {
        Capturing runner = new Capturing();
        List<String> all = new ArrayList<>(List.of(words));
        all.addAll(List.of("--output", folder.resolve("out" + number++).toString()));
        CommandRun run = CommandRun.by(() -> runner, all.toArray(String[]::new));
        assertThat(run.err()).contains("captured");
        return runner.plan;
    }

    /** The bytes as Latin-1. */
    private static String sent(LoadPlan plan) {
        RequestEncoder encoder = new RequestEncoder(new TransportSettings(
                plan.target(),
                plan.workload().operations(),
                1,
                plan.timeouts(),
                plan.transport(),
                nanos -> {},
                NanoClock.SYSTEM));
        Request request = plan.workload().requests(1).request(0);
        ByteBuffer bytes = ByteBuffer.allocate(encoder.longest(request));
        encoder.encode(request, bytes);
        return new String(bytes.array(), 0, bytes.position(), ISO_8859_1);
    }

    private static Arguments sends(String request, String... words) {
        return arguments(request, List.of(words));
    }

    static List<Arguments> descriptions() {
        String url = "http://h:81/p";
        return List.of(
                sends("GET /p HTTP/1.1\r\n" + DEFAULTS + "\r\n", url),
                sends("GET /p?x=1 HTTP/1.1\r\n" + DEFAULTS + "\r\n", url + "?x=1#fragment"),
                sends("GET / HTTP/1.1\r\n" + DEFAULTS + "\r\n", "http://h:81"),
                sends("GET /?x HTTP/1.1\r\n" + DEFAULTS + "\r\n", "http://h:81?x"),
                sends("GET /a/../%C3%A9%20b HTTP/1.1\r\n" + DEFAULTS + "\r\n", "http://h:81/a/../\u00e9 b"),
                sends("GET /p HTTP/1.1\r\nHost: [::1]:81\r\nUser-Agent: swipestorm\r\n\r\n", "http://[::1]:81/p"),
                sends("GET /p HTTP/1.1\r\nHost: h\r\nUser-Agent: swipestorm\r\n\r\n", "http://h/p"),
                sends("HEAD /p HTTP/1.1\r\n" + DEFAULTS + "\r\n", url, "-X", "head"),
                sends("PURGE /p HTTP/1.1\r\n" + DEFAULTS + "\r\n", url, "--method", "PURGE"),
                sends(
                        "GET /p HTTP/1.1\r\nhost: other\r\nUser-Agent: me\r\nA: 1\r\nA: 2\r\nEmpty: \r\n\r\n",
                        url,
                        "-H",
                        "host: other",
                        "-H",
                        "User-Agent:me",
                        "-H",
                        "A: 1",
                        "--header=A: 2",
                        "-H",
                        "Empty;"),
                sends(
                        "POST /p HTTP/1.1\r\n" + DEFAULTS + "Content-Length: 2\r\n\r\n\u00c3\u00a9",
                        url,
                        "--body",
                        "\u00e9"),
                sends(
                        "PUT /p HTTP/1.1\r\n" + DEFAULTS + "Content-Type: text/plain\r\nContent-Length: 1\r\n\r\nx",
                        url,
                        "-X",
                        "PUT",
                        "--body",
                        "x",
                        "-H",
                        "Content-Type: text/plain"),
                sends(
                        "POST /p HTTP/1.1\r\n" + DEFAULTS + JSON + "Content-Length: 7\r\n\r\n{\"a\":1}",
                        url,
                        "--json",
                        "{\"a\":1}"),
                sends(
                        "POST /p HTTP/1.1\r\n" + DEFAULTS
                                + "accept: text/csv\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n[]",
                        url,
                        "--json",
                        "[]",
                        "-H",
                        "accept: text/csv"),
                sends(
                        "POST /p HTTP/1.1\r\n" + DEFAULTS + "Accept: application/json\r\nContent-Length: 2\r\n\r\n[]",
                        url,
                        "--json",
                        "[]",
                        "-H",
                        "Content-Type:"),
                sends(
                        "POST /p HTTP/1.1\r\n" + DEFAULTS + FORM + "Content-Length: 22\r\n\r\na=1+2&b=%26%3D&%C3%A9=",
                        url,
                        "--form",
                        "a=1 2",
                        "--form=b=&=",
                        "--form",
                        "\u00e9="),
                sends("GET /p HTTP/1.1\r\n" + DEFAULTS + "Accept-Encoding: gzip\r\n\r\n", url, "--compressed"),
                sends(
                        "GET /p HTTP/1.1\r\n" + DEFAULTS + "Accept-Encoding: br\r\n\r\n",
                        url,
                        "--compressed",
                        "-H",
                        "Accept-Encoding: br"),
                // As browsers copy them.
                curl(
                        "POST /p?q=1 HTTP/1.1\r\n" + DEFAULTS
                                + "content-type: text/plain;charset=UTF-8\r\nCookie: a=b; c=d\r\nAccept: */*\r\n"
                                + "Accept-Encoding: gzip\r\nContent-Length: 7\r\n\r\nit's\n\u00c3\u00a9",
                        "curl 'http://h:81/p?q=1' \\\n -H 'content-type: text/plain;charset=UTF-8' -H 'Connection: keep-alive'"
                                + " \\\n -b 'a=b; c=d' --data-raw $'it\\'s\\n\\u00e9' --compressed --insecure"),
                curl(
                        "POST /p HTTP/1.1\r\n" + DEFAULTS + FORM
                                + "Accept: */*\r\nContent-Length: 9\r\n\r\n{\"a\":\"b\"}",
                        "curl ^\"http://h:81/p^\" ^\n  --data-raw ^\"^{^\\^\"a^\\^\":^\\^\"b^\\^\"^}^\""),
                curl(
                        "GET /p?x=1&a=b%20c HTTP/1.1\r\n" + DEFAULTS + "Accept: */*\r\n\r\n",
                        "curl -sSG h:81/p?x=1 --data-urlencode 'a=b c' -o /dev/null"),
                curl(
                        "HEAD /p HTTP/1.1\r\n" + DEFAULTS + "Referer: r\r\nAccept: */*\r\n\r\n",
                        "$ curl -I -er \"h:81/p\""),
                curl(
                        "DELETE /p HTTP/1.1\r\nHost: h:81\r\nUser-Agent: me\r\nAccept: x\r\n\r\n",
                        "curl -XDELETE -A me -H 'Accept: x' http://h:81/p --http1.1"));
    }

    private static Arguments curl(String request, String command) {
        return sends(request, "--curl", command);
    }

    @ParameterizedTest
    @MethodSource("descriptions")
    void these_bytes_are_sent(String request, List<String> words) {
        List<String> all = new ArrayList<>(List.of("run", "-n", "1"));
        all.addAll(words);

        assertThat(sent(plan(all.toArray(String[]::new)))).isEqualTo(request);
    }

    @ParameterizedTest
    @MethodSource("io.github.swipestorm.client.testing.Registered#transports")
    void a_run_sends_it_over_each_transport(TransportType transport) throws Exception {
        byte[] bytes = {0, 13, 10, (byte) 0xFF};
        Path file = Files.write(folder.resolve("body"), bytes);
        try (FaultServer server = FaultServer.firstDoing(READ, answer(404, "no"))) {
            CommandRun run = CommandRun.of(
                    server.url() + "/p?x=1#f",
                    "-X",
                    "PATCH",
                    "-H",
                    "User-Agent: me",
                    "--body-file",
                    file.toString(),
                    "--expect-status",
                    "200,404",
                    "-n",
                    "1",
                    "-t",
                    "1",
                    "--self-warmup",
                    "none",
                    "--transport",
                    transport.toString(),
                    "--output",
                    folder.resolve("out").toString());

            assertThat(run.exitCode()).as(run.err()).isZero();
            assertThat(run.out()).contains("to PATCH " + server.url() + "/p?x=1\n", "1 ok, 0 failed");
            assertThat(folder.resolve("out").resolve("report.html"))
                    .content()
                    .contains("<h1>Run out: PATCH " + server.url() + "/p?x=1</h1>");
            assertThat(server.requests())
                    .containsExactly("PATCH /p?x=1 HTTP/1.1\r\nHost: 127.0.0.1:"
                            + server.target().port() + "\r\nUser-Agent: me\r\nContent-Length: 4\r\n\r\n"
                            + new String(bytes, ISO_8859_1));
        }
    }

    @Test
    void a_redirect_of_the_url_ends_the_command_with_the_url_to_use() {
        try (FaultServer server =
                FaultServer.answering(write("HTTP/1.1 301 x\r\nLocation: /dir/\r\nContent-Length: 0\r\n\r\n"))) {
            CommandRun run = CommandRun.checking(
                    "run",
                    server.url() + "/dir",
                    "--output",
                    folder.resolve("out").toString());

            assertThat(run.exitCode()).isEqualTo(1);
            assertThat(run.err()).contains("use the URL " + server.url() + "/dir/, or add --follow-redirects");
        }
    }

    @Test
    void a_url_and_a_curl_command_set_user_proxy_redirects_and_trust() {
        HttpFeatures url =
                plan("run", "-n", "1", "http://jo:a%3Ab@h/").transport().features();
        assertThat(url.credentials().orElseThrow().authorization()).isEqualTo("Basic am86YTpi");

        LoadPlan curl = plan("run", "-n", "1", "--curl", "curl -kL -u jo:a:b -x localhost:3128 https://h/");
        assertThat(curl.transport().insecure()).isTrue();
        assertThat(curl.transport().features())
                .hasToString(
                        "proxy http://localhost:3128, basic authentication as jo, redirects followed (at most 10)");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sweep --threads 1,2 --settle 0s",
                "compare models --settle 0s",
                "compare transports --settle 0s",
                "capacity --slo p99<1s --settle 0s",
                "little --settle 0s",
                "run --repeat 2"
            })
    void every_command_that_sends_load_takes_it(String command) {
        List<String> words = new ArrayList<>(List.of(command.split(" ")));
        words.addAll(List.of("http://h:81/p", "--json", "[1]"));

        assertThat(sent(plan(words.toArray(String[]::new))))
                .startsWith("POST /p")
                .endsWith("[1]");
    }

    @Test
    void a_matrix_varies_it() throws Exception {
        Path file = Files.writeString(
                folder.resolve("m.yaml"),
                "method: [PUT]\npath: [/a?b=c]\nheader: ['X: 1']\nbody: [two]\nrequests: 1\n");

        assertThat(sent(plan("matrix", file.toString(), "http://h:81/p", "-H", "x: 0", "--settle", "0s")))
                .isEqualTo("PUT /a?b=c HTTP/1.1\r\n" + DEFAULTS + "X: 1\r\nContent-Length: 3\r\n\r\ntwo");
        CommandRun swipes = CommandRun.of("matrix", file.toString());
        assertThat(swipes.exitCode()).isEqualTo(2);
        assertThat(swipes.err()).contains("m.yaml, line 1: 'method': it varies one request");
    }

    @Test
    void files_and_the_environment_keep_secrets_out_of_the_command() throws Exception {
        String value = System.getenv(VARIABLE);
        Path header = Files.writeString(folder.resolve("h"), "X-Custom: abc\n\nB: 2\n");
        Path json = Files.writeString(folder.resolve("j"), "{\"a\":1}");

        assertThat(sent(plan("run", "-n", "1", "http://h:81/?k=${env.PATH}", "-H", "@" + header, "--json", "@" + json)))
                .contains("GET /?k=".replace("GET", "POST")
                        + value.replace("/", "%2F").replace(":", "%3A"))
                .contains("X-Custom: abc\r\nB: 2\r\n")
                .endsWith("{\"a\":1}");
        assertThat(sent(plan("run", "-n", "1", "http://h:81/", "-H", "Authorization: Bearer ${env.PATH}")))
                .contains("Authorization: Bearer " + value + "\r\n");
        assertThat(sent(plan("run", "-n", "1", "http://h:81/", "--json", "{\"a\":\"${env.PATH}\"}")))
                .endsWith("{\"a\":\"" + value + "\"}");
        assertThat(sent(plan("run", "-n", "1", "--curl", "curl h:81 -H \"X: ${env.PATH}\" -d ${env.PATH}")))
                .contains("X: " + value + "\r\n")
                .endsWith("\r\n\r\n" + value);
    }

    static Stream<Arguments> mistakes() {
        String url = "http://h:81/";
        return Stream.of(
                refused(
                        "A request has one body, and both --body and --json give one: leave one of them out",
                        url,
                        "--body",
                        "x",
                        "--json",
                        "1"),
                refused(
                        "A request has one body, and both the data of --curl and --form give one: leave one of them out",
                        "--curl",
                        "curl h -d x",
                        "--form",
                        "a=b"),
                refused(
                        "The argument URL asks for that one request, and --url is for a workload: leave one of them out",
                        url,
                        "--url",
                        url),
                refused(
                        "The argument URL asks for that one request, and --workload is for others: leave one of them out",
                        url,
                        "--workload",
                        "swipes"),
                refused("--curl has a URL of its own: leave the argument URL out", url, "--curl", "curl h"),
                refused(
                        "--body is about one request, and none is named: give its URL as an argument, such as 'run http://localhost:8080/path'",
                        "--url",
                        url,
                        "--body",
                        "x"),
                refused(
                        "--header is about one request, and none is named: give its URL as an argument, such as 'run http://localhost:8080/path'",
                        "--workload",
                        "swipes",
                        "-H",
                        "A: secret-1"),
                refused(
                        "A header of -H has no name before a colon: write it like 'Accept: text/html'",
                        url,
                        "-H",
                        "secret-1"),
                refused(
                        "The header 'Content-Length' is set by the transport: leave it out",
                        url,
                        "-H",
                        "Content-Length: 3"),
                refused(
                        "The header 'Transfer-Encoding' is set by the transport: leave it out",
                        url,
                        "-H",
                        "Transfer-Encoding: chunked"),
                refused(
                        "The header 'connection' is set by the transport: leave it out, or use --no-keepalive",
                        url,
                        "-H",
                        "connection: close"),
                refused(
                        "The header 'Host' is there twice: leave one of them out",
                        url,
                        "-H",
                        "Host: a",
                        "-H",
                        "host: b"),
                refused(
                        "The header 'User-Agent' has no value, and every request has one: give it a value",
                        url,
                        "-H",
                        "User-Agent:"),
                refused(
                        "The header 'A' has characters beyond ASCII in its value, which servers read differently: percent-encode them",
                        url,
                        "-H",
                        "A: \u00e9"),
                refused("'a b' is not a header's name: use letters, digits and hyphens", url, "-H", "a b: c"),
                refused(
                        "'/nowhere/x' is not there: name another file for --body-file",
                        url,
                        "--body-file",
                        "/nowhere/x"),
                refused("'/nowhere/x' is not there: name another file for --header", url, "-H", "@/nowhere/x"),
                refused("The text of --json is empty: send no body without --json", url, "--json", ""),
                refused("A field of --form has no '=': write it like name=value", url, "--form", "secret-1"),
                refused(
                        "'2x' is not a final status: use numbers and classes such as 200,404 or 2xx,3xx",
                        url,
                        "--expect-status",
                        "2x"),
                refused("'G T' is not a method that can be sent: use one such as GET", url, "-X", "G T"),
                refused(
                        "The environment variable NO_SUCH_1 is not set: set it, or take ${env.NO_SUCH_1} out",
                        url,
                        "-H",
                        "A: ${env.NO_SUCH_1}"),
                refused(
                        "'${uuid}' is for workload files, whose requests differ; one request has ${env.NAME} only, and a body with such a text goes into a --body-file",
                        url,
                        "--body",
                        "${uuid}"),
                refused(
                        "A user and a header 'Authorization' would both be sent as that header: leave one of them out",
                        "http://a:secret-1@h/",
                        "-H",
                        "Authorization: x"),
                refused(
                        "Both --user and the request itself name a user: leave one of them out",
                        "http://a:secret-1@h/",
                        "--user",
                        "a:secret-1"),
                refused(
                        "The path of the URL is not valid, so that no request with basic authentication as a, redirects followed (at most 10) can be sent to it: percent-encode what is special in it",
                        "http://a:secret-1@h/%zz",
                        "--follow-redirects"),
                refused(
                        "Invalid value for option '--duration': a time is a number and its unit, such as 10s; a body goes into --json, --form, --body or --body-file",
                        url,
                        "-d",
                        "{\"pin\":\"secret-1\"}"),
                refused(
                        "'a:***' is not a URL to send load to: it must begin with http:// or https://; a name and a password go into --user",
                        "-u",
                        "a:secret-1"),
                refused("The command of --curl must begin with 'curl'", "--curl", "wget h"),
                refused("The command of --curl has no URL", "--curl", "curl -s"),
                refused(
                        "The command of --curl has -F, which is not supported: send the body of a multipart form with --body-file",
                        "--curl",
                        "curl h -F a=secret-1"),
                refused(
                        "The command of --curl has --http2, which is not supported: leave it out",
                        "--curl",
                        "curl --http2 h"),
                refused(
                        "The command of --curl has --max-time, which is not supported: use --total-timeout TIME beside --curl",
                        "--curl",
                        "curl h --max-time 5"),
                refused("The command of --curl ends after -H, which needs a value", "--curl", "curl h -H"),
                refused(
                        "The command of --curl has a ' that is not closed: copy the whole command",
                        "--curl",
                        "curl 'h"),
                refused(
                        "The command of --curl has a '|' outside of quotes, which a shell would act on: quote it, or give the curl command alone",
                        "--curl",
                        "curl h | jq ."),
                refused(
                        "The command of --curl has '$TOKEN', which only a shell would replace: write ${env.NAME} for a variable, or put it in single quotes",
                        "--curl",
                        "curl h -H \"A: $TOKEN\""),
                refused(
                        "The command of --curl has two URLs, 'http://a' and 'b': a run sends one request; leave one out",
                        "--curl",
                        "curl a b"),
                refused(
                        "--print-json prints the summary.json of a single run, and this makes several: leave it out, and read experiment.json and runs.csv in the directory of the experiment",
                        url,
                        "--print-json",
                        "--repeat",
                        "2"));
    }

    private static Arguments refused(String line, String... words) {
        return arguments(line, List.of(words));
    }

    @ParameterizedTest
    @MethodSource("mistakes")
    void a_mistake_gets_one_line(String line, List<String> words) {
        List<String> all = new ArrayList<>(List.of("run"));
        all.addAll(words);

        CommandRun run = CommandRun.of(all);

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err().lines()).hasSize(2).first().isEqualTo(line);
        assertThat(run.err()).doesNotContain("secret-1");
    }

    @Test
    void an_error_in_json_has_its_place() {
        CommandRun run = CommandRun.of("run", "http://h/", "--json", "{\"a\":\n 1,}");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err().lines())
                .hasSize(2)
                .first()
                .asString()
                .startsWith("The text of --json is not JSON: line 2, column 4: ")
                .endsWith("; send other text with --body");
    }

    @Test
    void no_secret_of_a_request_is_in_anything_that_an_experiment_leaves_and_resume_reads_references_again()
            throws Exception {
        Path custom = Files.writeString(folder.resolve("custom"), "X-Custom: secret-1\n");
        Path out = folder.resolve("out");
        String value = System.getenv(VARIABLE);
        try (QuickServer server = new QuickServer()) {
            CommandRun run = CommandRun.of(
                    "run",
                    server.target() + "/?k=${env.PATH}",
                    "-H",
                    "@" + custom,
                    "-H",
                    "Authorization: Bearer ${env.PATH}",
                    "--form",
                    "pin=${env.PATH}",
                    "-n",
                    "2",
                    "-t",
                    "1",
                    "--repeat",
                    "2",
                    "--pause",
                    "0s",
                    "--self-warmup",
                    "none",
                    "--output",
                    out.toString());
            assertThat(run.exitCode()).as(run.err()).isZero();
            expectNone(out, run, "secret-1", value, value.replace("/", "%2F").replace(":", "%3A"));

            CommandRun resumed = CommandRun.of("resume", out.toString());
            assertThat(resumed.exitCode()).as(resumed.err()).isZero();
        }
    }

    @Test
    void typed_secrets_are_hidden_and_resume_says_where_they_are_missing() throws Exception {
        Path out = folder.resolve("out");
        try (QuickServer server = new QuickServer()) {
            CommandRun run = CommandRun.of(
                    "run",
                    "--curl",
                    "curl '" + server.target() + "/?token=secret-1' -u jo:secret-2 -b sid=secret-3"
                            + " -H 'X-Api-Key: secret-4' --json '{\"password\":\"secret-5\"}'",
                    "-H",
                    "Authentication-Token: secret-6",
                    "-n",
                    "2",
                    "-t",
                    "1",
                    "--repeat",
                    "2",
                    "--pause",
                    "0s",
                    "--self-warmup",
                    "none",
                    "--output",
                    out.toString());
            assertThat(run.exitCode()).as(run.err()).isZero();
            expectNone(out, run, "secret-");
        }
        CommandRun resumed = CommandRun.of("resume", out.toString());
        assertThat(resumed.exitCode()).isEqualTo(2);
        assertThat(resumed.err()).contains("needs a secret in --curl and -H, which Swipestorm does not store");
    }

    private static void expectNone(Path directory, CommandRun run, String... secrets) throws Exception {
        assertThat(run.out() + run.err()).doesNotContain(secrets);
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                assertThat(new String(Files.readAllBytes(file), UTF_8))
                        .as(file.toString())
                        .doesNotContain(secrets);
            }
        }
    }
}
