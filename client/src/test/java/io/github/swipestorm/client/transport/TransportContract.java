package io.github.swipestorm.client.transport;

import static io.github.swipestorm.client.testing.Act.CLOSE;
import static io.github.swipestorm.client.testing.Act.HALF_CLOSE;
import static io.github.swipestorm.client.testing.Act.READ;
import static io.github.swipestorm.client.testing.Act.RESET;
import static io.github.swipestorm.client.testing.Act.SILENCE;
import static io.github.swipestorm.client.testing.Act.answer;
import static io.github.swipestorm.client.testing.Act.drip;
import static io.github.swipestorm.client.testing.Act.late;
import static io.github.swipestorm.client.testing.Act.write;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.swipestorm.client.http.Failure;
import io.github.swipestorm.client.http.FailureKind;
import io.github.swipestorm.client.http.Outcome;
import io.github.swipestorm.client.http.Request;
import io.github.swipestorm.client.http.Response;
import io.github.swipestorm.client.http.Target;
import io.github.swipestorm.client.testing.Act;
import io.github.swipestorm.client.testing.FaultServer;
import io.github.swipestorm.client.testing.Member;
import io.github.swipestorm.client.testing.Workers;
import io.github.swipestorm.client.workload.Workloads;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What a transport makes of whatever a server does. Every transport passes this suite: a subclass says which one.
 */
@Timeout(60)
abstract class TransportContract {

    private static final String HEAD = "HTTP/1.1 200 OK\r\n";
    private static final Duration SHORT = Duration.ofMillis(300);
    private static final Duration LONG = Duration.ofSeconds(20);
    private static final Duration PAUSE = Duration.ofMillis(20);

    /** What the first attempt meets, and how it has to end. */
    private record Fault(String name, Outcome expected, Act... script) {

        static Fault answered(String name, int status, long bytes, Act... script) {
            return new Fault(name, new Response(status, bytes), script);
        }

        static Fault failed(String name, FailureKind kind, Act... script) {
            return new Fault(name, new Failure(kind, ""), script);
        }
    }

    /** The transport that is under test. */
    abstract TransportChoice choice();

    /** Header lines that a request has because of the choice, behind those that every request has. */
    String ownHeaders() {
        return "";
    }

    @AfterEach
    void no_thread_is_left() {
        Workers.awaitNone();
    }

