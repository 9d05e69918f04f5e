package io.github.swipestorm.client.transport;

import static io.github.swipestorm.client.testing.Act.CLOSE;
import static io.github.swipestorm.client.testing.Act.HALF_CLOSE;
import static io.github.swipestorm.client.testing.Act.READ;
import static io.github.swipestorm.client.testing.Act.SILENCE;
import static io.github.swipestorm.client.testing.Act.answer;
import static io.github.swipestorm.client.testing.Act.late;
import static io.github.swipestorm.client.testing.Act.write;
import static io.github.swipestorm.client.testing.Fault.essence;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.swipestorm.client.http.Failure;
import io.github.swipestorm.client.http.FailureKind;
import io.github.swipestorm.client.http.Outcome;
import io.github.swipestorm.client.http.Response;
import io.github.swipestorm.client.http.Target;
import io.github.swipestorm.client.testing.Act;
import io.github.swipestorm.client.testing.FaultServer;
import io.github.swipestorm.client.testing.Faults;
import io.github.swipestorm.client.testing.Member;
import io.github.swipestorm.client.testing.TestTimeout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** How a transport's connections begin and end, and that no answer is taken for another one's. */
@ParameterizedClass
@EnumSource(TransportVariant.class)
class ConnectionLifeTest {

    private static final Duration LONG = TestTimeout.NEVER;

    @Parameter
    TransportVariant variant;

    private Conversation talk(Target target) {
        return Conversation.with(target, variant.choice(), LONG, LONG);
    }

    @Tag("fault")
    @DisplayName("An unsolicited answer, such as 408 on an idle connection -> never taken for the next request's "
            + "answer: a new connection, or one failed attempt `protocol`")
    @Test
    void an_answer_that_nobody_asked_for_is_never_taken_for_the_next_requests_answer() {
        try (FaultServer server = FaultServer.firstDoing(
                        READ,
                        answer(200, "ab"),
                        // Not together with the answer before, which the next test does.
                        late(Faults.SHORT),
                        write("HTTP/1.1 408 \r\nConnection: close\r\nContent-Length: 0\r\n\r\n"),
                        HALF_CLOSE,
                        SILENCE);
                Conversation talk = talk(server.target())) {
            assertThat(talk.send(0)).isEqualTo(new Response(200, 2));
            server.awaitActs(6);

            Outcome second = talk.send(1);

            assertThat(essence(second)).isIn(FailureKind.PROTOCOL, 201);
            assertThat(talk.send(2)).isEqualTo(new Response(201, 2));
        }
    }

    static List<Arguments> excess() {
        return List.of(
                Arguments.of("a second answer", ok("ab"), "HTTP/1.1 500 \r\nContent-Length: 0\r\n\r\n"),
                Arguments.of("a body longer than its length", ok("ab"), "cdefgh"),
                Arguments.of("a 204 with a body", "HTTP/1.1 204 \r\n\r\n", "HTTP/1.1 500 \r\n\r\n"),
                Arguments.of("a 304 with a body", "HTTP/1.1 304 \r\nContent-Length: 2\r\n\r\n", "ab"));
    }

    @Tag("fault")
    @DisplayName(
            "Bytes beyond an answer: a longer body than announced, 204 or 304 with a body, a second answer -> never"
                    + " read as the next answer: a new connection, or one failed attempt `protocol`")
    @ParameterizedTest(name = "{0}")
    @MethodSource("excess")
    void bytes_beyond_an_answer_are_never_taken_for_the_next_one(String name, String first, String excess) {
        try (FaultServer server = FaultServer.firstDoing(READ, write(first + excess), READ, SILENCE);
                Conversation talk = talk(server.target())) {
            assertThat(talk.send(0)).isInstanceOf(Response.class);

            assertThat(essence(talk.send(1))).isIn(FailureKind.PROTOCOL, 201);
            assertThat(talk.send(2)).isEqualTo(new Response(201, 2));
        }
    }

    @Tag("fault")
    @DisplayName("The server closes a kept connection without a word, after its third answer or with it -> at most one"
            + " failed attempt `closed` each time; nothing is sent again behind the count")
    @Test
    void a_server_that_closes_after_each_third_answer_costs_at_most_one_attempt_each_time() {
        List<Act> three = List.of(READ, answer(200, ""), READ, answer(200, ""), READ, answer(200, ""), CLOSE);
        try (FaultServer server = FaultServer.scripted(List.of(three, three));
                Conversation talk = talk(server.target())) {
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
    void an_end_behind_an_answer_costs_at_most_one_attempt() {
        try (FaultServer server = FaultServer.firstDoing(READ, answer(200, "ab"), HALF_CLOSE, SILENCE);
                Conversation talk = talk(server.target())) {
            assertThat(talk.send(0)).isEqualTo(new Response(200, 2));
            assertThat(essence(talk.send(1))).isIn(FailureKind.CLOSED, 201);
            assertThat(talk.send(2)).isEqualTo(new Response(201, 2));
        }
    }

    @Test
    void one_connection_carries_one_attempt_after_the_other() {
        try (FaultServer server =
                        FaultServer.firstDoing(READ, answer(201, "a"), READ, answer(201, "b"), READ, answer(404, ""));
                Conversation talk = talk(server.target())) {
            talk.send(0);
            talk.send(1);

            assertThat(talk.send(2)).isEqualTo(new Response(404, 0));
            assertThat(server.connections()).isEqualTo(1);
        }
    }

    @Test
    void nobody_listening_is_a_failure_to_connect() {
        try (Conversation talk = talk(FaultServer.deadTarget())) {
            assertThat(essence(talk.send(0))).isEqualTo(FailureKind.CONNECT);
            assertThat(essence(talk.send(1))).isEqualTo(FailureKind.CONNECT);
        }
    }

    @Tag("fault")
    @DisplayName("The host's name has no address -> failed attempts `dns`, which name the host")
    @Test
    void a_name_without_address_is_a_dns_failure() {
        try (Conversation talk = talk(new Target("http", "nowhere.invalid", 80, ""))) {
            assertThat(talk.send(0)).isEqualTo(new Failure(FailureKind.DNS, "host 'nowhere.invalid' has no address"));
        }
    }

    @Test
    void closing_the_transport_ends_an_attempt_that_is_under_way() {
        try (FaultServer server = FaultServer.firstDoing(READ, SILENCE);
                Conversation talk = talk(server.target())) {
            Member<Outcome> attempt = Member.doing(() -> talk.send(0));
            server.awaitReceived(1);

            talk.closeTransport();

            assertThat(attempt.result()).isInstanceOf(Failure.class);
        }
    }

    @Test
    void closing_leaves_no_connection_open() {
        try (FaultServer server = FaultServer.firstDoing();
                Conversation talk = talk(server.target())) {
            talk.send(0);
            talk.closeTransport();

            server.awaitNoConnection();

            assertThat(talk.send(1)).as("and an attempt afterwards fails").isInstanceOf(Failure.class);
        }
    }

    private static String ok(String body) {
        return "HTTP/1.1 200 \r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
    }
}
