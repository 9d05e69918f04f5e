package io.github.swipestorm.client.transport;

import static io.github.swipestorm.client.testing.Act.CLOSE;
import static io.github.swipestorm.client.testing.Act.READ;
import static io.github.swipestorm.client.testing.Act.SILENCE;
import static io.github.swipestorm.client.testing.Act.answer;
import static io.github.swipestorm.client.testing.Act.frames;
import static io.github.swipestorm.client.testing.Act.late;
import static io.github.swipestorm.client.testing.Act.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.swipestorm.client.http.Failure;
import io.github.swipestorm.client.http.FailureKind;
import io.github.swipestorm.client.http.Outcome;
import io.github.swipestorm.client.http.Response;
import io.github.swipestorm.client.http.Target;
import io.github.swipestorm.client.testing.Act;
import io.github.swipestorm.client.testing.Certificates;
import io.github.swipestorm.client.testing.FaultServer;
import io.github.swipestorm.client.testing.Http2Frames;
import io.github.swipestorm.client.testing.TestTimeout;
import io.github.swipestorm.client.workload.SingleRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Redirects that are followed within an attempt. */
@ParameterizedClass
@MethodSource("ways")
class RedirectsTest {

    @Parameter
    private HttpVariant way;

    static List<HttpVariant> ways() {
        return HttpVariant.allThatCan(Capability.REDIRECTS);
    }

    private static final Duration PAUSE = Duration.ofMillis(50);
    private static final HttpFeatures REDIRECTS = new HttpFeatures(Optional.empty(), Optional.empty(), true);
    private static final String AUTHORIZATION = "authorization: Basic am86cHc=\r\n";