    static List<Arguments> faults() {
        return List.of(
                        Fault.failed("closes before the answer", FailureKind.CLOSED, READ, CLOSE),
                        Fault.failed("closes without reading", FailureKind.CLOSED, CLOSE),
                        Fault.failed("resets before the answer", FailureKind.CLOSED, READ, RESET),
                        Fault.failed("resets in the status line", FailureKind.CLOSED, READ, write("HTTP/1.1 2"), RESET),
                        Fault.failed("closes in the status line", FailureKind.CLOSED, READ, write("HTTP/1.1 2"), CLOSE),
                        Fault.failed("resets in the headers", FailureKind.CLOSED, READ, write(HEAD + "A: "), RESET),
                        Fault.failed("closes in a header", FailureKind.CLOSED, READ, write(HEAD + "A: b"), CLOSE),
                        Fault.failed(
                                "closes after a header", FailureKind.CLOSED, READ, write(HEAD + "A: b\r\n"), CLOSE),
                        Fault.failed("closes after the status line", FailureKind.CLOSED, READ, write(HEAD), CLOSE),
                        Fault.failed("resets in the body", FailureKind.CLOSED, READ, body(10, "abc"), RESET),
                        Fault.failed("closes in the body", FailureKind.CLOSED, READ, body(10, "abc"), CLOSE),
                        Fault.failed("half-closes before the answer", FailureKind.CLOSED, READ, HALF_CLOSE, SILENCE),
                        Fault.failed("ends inside a chunk", FailureKind.CLOSED, READ, chunks("5\r\nab"), CLOSE),
                        Fault.failed(
                                "leaves out the last chunk", FailureKind.CLOSED, READ, chunks("2\r\nab\r\n"), CLOSE),
                        Fault.failed(
                                "sends garbage", FailureKind.PROTOCOL, READ, write("\0\1\2 garbage\r\n\r\n"), SILENCE),
                        Fault.failed(
                                "speaks HTTP/0.9", FailureKind.PROTOCOL, READ, write("<html>hi</html>\r\n"), CLOSE),
                        Fault.failed(
                                "sends garbage lines before an answer",
                                FailureKind.PROTOCOL,
                                READ,
                                write("junk\r\nmore junk\r\n" + HEAD + "Content-Length: 0\r\n\r\n")),
                        Fault.failed("says SSH", FailureKind.PROTOCOL, READ, write("SSH-2.0-OpenSSH_9\r\n"), SILENCE),
                        Fault.failed("status of two digits", FailureKind.PROTOCOL, READ, status("99"), SILENCE),
                        Fault.failed("status of four digits", FailureKind.PROTOCOL, READ, status("1000"), SILENCE),
                        Fault.failed("an enormous status", FailureKind.PROTOCOL, READ, status("2000000000"), SILENCE),
                        Fault.failed("a negative status", FailureKind.PROTOCOL, READ, status("-200"), SILENCE),
                        Fault.failed("a status in letters", FailureKind.PROTOCOL, READ, status("OK"), SILENCE),
                        Fault.failed("switches protocols unasked", FailureKind.PROTOCOL, READ, status("101"), SILENCE),
                        Fault.failed("a header without colon", FailureKind.PROTOCOL, READ, head("nonsense"), SILENCE),
                        Fault.failed(
                                "negative length", FailureKind.PROTOCOL, READ, head("Content-Length: -1"), SILENCE),
                        Fault.failed(
                                "length in letters", FailureKind.PROTOCOL, READ, head("Content-Length: x"), SILENCE),
                        Fault.failed(
                                "a length beyond every number",
                                FailureKind.PROTOCOL,
                                READ,
                                head("Content-Length: 99999999999999999999"),
                                SILENCE),
                        Fault.failed(
                                "two different lengths",
                                FailureKind.PROTOCOL,
                                READ,
                                head("Content-Length: 2\r\nContent-Length: 3"),
                                write("abc"),
                                SILENCE),
                        Fault.failed(
                                "a length and chunks",
                                FailureKind.PROTOCOL,
                                READ,
                                head("Content-Length: 3\r\nTransfer-Encoding: chunked"),
                                write("1\r\na\r\n0\r\n\r\n"),
                                SILENCE),
                        Fault.failed(
                                "an encoding that nobody asked for",
                                FailureKind.PROTOCOL,
                                READ,
                                head("Transfer-Encoding: gzip, chunked"),
                                SILENCE),
                        Fault.failed(
                                "a body of more than 1 GiB",
                                FailureKind.PROTOCOL,
                                READ,
                                head("Content-Length: 1073741825"),
                                SILENCE),
                        Fault.answered(
                                "lines that end with LF alone",
                                200,
                                2,
                                READ,
                                write("HTTP/1.1 200 OK\nContent-Length: 2\n\nab")),
                        Fault.failed("a bad chunk size", FailureKind.PROTOCOL, READ, chunks("zz\r\nab\r\n"), SILENCE),
                        Fault.failed(
                                "a bad chunk end", FailureKind.PROTOCOL, READ, chunks("2\r\nabXX0\r\n\r\n"), SILENCE),
                        Fault.failed(
                                "endless headers",
                                FailureKind.PROTOCOL,
                                READ,
                                write(HEAD + "A: b\r\n".repeat(5_000)),
                                SILENCE),
                        Fault.failed(
                                "an endless header",
                                FailureKind.PROTOCOL,
                                READ,
                                write(HEAD + "A: " + "b".repeat(100_000)),
                                SILENCE),
                        Fault.failed(
                                "an endless status line",
                                FailureKind.PROTOCOL,
                                READ,
                                write("HTTP/1.1 200 " + "b".repeat(100_000)),
                                SILENCE),
                        Fault.answered("no reason phrase", 201, 0, READ, head201()),
                        Fault.answered("HTTP/1.0", 200, 2, READ, write("HTTP/1.0 200 OK\r\n\r\nab"), CLOSE),
                        Fault.answered("204", 204, 0, READ, write("HTTP/1.1 204 \r\n\r\n")),
                        Fault.answered("304", 304, 0, READ, write("HTTP/1.1 304 \r\nETag: \"a\"\r\n\r\n")),
                        Fault.answered(
                                "304 with the length of what it would have",
                                304,
                                0,
                                READ,
                                write("HTTP/1.1 304 \r\nContent-Length: 9\r\n\r\n")),
                        Fault.answered(
                                "100 first", 200, 2, READ, write("HTTP/1.1 100 Continue\r\n\r\n"), answer(200, "ab")),
                        Fault.answered(
                                "103 and 102 first",
                                200,
                                2,
                                READ,
                                write("HTTP/1.1 103 \r\nLink: x\r\n\r\nHTTP/1.1 102 \r\n\r\n"),
                                answer(200, "ab")),
                        Fault.answered(
                                "a body that ends with the connection",
                                200,
                                3,
                                READ,
                                head("A: b"),
                                write("abc"),
                                CLOSE),
                        Fault.answered(
                                "Connection: close",
                                200,
                                3,
                                READ,
                                head("Connection: close\r\nContent-Length: 3"),
                                write("abc"),
                                CLOSE),
                        Fault.answered(
                                "chunks with extension and trailer",
                                200,
                                5,
                                READ,
                                chunks("5;x=y\r\nabcde\r\n0\r\nT: u\r\n\r\n")),
                        Fault.failed(
                                "one length, said twice",
                                FailureKind.PROTOCOL,
                                READ,
                                head("Content-Length: 3\r\nContent-Length: 3"),
                                write("abc")),
                        Fault.answered(
                                "half-closes after the answer", 200, 2, READ, answer(200, "ab"), HALF_CLOSE, SILENCE),
                        Fault.answered(
                                "a redirect",
                                302,
                                0,
                                READ,
                                write("HTTP/1.1 302 \r\nLocation: /elsewhere\r\nContent-Length: 0\r\n\r\n")),
                        Fault.answered(
                                "401 with a challenge",
                                401,
                                0,
                                READ,
                                write(
                                        "HTTP/1.1 401 \r\nWWW-Authenticate: Basic realm=\"x\"\r\nContent-Length: 0\r\n\r\n")),
                        Fault.answered(
                                "compressed, which is not undone",
                                200,
                                6,
                                READ,
                                head("Content-Encoding: gzip\r\nContent-Length: 6"),
                                write("nogzip")),
                        Fault.answered(
                                "a cookie that cannot be read",
                                200,
                                2,
                                READ,
                                head("Set-Cookie: ;;;=\r\nContent-Length: 2"),
                                write("ab")),
                        Fault.answered("a status that nobody knows", 799, 2, READ, answer(799, "ab")),
                        Fault.answered("a large body", 200, 3_000_000, READ, answer(200, "x".repeat(3_000_000))))
                .stream()
                .map(fault -> Arguments.of(fault.name(), fault))
                .toList();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("faults")
    void an_attempt_ends_as_it_should_and_the_next_one_works(String name, Fault fault) {
        try (FaultServer server = FaultServer.firstDoing(fault.script());
                Conversation talk = Conversation.with(server.target(), choice(), LONG, LONG)) {
            Outcome first = talk.send(0);
            Outcome second = talk.send(1);
            // A connection that the server closed unannounced, or keeps silent on, may cost one more attempt.
            Outcome last = second.ok() ? second : talk.send(1);

            assertThat(essence(first)).isEqualTo(essence(fault.expected()));
            assertThat(last).isEqualTo(new Response(201, 2));
            if (first instanceof Failure) {
                assertThat(second.ok())
                        .as("a failed attempt leaves a fresh connection")
                        .isTrue();
            }
        }
    }

    static List<Arguments> tooSlow() {
        return List.of(
                Arguments.of("says nothing", new Act[] {READ, SILENCE}, SHORT, LONG),
                Arguments.of("does not even read", new Act[] {SILENCE}, SHORT, LONG),
                Arguments.of("drips its headers", new Act[] {READ, drip(HEAD + "A: b\r\n", PAUSE)}, SHORT, LONG),
                Arguments.of("stops in the body", new Act[] {READ, body(10, "abc"), SILENCE}, LONG, SHORT),
                Arguments.of("drips its body", new Act[] {READ, body(1_000_000, "a"), drip("b", PAUSE)}, LONG, SHORT),
                Arguments.of("drips chunks", new Act[] {READ, chunks(""), drip("1\r\na\r\n", PAUSE)}, LONG, SHORT),
                Arguments.of(
                        "has no end of 1xx",
                        new Act[] {READ, drip("HTTP/1.1 100 \r\n\r\n", Duration.ofNanos(1))},
                        SHORT,
                        LONG),
                Arguments.of("total time-out before the head", new Act[] {READ, SILENCE}, LONG, SHORT));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("tooSlow")
    void what_takes_too_long_is_a_time_out_though_bytes_keep_coming(
            String name, Act[] script, Duration response, Duration total) {
        try (FaultServer server = FaultServer.firstDoing(script);
                Conversation talk = Conversation.with(server.target(), choice(), response, total)) {
            assertThat(essence(talk.send(0))).isEqualTo(FailureKind.TIMEOUT);
            assertThat(talk.send(1)).isEqualTo(new Response(201, 2));
        }
    }

    @Test
    void a_slow_body_has_the_total_time_and_not_only_that_of_the_head() {
        try (FaultServer server =
                        FaultServer.firstDoing(READ, body(3, "a"), late(SHORT.multipliedBy(3)), write("bc"), SILENCE);
                Conversation talk = Conversation.with(server.target(), choice(), SHORT, LONG)) {
            assertThat(talk.send(0)).isEqualTo(new Response(200, 3));
        }
    }

    @Test
    void a_late_answer_is_never_taken_for_the_next_requests_answer() {
        try (FaultServer server =
                        FaultServer.firstDoing(READ, late(SHORT.multipliedBy(2)), answer(418, "late"), SILENCE);
                Conversation talk = Conversation.with(server.target(), choice(), SHORT, LONG)) {
            assertThat(essence(talk.send(0))).isEqualTo(FailureKind.TIMEOUT);
            assertThat(List.of(talk.send(1), talk.send(2), talk.send(3))).containsOnly(new Response(201, 2));
        }
    }

    @Test
    void an_answer_that_nobody_asked_for_is_never_taken_for_the_next_requests_answer() {
        try (FaultServer server = FaultServer.firstDoing(
                        READ,
                        answer(200, "ab"),
                        // Not together with the answer before, which the next test does.
                        late(SHORT),
                        write("HTTP/1.1 408 \r\nConnection: close\r\nContent-Length: 0\r\n\r\n"),
                        HALF_CLOSE,
                        SILENCE);
                Conversation talk = Conversation.with(server.target(), choice(), LONG, LONG)) {
            assertThat(talk.send(0)).isEqualTo(new Response(200, 2));
            server.awaitActs(6);

            Outcome second = talk.send(1);

            assertThat(essence(second)).isIn(FailureKind.PROTOCOL, 201);
            assertThat(talk.send(2)).isEqualTo(new Response(201, 2));
        }
    }

    static List<Arguments> excess() {
        return List.of(
                Arguments.of("a second answer", answer(200, "ab"), "HTTP/1.1 500 \r\nContent-Length: 0\r\n\r\n"),
                Arguments.of("a body longer than its length", answer(200, "ab"), "cdefgh"),
                Arguments.of("a 204 with a body", write("HTTP/1.1 204 \r\n\r\n"), "HTTP/1.1 500 \r\n\r\n"),
                Arguments.of("a 304 with a body", write("HTTP/1.1 304 \r\nContent-Length: 2\r\n\r\n"), "ab"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("excess")
    void bytes_beyond_an_answer_are_never_taken_for_the_next_one(String name, Act first, String excess) {
        byte[] both = (new String(((Act.Write) first).bytes()) + excess).getBytes();
        try (FaultServer server = FaultServer.firstDoing(READ, new Act.Write(both), READ, SILENCE);
                Conversation talk = Conversation.with(server.target(), choice(), LONG, LONG)) {
            assertThat(talk.send(0)).isInstanceOf(Response.class);

            assertThat(essence(talk.send(1))).isIn(FailureKind.PROTOCOL, 201);
            assertThat(talk.send(2)).isEqualTo(new Response(201, 2));
        }
    }

    @Test
    void a_server_that_closes_after_each_third_answer_costs_at_most_one_attempt_each_time() {
        List<Act> three = List.of(READ, answer(200, ""), READ, answer(200, ""), READ, answer(200, ""), CLOSE);
        try (FaultServer server = FaultServer.scripted(List.of(three, three));
                Conversation talk = Conversation.with(server.target(), choice(), LONG, LONG)) {
            List<Object> outcomes = new ArrayList<>();
            for (int connection = 1; connection <= 2; connection++) {
                for (int answers = 0; answers < 3; ) {
                    Outcome outcome = talk.send(answers);
                    outcomes.add(essence(outcome));
                    answers += outcome.ok() ? 1 : 0;
                }
                server.awaitConnectionsClosed(connection);
            }

            assertThat(outcomes).filteredOn(Integer.valueOf(200)::equals).hasSize(6);
            assertThat(outcomes).doesNotContainSequence(FailureKind.CLOSED, FailureKind.CLOSED);
            assertThat(outcomes).isSubsetOf(200, FailureKind.CLOSED).hasSizeLessThanOrEqualTo(7);
            assertThat(server.received()).as("no attempt is hidden").isEqualTo(6);
        }
    }

    @Test
    void nothing_is_sent_that_is_not_an_attempt() {
        Act redirect = write("HTTP/1.1 302 \r\nLocation: /x\r\nRetry-After: 0\r\nContent-Length: 0\r\n\r\n");
        Act unavailable = write("HTTP/1.1 503 \r\nRetry-After: 0\r\nContent-Length: 0\r\n\r\n");
        try (FaultServer server = FaultServer.firstDoing(READ, redirect, READ, unavailable, READ, answer(429, ""));
                Conversation talk = Conversation.with(server.target(), choice(), LONG, LONG)) {
            assertThat(List.of(talk.send(0), talk.send(1), talk.send(2)))
                    .containsExactly(new Response(302, 0), new Response(503, 0), new Response(429, 0));
            assertThat(server.received()).isEqualTo(3);
            assertThat(server.connections()).isEqualTo(1);
        }
    }

    @Test
    void nobody_listening_is_a_failure_to_connect() {
        try (Conversation talk = Conversation.with(FaultServer.deadTarget(), choice(), LONG, LONG)) {
            assertThat(essence(talk.send(0))).isEqualTo(FailureKind.CONNECT);
            assertThat(essence(talk.send(1))).isEqualTo(FailureKind.CONNECT);
        }
    }

    @Test
    void a_name_without_address_is_a_dns_failure() {
        try (Conversation talk =
                Conversation.with(new Target("http", "nowhere.invalid", 80, ""), choice(), LONG, LONG)) {
            assertThat(talk.send(0)).isEqualTo(new Failure(FailureKind.DNS, "host 'nowhere.invalid' has no address"));
        }
    }

    @Test
    void closing_the_transport_ends_an_attempt_that_is_under_way() {
        try (FaultServer server = FaultServer.firstDoing(READ, SILENCE);
                Conversation talk = Conversation.with(server.target(), choice(), LONG, LONG)) {
            Member<Outcome> attempt = Member.doing(() -> talk.send(0));
            server.awaitReceived(1);

            talk.closeTransport();

            assertThat(attempt.resultWithin(Duration.ofSeconds(10))).isInstanceOf(Failure.class);
        }
    }

    @Test
    void closing_leaves_no_connection_open() {
        try (FaultServer server = FaultServer.firstDoing();
                Conversation talk = Conversation.with(server.target(), choice(), LONG, LONG)) {
            talk.send(0);
            talk.closeTransport();

            server.awaitNoConnection();

            assertThat(talk.send(1)).as("and an attempt afterwards fails").isInstanceOf(Failure.class);
        }
    }

    @Test
    void what_a_server_says_reaches_the_console_without_control_characters_and_not_endlessly() {
        try (FaultServer server = FaultServer.firstDoing(
                        READ, write("\u001b[2J\u0007" + "evil".repeat(2_000) + "\r\n\r\n"), SILENCE);
                Conversation talk = Conversation.with(server.target(), choice(), LONG, LONG)) {
            Failure failure = (Failure) talk.send(0);

            assertThat(failure.detail().chars()).noneMatch(Character::isISOControl);
            assertThat(failure.detail()).hasSizeLessThan(300);
        }
    }

    @Test
    void a_request_is_these_bytes_and_no_others() {
        try (FaultServer server = FaultServer.firstDoing(READ, answer(201, ""))) {
            Target app = new Target("http", "127.0.0.1", server.target().port(), "/app");
            try (Conversation talk = Conversation.with(app, choice(), LONG, LONG)) {
                assertThat(talk.send(0)).isEqualTo(new Response(201, 0));
            }
            Request sent = Workloads.SWIPES.of(1).request(0);

            assertThat(server.requests())
                    .containsExactly("POST /app" + sent.template().path() + " HTTP/1.1\r\n"
                            + "Host: 127.0.0.1:" + app.port() + "\r\n"
                            + "User-Agent: swipestorm\r\n"
                            + ownHeaders()
                            + "Content-Type: application/json\r\n"
                            + "Content-Length: " + sent.body().length + "\r\n"
                            + "\r\n"
                            + new String(sent.body(), StandardCharsets.US_ASCII));
        }
    }

    @Test
    void one_connection_carries_one_attempt_after_the_other() {
        try (FaultServer server =
                        FaultServer.firstDoing(READ, answer(201, "a"), READ, answer(201, "b"), READ, answer(404, ""));
                Conversation talk = Conversation.with(server.target(), choice(), LONG, LONG)) {
            talk.send(0);
            talk.send(1);

            assertThat(talk.send(2)).isEqualTo(new Response(404, 0));
            assertThat(server.connections()).isEqualTo(1);
        }
    }

    /** The status, or the kind of failure: what a test can know beforehand. */
    private static Object essence(Outcome outcome) {
        return outcome instanceof Response response ? response.status() : ((Failure) outcome).kind();
    }

    private static Act status(String status) {
        return write("HTTP/1.1 " + status + " x\r\nContent-Length: 0\r\n\r\n");
    }

    private static Act head(String headers) {
        return write(HEAD + headers + "\r\n\r\n");
    }

    private static Act head201() {
        return write("HTTP/1.1 201\r\nContent-Length: 0\r\n\r\n");
    }

    private static Act body(int length, String part) {
        return write(HEAD + "Content-Length: " + length + "\r\n\r\n" + part);
    }

    private static Act chunks(String chunks) {
        return write(HEAD + "Transfer-Encoding: chunked\r\n\r\n" + chunks);
    }
}
