package io.github.swipestorm.client.transport;

import static io.github.swipestorm.client.testing.Act.READ;
import static io.github.swipestorm.client.testing.Act.SILENCE;
import static io.github.swipestorm.client.testing.Act.answer;
import static io.github.swipestorm.client.testing.Act.write;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.swipestorm.client.http.Failure;
import io.github.swipestorm.client.http.FailureKind;
import io.github.swipestorm.client.http.Outcome;
import io.github.swipestorm.client.http.Response;
import io.github.swipestorm.client.http.Target;
import io.github.swipestorm.client.testing.Act;
import io.github.swipestorm.client.testing.FaultServer;
import io.github.swipestorm.client.testing.TestTimeout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Redirects that transport classic follows. */
class RedirectsTest {

    private static final HttpFeatures REDIRECTS = new HttpFeatures(Optional.empty(), Optional.empty(), true);
    private static final String AUTHORIZATION = "Authorization: Basic am86cHc=\r\n";

    @ParameterizedTest
    @ValueSource(ints = {301, 302, 303})
    void a_redirect_is_followed_within_its_attempt_and_makes_a_get(int status) {
        try (FaultServer server = FaultServer.firstDoing(READ, to("/x", status), READ, answer(200, "abc"), SILENCE);
                Conversation talk = talk(server.target(), REDIRECTS)) {
            assertThat(talk.send(0)).isEqualTo(new Response(200, 3));
            assertThat(server.requests()).hasSize(2);
            assertThat(server.requests().get(1))
                    .isEqualTo("GET /x HTTP/1.1\r\nHost: 127.0.0.1:"
                            + server.target().port() + "\r\nUser-Agent: swipestorm\r\n\r\n");
            assertThat(talk.connects()).hasSize(1);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {307, 308})
    void a_redirect_that_keeps_the_method_keeps_the_body_too(int status) {
        try (FaultServer server = FaultServer.firstDoing(READ, to("/x", status), READ, answer(201, ""), SILENCE);
                Conversation talk = talk(server.target(), REDIRECTS)) {
            assertThat(talk.send(0)).isEqualTo(new Response(201, 0));

            String first = server.requests().get(0);
            assertThat(server.requests().get(1)).isEqualTo("POST /x" + first.substring(first.indexOf(" HTTP/1.1")));
        }
    }

    @Test
    void credentials_stay_with_the_target_wherever_redirects_lead() {
        HttpFeatures features = new HttpFeatures(Optional.empty(), Optional.of(new Credentials("jo", "pw")), true);
        try (FaultServer other = FaultServer.firstDoing(READ, answer(200, ""), SILENCE);
                FaultServer server =
                        FaultServer.firstDoing(READ, to("/near", 307), READ, to(other.url() + "/far", 307), SILENCE);
                Conversation talk = talk(server.target(), features)) {
            assertThat(talk.send(0)).isEqualTo(new Response(200, 0));

            assertThat(server.requests())
                    .hasSize(2)
                    .allSatisfy(request -> assertThat(request).contains(AUTHORIZATION));
            assertThat(other.requests())
                    .singleElement()
                    .asString()
                    .contains("\r\nHost: 127.0.0.1:" + other.target().port() + "\r\n")
                    .doesNotContain("Authorization");
        }
    }

    @Test
    void a_circle_of_redirects_is_a_protocol_failure() {
        try (FaultServer server = FaultServer.answering(to("/round", 302));
                Conversation talk = talk(server.target(), REDIRECTS)) {
            Failure failure = (Failure) talk.send(0);

            assertThat(failure.kind()).isEqualTo(FailureKind.PROTOCOL);
            assertThat(failure.detail()).contains("Circular redirect", "/round");
            assertThat(server.received()).isEqualTo(2);
        }
    }

    @Test
    void the_eleventh_redirect_is_a_protocol_failure() {
        List<Act> acts = new ArrayList<>();
        IntStream.range(0, 20).forEach(n -> acts.addAll(List.of(READ, to("/" + n, 302))));
        try (FaultServer server = FaultServer.scripted(List.of(acts));
                Conversation talk = talk(server.target(), REDIRECTS)) {
            assertThat(talk.send(0)).isEqualTo(new Failure(FailureKind.PROTOCOL, "Maximum redirects (10) exceeded"));
            assertThat(server.received()).isEqualTo(11);
        }
    }

    @Test
    void a_redirect_to_where_nobody_listens_is_a_failure_to_connect() {
        Target dead = FaultServer.deadTarget();
        try (FaultServer server = FaultServer.firstDoing(READ, to(dead + "/x", 302), SILENCE);
                Conversation talk = talk(server.target(), REDIRECTS)) {
            assertThat(kind(talk.send(0))).isEqualTo(FailureKind.CONNECT);
        }
    }

    @Test
    void redirects_have_one_response_time_out_together() {
        Timeouts timeouts = new Timeouts(Duration.ofSeconds(5), Duration.ofMillis(300), Duration.ofSeconds(30));
        try (FaultServer server = FaultServer.firstDoing(READ, to("/x", 302), READ, SILENCE);
                Conversation talk = Conversation.with(server.target(), choice(REDIRECTS), timeouts)) {
            assertThat(kind(talk.send(0))).isEqualTo(FailureKind.TIMEOUT);
        }
    }

    private static TransportChoice choice(HttpFeatures features) {
        return TransportChoice.of(new Classic()).with(features);
    }

    private static Conversation talk(Target target, HttpFeatures features) {
        return Conversation.with(target, choice(features), TestTimeout.NEVER, TestTimeout.NEVER);
    }

    private static FailureKind kind(Outcome outcome) {
        return ((Failure) outcome).kind();
    }

    private static Act to(String location, int status) {
        return write("HTTP/1.1 " + status + " \r\nLocation: " + location + "\r\nContent-Length: 0\r\n\r\n");
    }
}
