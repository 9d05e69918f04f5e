package io.github.swipestorm.client.workload.mix;

import static io.github.swipestorm.client.workload.mix.HttpWorkloadTest.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import io.github.swipestorm.client.http.Header;
import io.github.swipestorm.client.http.Operation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

class HarRecordingTest {

    private static final Path SHOP = Path.of("src/test/resources/io/github/swipestorm/client/workload/mix/shop.har");

    @TempDir
    Path directory;

    private Path file(String text) {
        try {
            return Files.writeString(directory.resolve("x.har"), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A recording of requests, each in JSON without its braces, to which the server answered with 200. */
    private HarRecording recording(String... requests) {
        List<String> entries = List.of(requests).stream()
                .map(request -> "{\"request\": {" + request + "}, \"response\": {\"status\": 200}}")
                .toList();
        return HarRecording.read(file("{\"log\": {\"entries\": [" + String.join(",", entries) + "]}}"));
    }

    private static String post(String type, String text) {
        return "\"method\": \"POST\", \"url\": \"http://a.example/x\", \"headers\": [], \"postData\": {\"mimeType\": \""
                + type + "\", \"text\": " + JsonMapper.shared().writeValueAsString(text) + "}";
    }

    private static ImportedWorkload all(HarRecording recording) {
        return recording.workload(recording.hosts().keySet());
    }

    /** A request of each operation, by the operations' names. */
    private static Map<String, String> requests(ImportedWorkload workload) {
        Map<String, String> texts = new HashMap<>();
        var requests = OpenApiDocumentTest.read(workload).requests(1);
        for (int i = 0; texts.size() < workload.operations(); i++) {
            var request = requests.request(i);
            texts.put(request.operation().name(), text(request));
        }
        return texts;
    }

    @Test
    void a_recording_of_chromium_becomes_its_distinct_requests() {
        HarRecording recording = HarRecording.read(SHOP);
        assertThat(recording.hosts()).containsExactly(entry("127.0.0.1:8080", 10), entry("localhost:8080", 1));

        ImportedWorkload workload = recording.workload(List.of("127.0.0.1"));

        HttpWorkload read = OpenApiDocumentTest.read(workload);
        assertThat(read.operations())
                .extracting(Operation::name)
                .containsExactly(
                        "GET /",
                        "GET /style.css",
                        "GET /api/items?page=1&sort=title",
                        "GET /favicon.ico",
                        "GET /api/items?page=2&sort=title",
                        "PUT /api/items/7",
                        "POST /login",
                        "GET /api/missing?token=${env.TOKEN}&x=1");
        assertThat(read.shares().get(2)).isEqualTo(0.3);
        assertThat(read.operations().get(3).expected()).hasToString("2xx,404");
        assertThat(workload.origin()).contains("http://127.0.0.1:8080");

        Map<String, String> requests = requests(workload);
        assertThat(requests.get("PUT /api/items/7"))
                .endsWith(
                        "\n{\"title\":\"Blue \\\"train\\\"\",\"price\":1.5,\"tags\":[\"jazz\",null,true],\"note\":\"café ${x}\"}");
        assertThat(requests.get("PUT /api/items/7"))
                .contains("\nAuthorization: Bearer value-of-AUTHORIZATION\r\n", "\nCookie: value-of-COOKIE\r\n");
        assertThat(requests.get("POST /login"))
                .endsWith("\nuser=value-of-USER_VALUE&password=value-of-PASSWORD&next=%2Fa+b%26c");
        assertThat(requests.get("GET /api/missing?token=${env.TOKEN}&x=1"))
                .startsWith("GET /api/missing?token=value-of-TOKEN&x=1\n");
        assertThat(read.operations().get(5).headers())
                .contains(
                        new Header("Content-Type", "application/json"),
                        new Header("Accept-Language", "en-US,en;q=0.9"));
    }

    @Test
    void no_secret_of_a_recording_is_in_the_workload() throws IOException {
        String recorded = Files.readString(SHOP);
        ImportedWorkload workload = HarRecording.read(SHOP).workload(List.of("127.0.0.1:8080"));
        for (String secret : List.of(
                "8f14e45fceea167a5a36dedd4bea2543",
                "c2lnbmF0dXJl",
                "s3cret-word",
                "abcdef123456",
                "eyJhbGciOiJIUzI1NiJ9")) {
            assertThat(recorded).contains(secret);
            assertThat(workload.toString()).doesNotContain(secret);
        }
        assertThat(workload.environment())
                .containsOnlyKeys("AUTHORIZATION", "COOKIE", "PASSWORD", "TOKEN", "USER_VALUE")
                .containsEntry("AUTHORIZATION", "the header 'Authorization' without 'Bearer '");
    }

    @Test
    void a_secret_is_found_in_every_place() {
        String jwt = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJzM2NyM3QifQ.s3cr3t";
        String multipart = "--b\r\nContent-Disposition: form-data; name=\"password\"\r\n\r\ns3cr3t\r\n--b--\r\n";
        HarRecording recording = recording(
                "\"method\": \"GET\", \"url\": \"http://ada:s3cr3t@a.example/p;jsessionid=s3cr3t/q\", \"headers\": "
                        + "[{\"name\": \"X-Api-Key\", \"value\": \"s3cr3t\"}, {\"name\": \"X-Other\", \"value\": \""
                        + jwt
                        + "\"}, {\"name\": \"Referer\", \"value\": \"http://a.example/?api_key=s3cr3t\"}, {\"name\": "
                        + "\"cookie\", \"value\": \"sid=s3cr3t-0123456789\"}]",
                "\"method\": \"GET\", \"url\": \"http://a.example/by/s3cr3t-0123456789/session\", \"headers\": []",
                "\"method\": \"GET\", \"url\": \"http://a.example/y?id_token=" + jwt + "&other=" + jwt
                        + "\", \"headers\": []",
                post(
                        "application/json",
                        "{\"a\": [{\"password\": \"s3cr3t\", \"pin_token\": \"s3cr3t\"}], \"b\": \"" + jwt + "\"}"),
                post("application/x-www-form-urlencoded", "a=1&a=2&password=s3cr3t"),
                post("multipart/form-data; boundary=b", multipart),
                post("application/json", "{\"state\":\"s3cr3t-0123456789\"}"),
                post("text/xml", "<login password=\"s3cr3t\"/>"));

        ImportedWorkload workload = all(recording);

        assertThat(workload.text()).doesNotContain("s3cr3t", "eyJ", "ada");
        assertThat(requests(workload).values())
                .anyMatch(text -> text.startsWith("GET /p;jsessionid=value-of-JSESSIONID/q\n"))
                .anyMatch(text -> text.startsWith("GET /by/value-of-PATH_SECRET/session\n"))
                .anyMatch(text -> text.startsWith("GET /y?id_token=value-of-ID_TOKEN&other=value-of-OTHER\n"))
                .anyMatch(text -> text.endsWith("\n{\"a\":[{\"password\":\"value-of-PASSWORD\",\"pin_token\":"
                        + "\"value-of-PIN_TOKEN\"}],\"b\":\"value-of-B\"}"))
                .anyMatch(text -> text.endsWith("\na=1&a=2&password=value-of-PASSWORD"))
                .anyMatch(text -> text.endsWith("\n{\"state\":\"value-of-STATE\"}"))
                .anyMatch(text -> text.endsWith("\nvalue-of-BODY"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "application/json | {\"a\":1.50,\"b\":1e5,\"c\":\"x\"}",
                "application/json | { \"spaces\" : [ ] }",
                "application/json | {\"line\":\"a\\nb\\u0041\"}",
                "application/json | {\"a\":1,\"a\":2}",
                "application/json | {\"true\":true,\"null\":null,\"1\":\"1\",\"no: x # y\":\"- z\",\"${x}\":\"$${y}\"}",
                "application/json | [[1,[]],{},{\"a\":{\"b\":[\"\"]}}]",
                "application/json | \"text\"",
                "application/json | 17",
                "application/json | {broken ${x}",
                "application/graphql | query { a(id: \"${x}\") }",
                "text/plain | ' \\ \" # : é\uD83D\uDE00 \u0007 ${index}",
                "application/x-www-form-urlencoded | a=b+c&d=%26%C3%A9&empty=",
                "application/x-www-form-urlencoded | a=1&a=2&b=${x}",
                "application/x-www-form-urlencoded | %7B%22no%22%3A1%7D=",
            })
    void a_body_is_sent_byte_for_byte(String type, String body) {
        assertThat(requests(all(recording(post(type, body)))).get("POST /x")).endsWith("\n" + body);
    }

    @Test
    void headers_of_the_transport_and_pseudo_headers_are_left_out() {
        ImportedWorkload workload =
                all(recording("\"method\": \"GET\", \"url\": \"https://a.example?x={1}|^#f\", \"headers\": ["
                        + "{\"name\": \":authority\", \"value\": \"a\"}, {\"name\": \"Host\", \"value\": \"a\"}, {\"name\": "
                        + "\"connection\", \"value\": \"x\"}, {\"name\": \"Content-Length\", \"value\": \"0\"}, {\"name\": \"bad name\", "
                        + "\"value\": \"0\"}, {\"name\": \"X-Kept\", \"value\": \"${uuid} é: # \\\"\"}]"));

        HttpWorkload read = OpenApiDocumentTest.read(workload);
        assertThat(read.operations().get(0).headers()).containsExactly(new Header("X-Kept", "${uuid} é: # \""));
        assertThat(requests(workload).values()).first().asString().startsWith("GET /?x=%7B1%7D%7C%5E\n");
        assertThat(workload.origin()).contains("https://a.example");
    }

    @Test
    void requests_without_a_response_are_left_out_with_a_note() {
        HarRecording recording = HarRecording.read(file("""
                {"log": {"entries": [
                  {"request": {"method": "GET", "url": "http://a.example/1"}, "response": {"status": 0}},
                  {"request": {"method": "GET", "url": "http://a.example/2"}, "response": {"status": 200}, "_fromCache": "disk"},
                  {"request": {"method": "GET", "url": "http://a.example/3"}, "response": {"status": 302}},
                  {"request": {"method": "GET", "url": "http://a.example/4"}, "response": {"status": 503}},
                  {"request": {"method": "POST", "url": "http://a.example/5", "bodySize": 9, "postData": {"mimeType": "image/png"}},
                   "response": {"status": 201}},
                  {"request": {"method": "GET", "url": "wss://a.example/6"}, "response": {"status": 101}},
                  {"request": {"method": "GET", "url": "data:,x"}, "response": {"status": 200}}]}}
                """));
        ImportedWorkload workload = all(recording);
        assertThat(workload.notes())
                .containsExactly(
                        "1 request without an answer left out",
                        "1 request answered by the browser's cache left out",
                        "Some answers were errors (503): their operations expect the same again, except 5xx");
        assertThat(workload.missing()).containsExactly("POST /5: body: the recording has 0 of the body's 9 bytes");
        assertThat(workload.text())
                .contains("name: GET /3\n    path: /3\n    expectStatus: 2xx,302\n", "    path: /4\n\n");
        assertThatThrownBy(() -> OpenApiDocumentTest.read(workload)).hasMessageContaining("to be filled in");
    }

    @Test
    void requests_to_several_hosts_keep_their_host_header() {
        ImportedWorkload workload = all(recording(
                "\"method\": \"GET\", \"url\": \"http://a.example/\"",
                "\"method\": \"GET\", \"url\": \"http://b.example:81/\""));
        assertThat(OpenApiDocumentTest.read(workload).operations())
                .extracting(Operation::headers)
                .containsExactly(List.of(new Header("Host", "a.example")), List.of(new Header("Host", "b.example:81")));
        assertThat(workload.notes()).containsExactly("All requests go to one server: each has its own 'Host' header");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"log\": {\"entries\": [ | :1:22: it is not a HAR file: Unexpected end-of-input: expected close marker for Array",
                "openapi: 3.0.0 | :1:",
                "{\"openapi\": \"3.0.0\"} | :1:1: it is not a HAR file, which has its requests in 'log'",
                "[] | it is not a HAR file: a value is not of the type that HAR has there",
                "{\"log\": {\"entries\": {}}} | it is not a HAR file: a value is not of the type that HAR has there",
                "{\"log\": {\"entries\": []}} | :1:1: it has no HTTP requests: reload the page",
                "{\"log\": {\"entries\": [null, {}, {\"request\": {\"url\": \"file:///x\"}}]}} | it has no HTTP requests",
                "null | it is not a HAR file",
            })
    void a_wrong_file_gets_one_line_with_its_place(String text, String message) {
        assertThatThrownBy(() -> HarRecording.read(file(text)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message)
                .hasMessageStartingWith(directory.resolve("x.har") + ":1:")
                .message()
                .hasLineCount(1);
    }

    @Test
    void what_is_not_there_is_named() {
        assertThatThrownBy(() -> HarRecording.read(directory.resolve("none")))
                .hasMessageContaining("none' is not there: name a HAR file");
        assertThatThrownBy(() -> HarRecording.read(directory)).hasMessageContaining("is a directory");
        HarRecording recording = recording("\"method\": \"GET\", \"url\": \"http://a.example/\"");
        assertThatThrownBy(() -> recording.workload(List.of("b.example")))
                .hasMessageContaining("went to 'b.example': it has a.example (1)");
    }
}
