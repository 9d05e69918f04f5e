package io.github.swipestorm.client.transport;

import static io.github.swipestorm.client.testing.Act.READ;
import static io.github.swipestorm.client.testing.Act.SILENCE;
import static io.github.swipestorm.client.testing.Act.answer;
import static io.github.swipestorm.client.testing.Act.late;
import static io.github.swipestorm.client.testing.Act.tunnelTo;
import static io.github.swipestorm.client.testing.Act.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.swipestorm.client.http.Failure;
import io.github.swipestorm.client.http.FailureKind;
import io.github.swipestorm.client.http.Outcome;
import io.github.swipestorm.client.http.Response;
import io.github.swipestorm.client.http.Target;
import io.github.swipestorm.client.testing.Act;
import io.github.swipestorm.client.testing.Certificates;
import io.github.swipestorm.client.testing.FaultServer;
import io.github.swipestorm.client.testing.TestTimeout;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a transport makes of a proxy, and of tunnels through it. */
@ParameterizedClass
@MethodSource("ways")
class ProxyTest {

    @Parameter
    private HttpVariant way;

    static List<HttpVariant> ways() {
        return HttpVariant.allThatCan(Capability.PROXY);
    }

    private static final Target NOWHERE = Target.parse("http://nowhere.invalid:8081/app");
    private static final Target SECRET_NOWHERE = Target.parse("https://nowhere.invalid");
    private static final Duration PAUSE = Duration.ofMillis(200);

    @Test
    void a_proxy_gets_whole_urls_and_the_target_is_never_looked_up() {
        assumeFalse(way.http2());
        try (FaultServer proxy = FaultServer.firstDoing(READ, answer(201, ""), READ, answer(201, ""), SILENCE);
                Conversation talk = talk(NOWHERE, through(proxy.target()))) {
            assertThat(talk.send(0)).isEqualTo(new Response(201, 0));
            assertThat(talk.send(1)).isEqualTo(new Response(201, 0));

            assertThat(proxy.requests())
                    .hasSize(2)
                    .allSatisfy(request -> assertThat(request)
                            .startsWith("POST http://nowhere.invalid:8081/app/swipe/")
                            .contains("\r\nHost: nowhere.invalid:8081\r\nUser-Agent: swipestorm\r\nContent-Type: "));
            assertThat(proxy.requests().get(1)).hasSize(talk.sentBytes());
            assertThat(proxy.connections()).isEqualTo(1);
            assertThat(talk.connects()).hasSize(1);
        }
    }

    @Test
    void a_proxy_that_wants_a_password_shows_by_its_status() {
        assumeFalse(way.http2());
        Act challenge = write("HTTP/1.1 407 \r\nProxy-Authenticate: Basic realm=\"x\"\r\nContent-Length: 0\r\n\r\n");
        try (FaultServer proxy = FaultServer.answering(challenge);
                Conversation talk = talk(
                        NOWHERE,
                        new HttpFeatures(
                                Optional.of(proxy.target()), Optional.of(new Credentials("jo", "pw")), true))) {
            assertThat(talk.send(0)).isEqualTo(new Response(407, 0));
            assertThat(proxy.received()).isEqualTo(1);
        }
    }

    @Test
    void tls_and_http2_go_through_a_tunnel_and_their_requests_are_as_without() throws Exception {
        Target hidden = hidden();
        try (FaultServer server = FaultServer.scripted(
                        hidden.secure()
                                ? Optional.of(FaultServer.Securing.with(Certificates.GOOD.context()))
                                : Optional.empty(),
                        List.of(List.of(READ, answer(201, "a"), READ, answer(200, ""), SILENCE)));
                FaultServer proxy = FaultServer.firstDoing(tunnelTo(server.target()));
                Conversation talk = Conversation.with(
                        hidden, way.choice(through(proxy.target())), TestTimeout.NEVER, TestTimeout.NEVER)) {
            assertThat(talk.send(0)).isEqualTo(new Response(201, 1));
            assertThat(talk.send(1)).isEqualTo(new Response(200, 0));

            assertThat(proxy.requests())
                    .singleElement()
                    .asString()
                    .startsWith("CONNECT nowhere.invalid:" + hidden.port() + " HTTP/1.1\r\n")
                    .contains("\r\nHost: nowhere.invalid:" + hidden.port() + "\r\n");
            assertThat(server.requests())
                    .hasSize(2)
                    .allSatisfy(request -> assertThat(request)
                            .startsWith("POST " + hidden.basePath() + "/swipe/")
                            .containsIgnoringCase("\r\nHost: " + hidden.hostHeader() + "\r\n"));
            assertThat(talk.connects()).hasSize(1);
            assertThat(talk.handshakes()).hasSize(hidden.secure() ? 1 : 0);
        }
    }

