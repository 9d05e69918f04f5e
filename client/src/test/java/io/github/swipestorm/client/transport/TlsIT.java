package io.github.swipestorm.client.transport;

import static io.github.swipestorm.client.testing.Act.CLOSE;
import static io.github.swipestorm.client.testing.Act.CUT;
import static io.github.swipestorm.client.testing.Act.HANDSHAKE_AGAIN;
import static io.github.swipestorm.client.testing.Act.READ;
import static io.github.swipestorm.client.testing.Act.READ_SOME;
import static io.github.swipestorm.client.testing.Act.RESET;
import static io.github.swipestorm.client.testing.Act.SILENCE;
import static io.github.swipestorm.client.testing.Act.answer;
import static io.github.swipestorm.client.testing.Act.drip;
import static io.github.swipestorm.client.testing.Act.late;
import static io.github.swipestorm.client.testing.Act.write;
import static io.github.swipestorm.client.testing.Act.writeSingly;
import static io.github.swipestorm.client.testing.Fault.essence;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import io.github.swipestorm.client.http.Failure;
import io.github.swipestorm.client.http.FailureKind;
import io.github.swipestorm.client.http.Outcome;
import io.github.swipestorm.client.http.Response;
import io.github.swipestorm.client.http.Target;
import io.github.swipestorm.client.testing.Act;
import io.github.swipestorm.client.testing.Certificates;
import io.github.swipestorm.client.testing.Fault;
import io.github.swipestorm.client.testing.FaultServer;
import io.github.swipestorm.client.testing.Faults;
import io.github.swipestorm.client.testing.Member;
import io.github.swipestorm.client.testing.TestTimeout;
import io.github.swipestorm.client.workload.SingleRequest;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the transports that speak TLS make of certificates and handshakes. */
@ParameterizedClass(name = "{0}, {1}")
@CsvSource({"CLASSIC, JDK", "CHAINED, JDK", "NIO, JDK", "CLASSIC, CONSCRYPT", "NIO, CONSCRYPT"})
class TlsIT {

    private static final Duration LONG = TestTimeout.NEVER;
    private static final Timeouts PATIENT = new Timeouts(LONG, LONG, LONG);

    @Parameter(0)
    TransportVariant variant;

    @Parameter(1)
    TlsProvider provider;

    private TransportChoice choice() {
        return with(TlsOptions.DEFAULT);
    }

    private TransportChoice with(TlsOptions options) {
        return variant.choice().with(options.with(provider));
    }

    @Test
    void a_trusted_certificate_for_the_host_is_all_it_takes() {
        Certificates.trusting(() -> {
            try (FaultServer server = secured(Certificates.GOOD);
                    Conversation talk = Conversation.with(server.target(), choice(), PATIENT)) {
                assertThat(talk.connect()).isEmpty();
                assertThat(talk.send(0)).isEqualTo(new Response(201, 2));
                assertThat(talk.send(1)).isEqualTo(new Response(201, 2));
                assertThat(server.connections()).isEqualTo(1);
                assertThat(talk.handshakes()).hasSize(1);
                assertThat(talk.connects().get(0))
                        .isGreaterThan(talk.handshakes().get(0));
            }
        });
    }

    @Tag("fault")
    @DisplayName("The server's certificate has expired, is for another host, or is signed by itself -> failed attempts"
            + " `tls` that say which in one line; nothing is sent. With --insecure it is answered, and the report"
            + " says so")
    @ParameterizedTest
    @CsvSource({
        "EXPIRED, its certificate has expired (NotAfter: ",
        "ELSEWHERE, its certificate is for another host (",
        "SELF_SIGNED, no trusted authority has signed its certificate",
    })
    void a_certificate_that_proves_nothing_is_refused_unless_that_is_wanted(Certificates certificate, String why) {
        Certificates.trusting(() -> {
            try (FaultServer server = secured(certificate)) {
                try (Conversation talk = Conversation.with(server.target(), choice(), PATIENT)) {
                    Failure failure = (Failure) talk.send(0);

                    assertThat(failure.kind()).isEqualTo(FailureKind.TLS);
                    assertThat(failure.detail())
                            .startsWith(server.url() + ": " + why)
                            .endsWith("; trusting any certificate sends to it all the same");
                    assertThat(server.received()).isZero();
                }
                try (Conversation talk = Conversation.with(server.target(), choice().withoutVerification(), PATIENT)) {
                    assertThat(talk.send(0)).isEqualTo(new Response(201, 2));
                }
            }
        });
    }

