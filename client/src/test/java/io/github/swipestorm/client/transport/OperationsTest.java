package io.github.swipestorm.client.transport;

import static io.github.swipestorm.client.testing.Act.CLOSE;
import static io.github.swipestorm.client.testing.Act.READ;
import static io.github.swipestorm.client.testing.Act.answer;
import static io.github.swipestorm.client.testing.Act.late;
import static io.github.swipestorm.client.testing.Act.write;
import static io.github.swipestorm.client.testing.TestTimeout.MAX_WAIT;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.swipestorm.client.http.Check;
import io.github.swipestorm.client.http.Header;
import io.github.swipestorm.client.http.Operation;
import io.github.swipestorm.client.http.Outcome;
import io.github.swipestorm.client.http.ReceivedResponse;
import io.github.swipestorm.client.http.Request;
import io.github.swipestorm.client.http.Response;
import io.github.swipestorm.client.http.StatusSet;
import io.github.swipestorm.client.http.Target;
import io.github.swipestorm.client.testing.Act;
import io.github.swipestorm.client.testing.FaultServer;
import io.github.swipestorm.client.workload.Requests;
import io.github.swipestorm.client.workload.SingleRequest;
import io.github.swipestorm.client.workload.Workload;
import io.github.swipestorm.client.workload.mix.DataOrder;
import io.github.swipestorm.client.workload.mix.HttpWorkload;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What every transport makes of an operation: its method, path, headers, body, expected statuses and checks. */
@ParameterizedClass
@EnumSource(TransportVariant.class)
class OperationsTest {

    @Parameter
    TransportVariant variant;

    /** Requests of given operations in turn; the path and a header of each vary with the index. */
    private record Varying(List<Operation> operations) implements Workload {

        @Override
        public String name() {
            return "varying";
        }

        @Override
        public Requests requests(long seed) {
            return Requests.of(index -> {
                Operation operation = operations.get((int) (index % operations.size()));
                return new Request(
                        operation,
                        ("/items/" + index + "?q=%22" + index).getBytes(ISO_8859_1),
                        ("X-Index: " + index + "\r\n").getBytes(ISO_8859_1),
                        operation.sendsBody() ? ("body " + index).getBytes(UTF_8) : new byte[0]);
            });
        }
    }

    /** A check of the whole response. */
    private record Asserting(
            boolean readsHeaders, boolean readsBody, Function<ReceivedResponse, Optional<String>> judge)
            implements Check {

        @Override
        public Optional<String> problem(ReceivedResponse response) {
            return judge.apply(response);
        }
    }

    private static Operation get(StatusSet expected, Check... checks) {
        return new Operation(0, "get", "GET", "/x", List.of(), false, expected, List.of(checks));
    }

    private Conversation talk(FaultServer server, Operation... operations) {
        return Conversation.of(new Varying(List.of(operations)), server.target(), variant.choice());
    }

    private Outcome sent(Act answer, Operation operation) {
        try (FaultServer server = FaultServer.firstDoing(READ, answer);
                Conversation talk = talk(server, operation)) {
            return talk.send(0);
        }
    }

    @Test
    void path_and_headers_of_each_request_are_its_own() {
        Operation get = get(StatusSet.SUCCESSFUL);
        Operation put = new Operation(
                1, "put", "PUT", "/x", List.of(new Header("X-Fixed", "yes")), true, StatusSet.SUCCESSFUL, List.of());
        try (FaultServer server = FaultServer.firstDoing(
                        READ, answer(200, ""), READ, answer(200, ""), READ, answer(200, ""), READ, answer(200, ""));
                Conversation talk = talk(server, get, put)) {
            for (int i = 0; i < 4; i++) {
                assertThat(talk.send(i)).isEqualTo(new Response(200, 0));
            }
            for (int i = 0; i < 4; i++) {
                String request = server.requests().get(i);
                String method = i % 2 == 0 ? "GET" : "PUT";
                assertThat(request)
                        .startsWith(method + " /items/" + i + "?q=%22" + i + " HTTP/1.1\r\n")
                        .containsOnlyOnce("X-Index: " + i + "\r\n")
                        .endsWith(i % 2 == 0 ? "\r\n\r\n" : "\r\nContent-Length: 6\r\n\r\nbody " + i);
                assertThat(request.contains("X-Fixed: yes\r\n")).isEqualTo(i % 2 == 1);
                assertThat(request.contains("Content-Length")).isEqualTo(i % 2 == 1);
            }
            assertThat(server.connections()).isEqualTo(1);
        }
    }