    @ParameterizedTest
    @ValueSource(ints = {301, 302, 303})
    void a_redirect_is_followed_within_its_attempt_and_makes_a_get(int status) {
        try (FaultServer server = way.firstDoing(READ, to("/x", status), READ, answer(200, "abc"), SILENCE);
                Conversation talk = talk(server.target(), REDIRECTS)) {
            assertThat(talk.send(0)).isEqualTo(new Response(200, 3));
            assertThat(server.requests()).hasSize(2);
            assertThat(server.requests().get(1))
                    .isEqualToIgnoringCase("GET /x HTTP/" + way.http().version() + "\r\nHost: 127.0.0.1:"
                            + server.target().port() + "\r\nUser-Agent: swipestorm\r\n\r\n");
            assertThat(talk.connects()).hasSize(1);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {307, 308})
    void a_redirect_that_keeps_the_method_keeps_the_body_too(int status) {
        try (FaultServer server = way.firstDoing(READ, to("/x", status), READ, answer(201, ""), SILENCE);
                Conversation talk = talk(server.target(), REDIRECTS)) {
            assertThat(talk.send(0)).isEqualTo(new Response(201, 0));

            String first = server.requests().get(0);
            assertThat(server.requests().get(1)).isEqualTo("POST /x" + first.substring(first.indexOf(" HTTP/")));
        }
    }

    @Test
    void credentials_stay_with_the_target_wherever_redirects_lead() {
        HttpFeatures features = new HttpFeatures(Optional.empty(), Optional.of(new Credentials("jo", "pw")), true);
        try (FaultServer other = way.firstDoing(READ, answer(200, ""), SILENCE);
                FaultServer server =
                        way.firstDoing(READ, to("/near", 307), READ, to(other.url() + "/far", 307), SILENCE);
                Conversation talk = talk(server.target(), features)) {
            assertThat(talk.send(0)).isEqualTo(new Response(200, 0));

            assertThat(server.requests())
                    .hasSize(2)
                    .allSatisfy(request -> assertThat(request).containsIgnoringCase(AUTHORIZATION));
            assertThat(other.requests())
                    .singleElement()
                    .asString()
                    .containsIgnoringCase(
                            "\r\nHost: 127.0.0.1:" + other.target().port() + "\r\n")
                    .doesNotContainIgnoringCase("Authorization");
        }
    }

    @Test
    void the_other_headers_are_sent_again_but_those_of_a_body_that_is_not() {
        SingleRequest request = SingleRequest.post("/x", "text/y", "body")
                .withHeader("Accept", "text/x")
                .withHeader("Authorization", "Bearer abc")
                .withHeader("Content-Language", "de");
        try (FaultServer other = way.firstDoing(READ, answer(200, ""), SILENCE);
                FaultServer server =
                        way.firstDoing(READ, to("?y=1", 302), READ, to(other.url() + "/far", 307), SILENCE);
                Conversation talk = Conversation.of(request, server.target(), way.choice(REDIRECTS))) {
            assertThat(talk.send(0)).isEqualTo(new Response(200, 0));

            assertThat(server.requests().get(1))
                    .startsWith("GET /x?y=1 HTTP/")
                    .containsIgnoringCase("\r\nAccept: text/x\r\n")
                    .containsIgnoringCase("\r\nAuthorization: Bearer abc\r\n")
                    .doesNotContainIgnoringCase("Content-");
            assertThat(other.requests())
                    .singleElement()
                    .asString()
                    .startsWith("GET /far HTTP/")
                    .containsIgnoringCase("\r\nAccept: text/x\r\n")
                    .doesNotContain("Bearer")
                    .doesNotContainIgnoringCase("Content-");
        }
    }

    @Test
    void redirects_lead_to_tls_and_back_over_the_connection_that_is_there() throws Exception {
        // The servers name each other; their scripts are read when connections come.
        List<Act> home = new ArrayList<>();
        List<Act> away = new ArrayList<>();
        try (FaultServer secure = FaultServer.secured(Certificates.GOOD.context(), List.of(away));
                FaultServer server = FaultServer.scripted(List.of(home))) {
            home.addAll(List.of(READ, to(secure.url() + "/a", 307), READ, answer(201, "ok"), READ));
            home.addAll(List.of(to(secure.url() + "/b", 307), SILENCE));
            away.addAll(List.of(READ, to(server.url() + "/back", 307)));
            away.add(READ);
            away.addAll(
                    way.http2()
                            ? List.of(
                                    frames((out, s) -> out.headers(s, false, ":status", "203")),
                                    late(PAUSE),
                                    frames((out, s) -> out.data(s, true, "far")))
                            : List.of(write("HTTP/1.1 203 \r\nContent-Length: 3\r\n\r\n"), late(PAUSE), write("far")));
            away.add(SILENCE);
            try (Conversation talk =
                    Conversation.with(server.target(), way.choice(REDIRECTS), TestTimeout.NEVER, TestTimeout.NEVER)) {
                assertThat(talk.send(0)).isEqualTo(new Response(201, 2));
                assertThat(talk.send(1)).isEqualTo(new Response(203, 3));
            }
            assertThat(server.connections()).isEqualTo(1);
            assertThat(secure.connections()).isEqualTo(1);
        }
    }

    @Test
    void a_redirect_may_end_its_connection() {
        Act last = way.http2()
                ? frames((out, s) -> out.goAway(s, 0)
                        .headers(s, false, ":status", "302", "location", "/x")
                        .data(s, true, "abc"))
                : write("HTTP/1.1 302 \r\nLocation: /x\r\nConnection: close\r\nContent-Length: 3\r\n\r\nabc");
        try (FaultServer server =
                        way.scripted(List.of(List.of(READ, last, CLOSE), List.of(READ, answer(200, "abcd"), SILENCE)));
                Conversation talk = talk(server.target(), REDIRECTS)) {
            assertThat(talk.send(0)).isEqualTo(new Response(200, 4));
            assertThat(server.connections()).isEqualTo(2);
        }
    }

    /** The first request may have had an effect. */
    @Test
    void only_the_request_that_the_server_has_not_processed_is_sent_again() {
        assumeTrue(way.http2());
        Act[] refusing = {READ, to("/x", 303), READ, frames((out, s) -> out.goAway(s - 2, 0)), SILENCE};
        try (FaultServer server = way.scripted(List.of(List.of(refusing), List.of(READ, answer(200, "ab"), SILENCE)));
                Conversation talk = talk(server.target(), REDIRECTS)) {
            assertThat(talk.send(0)).isEqualTo(new Response(200, 2));
            assertThat(talk.sentBytes()).isPositive();
            assertThat(server.requests())
                    .extracting(request -> request.substring(0, request.indexOf(" HTTP")))
                    .satisfiesExactly(
                            first -> assertThat(first).startsWith("POST /swipe/"),
                            second -> assertThat(second).isEqualTo("GET /x"),
                            again -> assertThat(again).isEqualTo("GET /x"));
        }
    }

    @Test
    void requests_of_several_attempts_share_the_connection_to_another_server() {
        assumeTrue(way.http2());
        int[] two = {Http2Frames.MAX_CONCURRENT_STREAMS, 2};
        try (FaultServer other = way.answering(answer(200, "abc")).withSettings(two);
                FaultServer server = way.answering(to(other.url() + "/x", 307));
                Looping loop = Looping.http2(server.target(), 8, REDIRECTS)) {
            for (int slot = 0; slot < 8; slot++) {
                loop.post(0, slot, new byte[9]);
            }
            loop.awaitOutcomes(8);

            assertThat(loop.all()).hasSize(8).containsOnly(new Response(200, 3));
            assertThat(loop.permitted()).isEqualTo(2);
            assertThat(server.connections()).isEqualTo(1);
            assertThat(other.connections()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"ftp://127.0.0.1/x", "http://", "/a b", "http://[x/"})
    void a_redirect_that_leads_nowhere_is_a_protocol_failure(String location) {
        try (FaultServer server = way.firstDoing(READ, to(location, 302), SILENCE);
                Conversation talk = talk(server.target(), REDIRECTS)) {
            assertThat(kind(talk.send(0))).isEqualTo(FailureKind.PROTOCOL);
        }
    }

    @Test
    void a_circle_of_redirects_is_a_protocol_failure() {
        try (FaultServer server = way.answering(to("/round", 302));
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
        try (FaultServer server = way.scripted(List.of(acts));
                Conversation talk = talk(server.target(), REDIRECTS)) {
            assertThat(talk.send(0)).isEqualTo(new Failure(FailureKind.PROTOCOL, "Maximum redirects (10) exceeded"));
            assertThat(server.received()).isEqualTo(11);
        }
    }

    @Test
    void a_redirect_to_where_nobody_listens_is_a_failure_to_connect() {
        String dead = way.scheme() + "://127.0.0.1:" + FaultServer.deadTarget().port();
        try (FaultServer server = way.firstDoing(READ, to(dead + "/x", 302), SILENCE);
                Conversation talk = talk(server.target(), REDIRECTS)) {
            assertThat(kind(talk.send(0))).isEqualTo(FailureKind.CONNECT);
        }
    }

    @Test
    void redirects_have_one_response_time_out_together() {
        Timeouts timeouts = new Timeouts(TestTimeout.NEVER, Duration.ofMillis(300), TestTimeout.NEVER);
        try (FaultServer server = way.firstDoing(READ, to("/x", 302), READ, SILENCE);
                Conversation talk = Conversation.with(server.target(), way.choice(REDIRECTS), timeouts)) {
            assertThat(kind(talk.send(0))).isEqualTo(FailureKind.TIMEOUT);
        }
    }

    private Conversation talk(Target target, HttpFeatures features) {
        return Conversation.with(target, way.choice(features), TestTimeout.NEVER, TestTimeout.NEVER);
    }

    private static FailureKind kind(Outcome outcome) {
        return ((Failure) outcome).kind();
    }

    private static Act to(String location, int status) {
        return answer(status, "", "Location", location);
    }
}