    static List<Arguments> brokenHandshakes() {
        return List.of(
                Arguments.of("closes in the handshake", List.of(READ_SOME, CLOSE), "the connection ended in the TLS"),
                Arguments.of("resets in the handshake", List.of(READ_SOME, RESET), "the connection ended in the TLS"),
                Arguments.of("does not speak TLS", List.of(READ_SOME, answer(400, ""), SILENCE), ""));
    }

    @Tag("fault")
    @DisplayName(
            "The server closes or resets the connection in the TLS handshake, or does not speak TLS -> failed attempts "
                    + "`tls`")
    @ParameterizedTest(name = "{0}")
    @MethodSource("brokenHandshakes")
    void a_handshake_that_breaks_is_a_tls_failure(String name, List<Act> script, String why) {
        try (FaultServer server = FaultServer.scripted(List.of(script));
                Conversation talk = Conversation.with(overTls(server), choice(), PATIENT)) {
            Failure failure = (Failure) talk.send(0);

            assertThat(failure.kind()).isEqualTo(FailureKind.TLS);
            assertThat(failure.detail()).startsWith(overTls(server) + ": " + why);
        }
    }

    static List<Arguments> slowHandshakes() {
        return List.of(
                Arguments.of("says nothing", List.of(READ_SOME, SILENCE)),
                // The head of a record of 16 KiB, and then one byte after the other.
                Arguments.of("drips", List.of(READ_SOME, write("\26\3\3\77\0"), drip("\2", Duration.ofMillis(20)))));
    }

    @Tag("fault")
    @DisplayName(
            "The TLS handshake takes too long, though bytes keep coming -> `connect` after the connect time-out, of"
                    + " which it is a part")
    @ParameterizedTest(name = "{0}")
    @MethodSource("slowHandshakes")
    void a_handshake_has_the_connect_time_out(String name, List<Act> script) {
        try (FaultServer server = FaultServer.scripted(List.of(script));
                Conversation talk =
                        Conversation.with(overTls(server), choice(), new Timeouts(Faults.SHORT, LONG, LONG))) {
            assertThat(Member.doing(() -> talk.send(0)).result())
                    .isEqualTo(new Failure(FailureKind.CONNECT, "no connection within the connect time-out"));
        }
    }