    @Test
    void the_bytes_of_each_request_are_counted() {
        Operation get = get(StatusSet.SUCCESSFUL);
        Operation put = new Operation(
                1, "put", "PUT", "/x", List.of(new Header("X-Fixed", "yes")), true, StatusSet.SUCCESSFUL, List.of());
        try (FaultServer server = FaultServer.scripted(List.of());
                Conversation talk = talk(server, get, put);
                Conversation none =
                        Conversation.of(new Varying(List.of(get)), FaultServer.deadTarget(), variant.choice())) {
            for (int i = 0; i < 20; i++) {
                assertThat(talk.send(i).ok()).isTrue();
                assertThat(talk.sentBytes()).isEqualTo(server.requests().get(i).length());
            }
            assertThat(none.send(0).ok()).isFalse();
            assertThat(none.headArrived()).isEqualTo(Connection.NOT_NOTED);
        }
    }

    @Test
    void a_name_is_looked_up_once_and_an_address_never() {
        Operation get = get(StatusSet.SUCCESSFUL);
        Act close = write("HTTP/1.1 200 \r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
        try (FaultServer server = FaultServer.scripted(Collections.nCopies(4, List.of(READ, close, CLOSE)));
                Conversation toName = Conversation.of(
                        new Varying(List.of(get)),
                        new Target("http", "LocalHost", server.target().port(), ""),
                        variant.choice());
                Conversation toAddress = talk(server, get)) {
            for (int i = 0; i < 2; i++) {
                assertThat(toName.send(i).ok()).isTrue();
                assertThat(toAddress.send(i).ok()).isTrue();
            }
            assertThat(toName.lookups()).hasSize(1);
            assertThat(toName.connects()).hasSize(2);
            assertThat(toName.connects().get(0)).isGreaterThan(toName.lookups().get(0));
            assertThat(toAddress.lookups()).isEmpty();
            assertThat(toAddress.handshakes()).isEmpty();
        }
    }

    @Test
    void the_head_of_a_response_is_timed_apart_from_its_body() {
        boolean inTime = false;
        for (Duration apart = Duration.ofMillis(400); !inTime; apart = apart.multipliedBy(2)) {
            assertThat(apart).as("time in which the client reads the head").isLessThan(MAX_WAIT);
            inTime = timesTheHeadApart(apart);
        }
    }

    /** Returns false when the client read the head only after the body was written, as on a busy machine. */
    private boolean timesTheHeadApart(Duration apart) {
        long[] written = new long[2];
        Act head = client -> {
            written[0] = System.nanoTime();
            write("HTTP/1.1 200 \r\nContent-Length: 2\r\n\r\n").on(client);
        };
        Act body = client -> {
            written[1] = System.nanoTime();
            write("ab").on(client);
        };
        try (FaultServer server = FaultServer.firstDoing(
                        READ, late(apart), head, late(apart), body, READ, write("HTTP/1.1 200 \r\nA: "), CLOSE);
                Conversation talk = talk(server, get(StatusSet.SUCCESSFUL))) {
            assertThat(talk.send(0)).isEqualTo(new Response(200, 2));
            assertThat(talk.headArrived()).isGreaterThanOrEqualTo(written[0]);
            boolean inTime = talk.headArrived() <= written[1];

            assertThat(talk.send(1).ok()).isFalse();
            assertThat(talk.headArrived()).as("of half a head").isEqualTo(Connection.NOT_NOTED);
            return inTime;
        }
    }

    @Test
    void a_header_beyond_ascii_is_sent_in_utf_8() {
        Operation get = new Operation(
                0, "get", "GET", "/x", List.of(new Header("X-Name", "é€😀")), false, StatusSet.SUCCESSFUL, List.of());
        try (FaultServer server = FaultServer.firstDoing(READ, answer(200, ""));
                Conversation talk = talk(server, get)) {
            assertThat(talk.send(0).ok()).isTrue();
            assertThat(talk.sentBytes()).isEqualTo(server.requests().get(0).length());
            assertThat(new String(server.requests().get(0).getBytes(ISO_8859_1), UTF_8))
                    .contains("\r\nX-Name: é€😀\r\n");
        }
    }

    @Test
    void the_path_of_an_operation_whose_paths_vary_is_never_sent() {
        Operation get =
                new Operation(0, "get", "GET", "/items/{id}|", List.of(), false, StatusSet.SUCCESSFUL, List.of(), true);
        try (FaultServer server = FaultServer.firstDoing(READ, answer(200, ""));
                Conversation talk = talk(server, get)) {
            assertThat(talk.send(0).ok()).isTrue();
            assertThat(server.requests().get(0)).startsWith("GET /items/0?");
        }
    }

    @Test
    void headers_replace_the_defaults_of_the_same_name() {
        Workload workload = SingleRequest.of("delete", "/a b/é")
                .withHeader("host", "other.example")
                .withHeader("User-Agent", "mine")
                .withHeader("X-Twice", "1")
                .withHeader("X-Twice", "2");
        try (FaultServer server = FaultServer.firstDoing(READ, answer(200, ""));
                Conversation talk = Conversation.of(workload, server.target(), variant.choice())) {
            assertThat(talk.send(0)).isEqualTo(new Response(200, 0));

            String request = server.requests().get(0);
            assertThat(request)
                    .startsWith("DELETE /a%20b/%C3%A9 HTTP/1.1\r\n")
                    .containsIgnoringCase("\r\nHost: other.example\r\n")
                    .contains("\r\nUser-Agent: mine\r\n", "\r\nX-Twice: 1\r\nX-Twice: 2\r\n")
                    .doesNotContain("swipestorm", "127.0.0.1", "Content-Length");
        }
    }

    @Test
    void hostile_values_of_a_data_file_arrive_intact_in_url_json_and_form(@TempDir Path directory) throws IOException {
        String hostile = "a\"b\\c\u0000\u0001\r\n\t/?&=+ %41é\uD83D\uDE00;#'\u007f";
        Files.writeString(directory.resolve("hostile.csv"), "text\n\"" + hostile.replace("\"", "\"\"") + "\"\n");
        HttpWorkload workload = HttpWorkload.builder("hostile")
                .data("hostile", directory.resolve("hostile.csv"), DataOrder.SEQUENTIAL)
                .operation(post -> post.name("json")
                        .path("/p/${data.hostile.text}/end")
                        .query("q", "${data.hostile.text}")
                        .header("X-Value", "${data.hostile.text}")
                        .json("{\"in\":\"<${data.hostile.text}>\",\"alone\":${data.hostile.text}}"))
                .operation(form -> form.name("form").path("/f").form("field", "${data.hostile.text}"))
                .build();
        Act[] acts = Stream.generate(() -> Stream.of(READ, answer(200, "")))
                .limit(20)
                .flatMap(each -> each)
                .toArray(Act[]::new);
        Set<String> seen = new TreeSet<>();
        try (FaultServer server = FaultServer.firstDoing(acts);
                Conversation talk = Conversation.of(workload, server.target(), variant.choice())) {
            for (int i = 0; i < 20; i++) {
                assertThat(talk.send(i)).isEqualTo(new Response(200, 0));
                String request = new String(server.requests().get(i).getBytes(ISO_8859_1), UTF_8);
                String url = request.split(" ")[1];
                String body = request.substring(request.indexOf("\r\n\r\n") + 4);
                if (url.equals("/f")) {
                    assertThat(body).startsWith("field=");
                    assertThat(URLDecoder.decode(body.substring("field=".length()), UTF_8))
                            .isEqualTo(hostile);
                } else {
                    assertThat(URI.create(url).getPath()).isEqualTo("/p/" + hostile + "/end");
                    assertThat(URI.create(url).getRawPath())
                            .hasSize(url.indexOf('?'))
                            .matches("/p/[^/]+/end");
                    assertThat(URI.create(url).getQuery()).isEqualTo("q=" + hostile);
                    JsonNode json = JsonMapper.shared().readTree(body);
                    assertThat(json.get("in").stringValue()).isEqualTo("<" + hostile + ">");
                    assertThat(json.get("alone").stringValue()).isEqualTo(hostile);
                    String header =
                            request.replaceFirst("(?s).*\r\nX-Value: ", "").replaceFirst("(?s)\r\n.*", "");
                    assertThat(header).isEqualTo("a\"b\\c%00%01%0D%0A%09/?&=+ %41%C3%A9%F0%9F%98%80;#'%7F");
                }
                seen.add(url.substring(0, 2));
            }
        }
        assertThat(seen).containsExactly("/f", "/p");
    }

    @Test
    void a_post_without_a_body_says_that_its_length_is_0() {
        try (FaultServer server = FaultServer.firstDoing(READ, answer(200, ""));
                Conversation talk =
                        Conversation.of(SingleRequest.of("POST", "/x"), server.target(), variant.choice())) {
            assertThat(talk.send(0)).isEqualTo(new Response(200, 0));
            assertThat(server.requests().get(0)).endsWith("Content-Length: 0\r\n\r\n");
        }
    }

    @Test
    void an_expected_status_is_ok_and_another_is_not() {
        assertThat(sent(answer(404, "no"), get(StatusSet.parse("2xx,404"))))
                .isEqualTo(new Response(404, 2, true, null))
                .matches(Outcome::ok);
        assertThat(sent(answer(200, "no"), get(StatusSet.parse("404"))))
                .isEqualTo(new Response(200, 2, false, null))
                .matches(outcome -> !outcome.ok());
    }

    @Test
    void a_check_sees_headers_and_body_however_they_are_framed() {
        Check both = new Asserting(
                true,
                true,
                response -> Optional.of(response.status() + " "
                        + response.header("x-kind").orElse("none") + " " + response.text() + " " + response.bytes()));
        for (String framed : List.of(
                "X-Kind:  a \r\nContent-Length: 5\r\n\r\nhello",
                "X-Kind: a\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhe\r\n3;x=y\r\nllo\r\n0\r\n\r\n",
                "X-Kind: a\r\nConnection: close\r\n\r\nhello")) {
            try (FaultServer server = FaultServer.firstDoing(
                            READ,
                            write("HTTP/1.1 100 \r\nX-Kind: early\r\n\r\nHTTP/1.1 200 \r\n" + framed),
                            Act.CLOSE);
                    Conversation talk = talk(server, get(StatusSet.SUCCESSFUL, both))) {
                assertThat(talk.send(0)).isEqualTo(new Response(200, 5, true, "200 a hello 5"));
            }
        }
    }

    @Test
    void checks_of_one_response_see_nothing_of_the_one_before() {
        Check both = new Asserting(
                true, true, response -> Optional.of(response.headers().size() + response.text()));
        Operation checked = get(StatusSet.SUCCESSFUL, both);
        Operation unchecked = new Operation(1, "GET", "/y", null);
        try (FaultServer server = FaultServer.firstDoing(
                        READ,
                        answer(200, "first"),
                        READ,
                        answer(200, "third"),
                        READ,
                        answer(200, "second"),
                        READ,
                        answer(200, "other"));
                Conversation talk = talk(server, checked, unchecked)) {
            assertThat(talk.send(0)).isEqualTo(new Response(200, 5, true, "1first"));
            // Its head is the same, byte for byte.
            assertThat(talk.send(2)).isEqualTo(new Response(200, 5, true, "1third"));
            assertThat(talk.send(1)).isEqualTo(new Response(200, 6));
            assertThat(talk.send(4)).isEqualTo(new Response(200, 5, true, "1other"));
        }
    }

    @Test
    void checks_of_a_response_with_an_unexpected_status_are_not_made() {
        Check never = new Asserting(true, true, response -> Optional.of("checked"));
        assertThat(sent(answer(500, "x"), get(StatusSet.SUCCESSFUL, never)))
                .isEqualTo(new Response(500, 1, false, null));
    }

    @Test
    void a_compressed_body_is_counted_as_received_and_checked_decoded() throws IOException {
        ByteArrayOutputStream zipped = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(zipped)) {
            gzip.write("hello".repeat(100).getBytes(UTF_8));
        }
        byte[] body = zipped.toByteArray();
        Check text = new Asserting(
                false,
                true,
                response -> Optional.of(String.valueOf(response.text().length())));
        String head = "HTTP/1.1 200 \r\nContent-Encoding: gzip\r\nContent-Length: ";

        assertThat(sent(
                        write(head + body.length + "\r\n\r\n" + new String(body, ISO_8859_1)),
                        get(StatusSet.SUCCESSFUL, text)))
                .isEqualTo(new Response(200, body.length, true, "500"));
        assertThat(sent(write(head + "3\r\n\r\nabc"), get(StatusSet.SUCCESSFUL, text)))
                .isEqualTo(new Response(200, 3, true, "the body is not valid gzip"));
        assertThat(sent(
                        write("HTTP/1.1 200 \r\nContent-Encoding: br\r\nContent-Length: 3\r\n\r\nabc"),
                        get(StatusSet.SUCCESSFUL, text)))
                .isEqualTo(new Response(200, 3, true, "the body is compressed with 'br', which checks cannot decode"));
    }