    @Test
    void the_version_of_http_is_negotiated_through_a_tunnel() {
        assumeTrue(way.http2() && way.secure());
        HttpProtocol auto = new HttpProtocol(HttpVersion.AUTO, OptionalInt.empty(), OptionalInt.empty());
        try (FaultServer server = way.scripted(List.of(List.of(SILENCE), List.of(READ, answer(201, "a"), SILENCE)));
                FaultServer proxy = FaultServer.scripted(
                        List.of(List.of(tunnelTo(server.target())), List.of(tunnelTo(server.target()))));
                Conversation talk = Conversation.with(
                        SECRET_NOWHERE,
                        way.choice(through(proxy.target())).with(auto),
                        TestTimeout.NEVER,
                        TestTimeout.NEVER)) {
            assertThat(talk.send(0)).isEqualTo(new Response(201, 1));

            assertThat(server.requests()).singleElement().asString().contains(" HTTP/2\r\n");
            assertThat(proxy.connections()).isEqualTo(2);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {302, 403, 407, 502})
    void a_refused_tunnel_is_a_failure_to_connect_and_says_why(int status) {
        try (FaultServer proxy =
                        FaultServer.scripted(List.of(List.of(READ, to("http://127.0.0.1:1/", status), SILENCE)));
                Conversation talk =
                        talk(hidden(), new HttpFeatures(Optional.of(proxy.target()), Optional.empty(), true))) {
            Failure failure = (Failure) talk.send(0);

            assertThat(failure.kind()).isEqualTo(FailureKind.CONNECT);
            assertThat(failure.detail()).contains("CONNECT", "" + status);
            assertThat(proxy.requests())
                    .singleElement()
                    .asString()
                    .startsWith("CONNECT nowhere.invalid:" + hidden().port() + " HTTP/1.1\r\n");
            assertThat(talk.connects()).isEmpty();
        }
    }

    @Test
    void a_tunnel_that_never_opens_is_given_up_after_the_connect_time_out() {
        Timeouts timeouts = new Timeouts(Duration.ofMillis(300), TestTimeout.NEVER, TestTimeout.NEVER);
        try (FaultServer proxy = FaultServer.scripted(List.of(List.of(READ, SILENCE)));
                Conversation talk = Conversation.with(hidden(), way.choice(through(proxy.target())), timeouts)) {
            assertThat(talk.send(0))
                    .isEqualTo(new Failure(FailureKind.CONNECT, "no connection within the connect time-out"));
        }
    }

    @Test
    void a_tunnel_in_which_nobody_speaks_the_protocol_is_a_failure_of_the_protocol() {
        Act open = write("HTTP/1.1 200 \r\n\r\n");
        try (FaultServer proxy = FaultServer.scripted(
                        List.of(List.of(READ, open, late(PAUSE), write("hello, hello\r\n"), SILENCE)));
                Conversation talk = talk(hidden(), through(proxy.target()))) {
            Failure failure = (Failure) talk.send(0);

            if (hidden().secure()) {
                assertThat(failure.kind()).isEqualTo(FailureKind.TLS);
                assertThat(failure.detail()).startsWith("https://nowhere.invalid:443: ");
            } else {
                assertThat(failure).isEqualTo(new Failure(FailureKind.PROTOCOL, "the server sent not HTTP/2"));
            }
        }
    }

    @Test
    void the_proxys_own_troubles_are_failures_to_connect() {
        try (Conversation talk = talk(NOWHERE, through(FaultServer.deadTarget()))) {
            assertThat(kind(talk.send(0))).isEqualTo(FailureKind.CONNECT);
        }
        try (Conversation talk = talk(FaultServer.deadTarget(), through(Target.parse("http://proxy.invalid:3128")))) {
            assertThat(talk.send(0)).isEqualTo(new Failure(FailureKind.DNS, "host 'proxy.invalid' has no address"));
        }
    }

    /** A target to which a proxy has to open a tunnel. */
    private Target hidden() {
        return way.http2() && !way.secure() ? NOWHERE : SECRET_NOWHERE;
    }

    private static HttpFeatures through(Target proxy) {
        return new HttpFeatures(Optional.of(proxy), Optional.empty(), false);
    }

    private Conversation talk(Target target, HttpFeatures features) {
        return Conversation.with(target, way.choice(features), TestTimeout.NEVER, TestTimeout.NEVER);
    }

    private static FailureKind kind(Outcome outcome) {
        return ((Failure) outcome).kind();
    }

    private static Act to(String location, int status) {
        return write("HTTP/1.1 " + status + " \r\nLocation: " + location + "\r\nContent-Length: 0\r\n\r\n");
    }
}