    static List<Arguments> brokenAnswers() {
        Act part = write("HTTP/1.1 200 \r\nContent-Length: 10\r\n\r\nabc");
        return List.of(
                Arguments.of("closes in the body", List.of(READ, part, CLOSE), FailureKind.CLOSED),
                Arguments.of("closes without saying goodbye", List.of(READ, part, CUT), FailureKind.CLOSED),
                Arguments.of("resets in the body", List.of(READ, part, RESET), FailureKind.CLOSED),
                Arguments.of("sends garbage", List.of(READ, write("garbage\r\n"), SILENCE), FailureKind.PROTOCOL),
                Arguments.of("says nothing", List.of(READ, SILENCE), FailureKind.TIMEOUT));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("brokenAnswers")
    void answers_over_tls_fail_as_others_do(String name, List<Act> script, FailureKind kind) {
        Duration response = kind == FailureKind.TIMEOUT ? Faults.SHORT : LONG;
        try (FaultServer server = FaultServer.secured(Certificates.GOOD.context(), List.of(script));
                Conversation talk = Conversation.with(
                        server.target(), choice().withoutVerification(), new Timeouts(LONG, response, LONG))) {
            assertThat(essence(talk.send(0))).isEqualTo(kind);
        }
        try (FaultServer server = secured(Certificates.GOOD);
                Conversation talk = Conversation.with(server.target(), choice().withoutVerification(), PATIENT)) {
            assertThat(talk.send(1)).isEqualTo(new Response(201, 2));
        }
    }

    @Test
    void an_answer_that_nobody_asked_for_is_never_taken_for_the_next_requests_answer() {
        List<Act> idle = List.of(
                READ,
                answer(200, "ab"),
                late(Faults.SHORT),
                write("HTTP/1.1 408 \r\nConnection: close\r\nContent-Length: 0\r\n\r\n"),
                READ,
                answer(500, ""));
        try (FaultServer server = FaultServer.secured(Certificates.GOOD.context(), List.of(idle));
                Conversation talk = Conversation.with(server.target(), choice().withoutVerification(), PATIENT)) {
            assertThat(talk.send(0)).isEqualTo(new Response(200, 2));
            server.awaitActs(5);

            // An event loop has noticed already, and connects anew.
            assertThat(essence(talk.send(1))).isEqualTo(variant == TransportVariant.NIO ? 201 : FailureKind.PROTOCOL);
            assertThat(talk.send(2)).isEqualTo(new Response(201, 2));
        }
    }

    @Test
    void session_tickets_are_no_answer() {
        try (FaultServer server = secured(Certificates.GOOD);
                Conversation talk = Conversation.with(server.target(), choice().withoutVerification(), PATIENT)) {
            for (int i = 0; i < 3; i++) {
                assertThat(talk.send(i)).isEqualTo(new Response(201, 2));
                // Longer than a connection may be idle without being looked at, and than a handshake is fresh.
                LockSupport.parkNanos(3_000_000);
            }
            assertThat(server.connections()).isEqualTo(1);
        }
    }

    @Test
    void a_body_without_a_length_ends_with_close_notify_and_is_cut_off_without_it() {
        Act begun = write("HTTP/1.1 200 \r\n\r\nabc");
        try (FaultServer server = FaultServer.secured(
                        Certificates.GOOD.context(), List.of(List.of(READ, begun, CLOSE), List.of(READ, begun, CUT)));
                Conversation talk = Conversation.with(server.target(), unverified(), PATIENT)) {
            assertThat(talk.send(0)).isEqualTo(new Response(200, 3));

            Failure failure = (Failure) talk.send(1);

            assertThat(failure.kind()).isEqualTo(FailureKind.CLOSED);
            assertThat(failure.detail()).contains("close_notify");
        }
    }

    @Test
    void only_the_given_authorities_are_trusted(@TempDir Path dir) throws IOException {
        Path authority = Files.writeString(dir.resolve("ca.pem"), "A comment\n" + Certificates.authorityPem());
        Path itself = Files.writeString(
                dir.resolve("two.pem"), Certificates.EXPIRED.pem() + "\r\n" + Certificates.SELF_SIGNED.pem());
        assertThat(outcome(Certificates.GOOD, trusting(authority))).isEqualTo(new Response(201, 2));
        assertThat(outcome(Certificates.SELF_SIGNED, trusting(itself))).isEqualTo(new Response(201, 2));
        assertThat(essence(outcome(Certificates.GOOD, trusting(itself)))).isEqualTo(FailureKind.TLS);
        assertThat(essence(outcome(Certificates.ELSEWHERE, trusting(authority))))
                .isEqualTo(FailureKind.TLS);
    }

    private static TlsOptions trusting(Path authorities) {
        return new TlsOptions(
                false, Optional.of(authorities), Optional.empty(), List.of(), List.of(), TlsProvider.JDK, true);
    }

    private Outcome outcome(Certificates certificate, TlsOptions options) {
        try (FaultServer server = secured(certificate);
                Conversation talk = Conversation.with(server.target(), with(options), PATIENT)) {
            return talk.send(0);
        }
    }

    @Tag("fault")
    @DisplayName("The server asks for a client certificate, and there is none -> failed attempts `tls`, in TLS 1.3 also"
            + " `closed`, as the server refuses after the handshake")
    @ParameterizedTest
    @ValueSource(strings = {"1.2", "1.3"})
    void a_server_that_asks_for_a_certificate_gets_it(String version, @TempDir Path dir) throws Exception {
        Path pem = Files.writeString(
                dir.resolve("client.pem"),
                Certificates.pem("PRIVATE KEY", Certificates.GOOD.key().getEncoded()) + Certificates.GOOD.pem());
        Path pkcs12 = dir.resolve("client.p12");
        try (OutputStream out = Files.newOutputStream(pkcs12)) {
            Certificates.GOOD.keyStore("secret").store(out, "secret".toCharArray());
        }
        for (ClientCertificate own :
                Arrays.asList(new ClientCertificate(pem, ""), new ClientCertificate(pkcs12, "secret"), null)) {
            TlsOptions options = new TlsOptions(
                    true,
                    Optional.empty(),
                    Optional.ofNullable(own),
                    List.of(version),
                    List.of(),
                    TlsProvider.JDK,
                    true);
            try (FaultServer server = FaultServer.secured(
                            Certificates.GOOD.context(), socket -> socket.setNeedClientAuth(true), List.of());
                    Conversation talk = Conversation.with(server.target(), with(options), PATIENT)) {
                if (own != null) {
                    assertThat(talk.send(0)).isEqualTo(new Response(201, 2));
                } else {
                    // In TLS 1.3 the server refuses after the handshake, and may have closed when the request is sent.
                    assertThat(essence(talk.send(0))).isIn(FailureKind.TLS, FailureKind.CLOSED);
                    assertThat(server.received()).isZero();
                }
            }
        }
    }

    @Test
    void only_the_given_versions_and_ciphers_are_offered() {
        assumeThat(provider).as("it lets ciphers be chosen").isEqualTo(TlsProvider.JDK);
        List<String> spoken = new CopyOnWriteArrayList<>();
        try (FaultServer server = FaultServer.secured(
                Certificates.GOOD.context(),
                socket -> socket.addHandshakeCompletedListener(
                        done -> spoken.add(done.getSession().getProtocol() + " " + done.getCipherSuite())),
                List.of())) {
            for (String cipher :
                    List.of("TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384", "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256")) {
                assertThat(outcome(server, offering("1.2", cipher))).isEqualTo(new Response(201, 2));
            }
            assertThat(outcome(server, offering("1.3", "TLS_AES_128_GCM_SHA256")))
                    .isEqualTo(new Response(201, 2));
            await().atMost(TestTimeout.MAX_WAIT)
                    .untilAsserted(() -> assertThat(spoken)
                            .containsExactlyInAnyOrder(
                                    "TLSv1.2 TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384",
                                    "TLSv1.2 TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256",
                                    "TLSv1.3 TLS_AES_128_GCM_SHA256"));
        }
        try (FaultServer server = FaultServer.secured(
                Certificates.GOOD.context(),
                socket -> socket.setEnabledProtocols(new String[] {"TLSv1.2"}),
                List.of())) {
            assertThat(essence(outcome(server, offering("1.3", "TLS_AES_128_GCM_SHA256"))))
                    .isEqualTo(FailureKind.TLS);
        }
    }

    private static TlsOptions offering(String version, String cipher) {
        return new TlsOptions(
                true, Optional.empty(), Optional.empty(), List.of(version), List.of(cipher), TlsProvider.JDK, true);
    }

    private Outcome outcome(FaultServer server, TlsOptions options) {
        try (Conversation talk = Conversation.with(server.target(), with(options), PATIENT)) {
            return talk.send(0);
        }
    }

    @ParameterizedTest
    @CsvSource({"1.2, true, 1", "1.3, true, 1", "1.2, false, 3", "1.3, false, 3"})
    void further_connections_resume_the_session_unless_each_handshake_shall_be_full(
            String version, boolean resumption, int full) {
        // A session that is resumed was created in the handshake that it resumes.
        Collection<Long> created = new ConcurrentLinkedQueue<>();
        TlsOptions options = new TlsOptions(
                true, Optional.empty(), Optional.empty(), List.of(version), List.of(), TlsProvider.JDK, resumption);
        try (FaultServer server = FaultServer.secured(
                        Certificates.GOOD.context(),
                        socket -> socket.addHandshakeCompletedListener(
                                event -> created.add(event.getSession().getCreationTime())),
                        List.of());
                Conversation talk =
                        Conversation.with(server.target(), with(options).withKeepAlive(false), PATIENT)) {
            for (int i = 1; i <= 3; i++) {
                assertThat(talk.send(i)).isEqualTo(new Response(201, 2));
                long begun = System.currentTimeMillis();
                int handshakes = i;
                await().atMost(TestTimeout.MAX_WAIT)
                        .until(() -> created.size() == handshakes && System.currentTimeMillis() > begun);
            }
            assertThat(server.connections()).isEqualTo(3);
        }
        assertThat(created.stream().distinct()).hasSize(full);
    }

    static List<List<Fault>> families() {
        return List.of(Faults.CUT_OFF, Faults.MALFORMED, Faults.ENDLESS, Faults.UNUSUAL);
    }

    @ParameterizedTest
    @MethodSource("families")
    void each_attempt_ends_as_it_does_in_clear_text(List<Fault> family) {
        List<Fault> faults = Faults.oneAtATime(family);
        try (FaultServer server = FaultServer.securedInTurn(
                        Certificates.GOOD.context(),
                        faults.stream().map(Fault::script).toList());
                Conversation talk = Conversation.with(server.target(), unverified(), PATIENT)) {
            List<String> outcomes =
                    faults.stream().map(fault -> fault.with(talk.send(0))).toList();

            assertThat(outcomes)
                    .isEqualTo(faults.stream()
                            .map(fault -> fault.with(fault.expected()))
                            .toList());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.2", "1.3"})
    void records_of_any_size_and_new_keys_between_them_change_nothing(String version) {
        // BoringSSL does not renegotiate.
        assumeThat(provider == TlsProvider.CONSCRYPT && version.equals("1.2")).isFalse();
        String large = "x".repeat(1_000_000);
        List<Act> script = List.of(
                READ,
                writeSingly("HTTP/1.1 200 \r\nContent-Length: 2\r\n\r\nab"),
                READ,
                answer(200, large),
                HANDSHAKE_AGAIN,
                READ,
                write("HTTP/1.1 200 \r\nContent-Length: 3\r\n\r\na"),
                HANDSHAKE_AGAIN,
                write("bc"),
                READ,
                write("HTTP/1.1 200 \r\nTransfer-Encoding: chunked\r\n\r\nf4240\r\n" + large + "\r\n0\r\n\r\n"),
                SILENCE);
        TlsOptions options = new TlsOptions(
                true, Optional.empty(), Optional.empty(), List.of(version), List.of(), TlsProvider.JDK, true);
        try (FaultServer server = FaultServer.secured(Certificates.GOOD.context(), List.of(script));
                Conversation talk = Conversation.with(server.target(), with(options), PATIENT)) {
            assertThat(talk.send(0)).isEqualTo(new Response(200, 2));
            assertThat(talk.send(1)).isEqualTo(new Response(200, large.length()));
            assertThat(talk.send(2)).isEqualTo(new Response(200, 3));
            assertThat(talk.send(3)).isEqualTo(new Response(200, large.length()));
            assertThat(server.connections()).isEqualTo(1);
        }
    }

    /** Also such that need several records, and more than the socket takes at once. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 16_384, 16_385, 3_000_000})
    void requests_of_any_size_arrive_whole(int length) {
        String body = "y".repeat(length);
        SingleRequest post = SingleRequest.post("/x", "text/plain", body);
        try (FaultServer server = secured(Certificates.GOOD);
                Conversation talk = Conversation.of(post, server.target(), unverified())) {
            for (int i = 0; i < 3; i++) {
                assertThat(talk.send(i)).isEqualTo(new Response(201, 2));
            }
            assertThat(server.requests())
                    .hasSize(3)
                    .allSatisfy(request -> assertThat(request).endsWith("\r\n\r\n" + body));
        }
    }

    private TransportChoice unverified() {
        return choice().withoutVerification();
    }

    private static FaultServer secured(Certificates certificate) {
        return FaultServer.secured(certificate.context(), List.of());
    }

    /** A server of clear text, taken for one that speaks TLS. */
    private static Target overTls(FaultServer server) {
        return new Target("https", "127.0.0.1", server.target().port(), "");
    }
}