    @Test
    void a_body_longer_than_checks_read_is_counted_and_fails_them() {
        Check text = new Asserting(false, true, response -> Optional.empty());
        int length = ReceivedResponse.LONGEST_BODY + 1;
        assertThat(sent(answer(200, "x".repeat(length)), get(StatusSet.SUCCESSFUL, text)))
                .isEqualTo(new Response(
                        200, length, true, "the body is longer than 16 MiB, which is the most that checks read"));
    }

    @Test
    void a_large_body_is_counted_in_full() {
        String body = "0123456789".repeat(35_800);
        Act chunked = write(
                "HTTP/1.1 200 \r\nTransfer-Encoding: chunked\r\n\r\n57670\r\n" + body + "\r\n1\r\nx\r\n0\r\n\r\n");
        try (FaultServer server =
                        FaultServer.firstDoing(READ, answer(200, body), READ, chunked, READ, answer(200, ""));
                Conversation talk = talk(server, get(StatusSet.SUCCESSFUL))) {
            assertThat(talk.send(0)).isEqualTo(new Response(200, 358_000));
            assertThat(talk.send(1)).isEqualTo(new Response(200, 358_001));
            assertThat(talk.send(2)).isEqualTo(new Response(200, 0));
            assertThat(server.connections()).isEqualTo(1);
        }
    }

    @Test
    void a_response_to_head_has_no_body() {
        Operation head = new Operation(
                0,
                "head",
                "HEAD",
                "/x",
                List.of(),
                false,
                StatusSet.SUCCESSFUL,
                List.of(new Asserting(true, true, response -> Optional.of(response.headers() + response.text()))));
        try (FaultServer server = FaultServer.firstDoing(
                        READ,
                        write("HTTP/1.1 200 \r\nContent-Length: 9\r\n\r\n"),
                        READ,
                        write("HTTP/1.1 204 \r\n\r\n"));
                Conversation talk = talk(server, head)) {
            assertThat(talk.send(0)).isEqualTo(new Response(200, 0, true, "[Header[name=Content-Length, value=9]]"));
            assertThat(talk.send(1)).isEqualTo(new Response(204, 0, true, "[]"));
        }
    }
}
