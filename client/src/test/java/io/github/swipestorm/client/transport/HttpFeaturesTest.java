package io.github.swipestorm.client.transport;

import static io.github.swipestorm.client.testing.Act.CLOSE;
import static io.github.swipestorm.client.testing.Act.READ;
import static io.github.swipestorm.client.testing.Act.SILENCE;
import static io.github.swipestorm.client.testing.Act.answer;
import static io.github.swipestorm.client.testing.Act.late;
import static io.github.swipestorm.client.testing.Act.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.swipestorm.client.clock.NanoClock;
import io.github.swipestorm.client.http.Failure;
import io.github.swipestorm.client.http.FailureKind;
import io.github.swipestorm.client.http.Outcome;
import io.github.swipestorm.client.http.Response;
import io.github.swipestorm.client.http.Target;
import io.github.swipestorm.client.testing.Act;
import io.github.swipestorm.client.testing.FaultServer;
import io.github.swipestorm.client.testing.TestTimeout;
import io.github.swipestorm.client.workload.Requests;
import io.github.swipestorm.client.workload.swipes.RandomSwipes;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * HttpClient's full chain behaves like the direct path of transport classic, and passwords go to the right host only.
 */
class HttpFeaturesTest {

    private static final HttpFeatures REDIRECTS = new HttpFeatures(Optional.empty(), Optional.empty(), true);
    private static final String AUTHORIZATION = "Authorization: Basic am86cHc=\r\n";

    @Test
    void every_request_carries_the_credentials_and_no_challenge_is_answered() {
        Act challenge = write("HTTP/1.1 401 \r\nWWW-Authenticate: Basic realm=\"x\"\r\nContent-Length: 0\r\n\r\n");
        HttpFeatures features = new HttpFeatures(Optional.empty(), Optional.of(new Credentials("jo", "pw")), false);
        try (FaultServer server = FaultServer.scripted(
                        List.of(List.of(READ, challenge, READ, CLOSE), List.of(READ, answer(201, ""), SILENCE)));
                Conversation talk = talk(server.target(), features)) {
            assertThat(talk.send(0)).isEqualTo(new Response(401, 0));
            assertThat(kind(talk.send(0))).isEqualTo(FailureKind.CLOSED);
            assertThat(talk.send(0)).isEqualTo(new Response(201, 0));

            assertThat(server.requests())
                    .hasSize(3)
                    .allSatisfy(request -> assertThat(request).contains(AUTHORIZATION));
        }
    }

    @Test
    void each_worker_has_a_connection_of_its_own_which_is_there_before_it_sends() throws Exception {
        Requests workload = new RandomSwipes().requests(1);
        AtomicInteger connects = new AtomicInteger();
        Timeouts timeouts = new Timeouts(TestTimeout.NEVER, TestTimeout.NEVER, TestTimeout.NEVER);
        try (FaultServer server = FaultServer.answering(answer(201, ""));
                BlockingTransport transport = (BlockingTransport) new Classic()
                        .open(new TransportSettings(
                                server.target(),
                                new RandomSwipes().operations(),
                                2,
                                timeouts,
                                choice(REDIRECTS),
                                nanos -> connects.incrementAndGet(),
                                NanoClock.SYSTEM));
                Connection one = transport.open();
                Connection other = transport.open()) {
            assertThat(one.connect()).isEmpty();
            assertThat(one.connect()).isEmpty();
            assertThat(other.connect()).isEmpty();
            assertThat(connects).hasValue(2);
            for (int i = 0; i < 5; i++) {
                assertThat(one.send(workload.request(i)).ok()).isTrue();
            }
            assertThat(other.send(workload.request(9)).ok()).isTrue();

            assertThat(connects).hasValue(2);
            assertThat(server.connections()).isEqualTo(2);
            assertThat(server.received()).isEqualTo(6);
        }
    }

    @Test
    void without_keep_alive_each_request_has_a_new_connection_and_says_so() {
        try (FaultServer server = FaultServer.firstDoing(READ, answer(201, ""), SILENCE)) {
            TransportChoice choice =
                    new TransportChoice(new Classic(), false, 1, 1, false, REDIRECTS, TlsOptions.DEFAULT);
            Timeouts timeouts = new Timeouts(TestTimeout.NEVER, TestTimeout.NEVER, TestTimeout.NEVER);
            try (Conversation talk = Conversation.with(server.target(), choice, timeouts)) {
                talk.connect();
                talk.send(0);
                talk.send(1);
            }

            assertThat(server.connections()).isEqualTo(2);
            assertThat(server.requests())
                    .hasSize(2)
                    .allSatisfy(request -> assertThat(request)
                            .contains("\r\nUser-Agent: swipestorm\r\nConnection: close\r\nContent-Type: "));
        }
    }

    @Test
    void what_the_server_says_about_how_long_a_connection_lasts_ends_none() {
        Act brief = write("HTTP/1.1 201 \r\nKeep-Alive: timeout=1\r\nContent-Length: 0\r\n\r\n");
        Act announcedTime = late(Duration.ofMillis(1_100));
        try (FaultServer server = FaultServer.firstDoing(READ, brief, announcedTime, READ, answer(200, ""), CLOSE);
                Conversation talk = talk(server.target(), REDIRECTS)) {
            assertThat(talk.send(0)).isEqualTo(new Response(201, 0));
            // The time has passed when the server reads again.
            server.awaitActs(4);
            assertThat(talk.send(1)).isEqualTo(new Response(200, 0));
            server.awaitConnectionsClosed(1);

            assertThat(kind(talk.send(2)))
                    .as("an end that the server made is not hidden")
                    .isEqualTo(FailureKind.CLOSED);
            assertThat(talk.send(2)).isEqualTo(new Response(201, 2));
        }
    }

    @Test
    void a_name_with_a_colon_is_refused_and_a_password_is_not_printed() {
        assertThatThrownBy(() -> new Credentials("a:b", "c")).hasMessageContaining("a:b");
        assertThat(Credentials.parse("jo:a:b")).isEqualTo(new Credentials("jo", "a:b"));
        assertThat(choice(new HttpFeatures(Optional.empty(), Optional.of(new Credentials("jo", "pw")), false)))
                .asString()
                .contains("jo")
                .doesNotContain("pw");
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
}
