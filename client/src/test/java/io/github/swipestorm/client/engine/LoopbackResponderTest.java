package io.github.swipestorm.client.engine;

import static io.github.swipestorm.client.testing.TestTimeout.MAX_WAIT;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.github.swipestorm.client.http.Framing;
import io.github.swipestorm.client.http.Outcome;
import io.github.swipestorm.client.http.Response;
import io.github.swipestorm.client.transport.Looping;
import io.github.swipestorm.client.transport.TlsContexts;
import io.github.swipestorm.client.transport.TlsOptions;
import java.io.IOException;
import java.net.BindException;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class LoopbackResponderTest {

    private static final String REQUEST = "POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\n12345";
    private static final List<byte[]> ONE_AND_TWO = List.of("one ".getBytes(US_ASCII), "two ".getBytes(US_ASCII));

    @ParameterizedTest
    @CsvSource({
        "'GET / HTTP/1.1\r\n\r\n', 18, 0",
        "'POST / HTTP/1.1\r\nContent-Length: 3\r\n\r\nabc', 38, 3",
        "'POST / HTTP/1.1\r\ncontent-length:30\r\n\r\nabcGET', 38, 30",
        "'POST / HTTP/1.1\r\nContent-Length: 3\r\n\r', 0, 3",
        "'', 0, 0",
    })
    void a_body_begins_after_its_head_and_has_the_length_that_it_says(String text, int begin, long length) {
        byte[] bytes = text.getBytes(US_ASCII);
        long[] announced = {17};

        assertThat(LoopbackResponder.endOfHead(bytes, 0, bytes.length, announced))
                .isEqualTo(begin);
        assertThat(announced).containsExactly(length);
    }

    @Test
    void a_body_larger_than_any_buffer_is_read_and_head_gets_no_body() throws IOException {
        try (LoopbackResponder responder = new LoopbackResponder(
                        0, 1, Executors.defaultThreadFactory(), LoopbackResponder.SAME, 1_000, false);
                Socket socket = connected(responder)) {
            String body = "x".repeat(1_000_000);
            send(socket, "POST / HTTP/1.1\r\nContent-Length: " + body.length() + "\r\n\r\n" + body);
            send(socket, "HEAD / HTTP/1.1\r\n\r\n" + REQUEST);
            socket.shutdownOutput();

            assertThat(new String(socket.getInputStream().readAllBytes(), US_ASCII))
                    .matches("(?s)HTTP/1.1 201 .*\r\n\r\n\\{.*}HTTP/1.1 201 [^{]*HTTP/1.1 201 [^{]*\\{[^{]*}");
        }
    }

    static List<Framing> framings() {
        return List.of(
                Framing.endsWith("\r\n".getBytes(US_ASCII)),
                Framing.size(5),
                Framing.lengthPrefix(4, true, true),
                Framing.UNTIL_CLOSE,
                Framing.NO_ANSWER);
    }

    @ParameterizedTest
    @MethodSource("framings")
    void over_plain_tcp_what_arrives_is_answered_as_its_framing_asks(Framing framing) throws IOException {
        boolean size = framing.kind() == Framing.Kind.SIZE;
        byte[] body = size ? new byte[5] : "{\"message\":\"Write successful!\"}".getBytes(US_ASCII);
        String answer = framing.kind() == Framing.Kind.NO_ANSWER ? "" : new String(framing.frame(body), US_ASCII);
        try (LoopbackResponder responder = LoopbackResponder.forWarmUp(Optional.of(framing), false, false);
                Socket socket = connected(responder)) {
            assertThat(responder.target().tcp()).isTrue();
            send(socket, "PING");
            assertThat(read(socket, answer.length())).isEqualTo(answer);
            if (framing.kind() == Framing.Kind.UNTIL_CLOSE) {
                assertThat(socket.getInputStream().read()).isEqualTo(-1);
            } else {
                send(socket, "PING");
                assertThat(read(socket, answer.length())).isEqualTo(answer);
            }
        }
    }

    /** Such as the JVM's own TLS sends them: in records, with several requests in one or one in several. */
    @Test
    void over_tls_it_answers_the_same() throws Exception {
        TlsContexts tls = new TlsContexts(TlsOptions.DEFAULT.withoutVerification());
        try (LoopbackResponder responder =
                        new LoopbackResponder(0, 1, Executors.defaultThreadFactory(), ONE_AND_TWO, 1_000, true);
                Socket socket = tls.worker()
                        .secure(
                                connected(responder),
                                "127.0.0.1",
                                responder.target().port())) {
            assertThat(responder.target().secure()).isTrue();
            send(socket, REQUEST + REQUEST.substring(0, 20));
            assertThat(read(socket, 4)).isEqualTo("one ");
            send(socket, REQUEST.substring(20) + REQUEST);
            assertThat(read(socket, 8)).isEqualTo("two one ");
            send(socket, "POST / HTTP/1.1\r\nContent-Length: 1000000\r\n\r\n" + "x".repeat(1_000_000));
            assertThat(read(socket, 4)).isEqualTo("two ");
        }
    }

    @ParameterizedTest
    @CsvSource({"true, TLSv1.2 TLSv1.3 TLSv1.2", "false, TLSv1.3 TLSv1.3 TLSv1.3"})
    void for_a_warm_up_versions_of_tls_take_turns(boolean alternateTls12, String versions) throws Exception {
        TlsContexts tls = new TlsContexts(TlsOptions.DEFAULT.withoutVerification());
        List<String> spoken = new ArrayList<>();
        try (LoopbackResponder responder = LoopbackResponder.forWarmUp(Optional.empty(), true, alternateTls12)) {
            for (int i = 0; i < 3; i++) {
                try (SSLSocket socket = tls.worker()
                        .secure(
                                connected(responder),
                                "127.0.0.1",
                                responder.target().port())) {
                    spoken.add(socket.getSession().getProtocol());
                }
            }
        }

        assertThat(spoken).containsExactly(versions.split(" "));
    }

    private static LoopbackResponder answering(int loops, int mostAnswers) throws IOException {
        return new LoopbackResponder(0, loops, Executors.defaultThreadFactory(), ONE_AND_TWO, mostAnswers, false);
    }

    private static Socket connected(LoopbackResponder responder) throws IOException {
        Socket socket = new Socket("127.0.0.1", responder.target().port());
        socket.setSoTimeout(20_000);
        return socket;
    }

    private static void send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(US_ASCII));
    }

    private static String read(Socket socket, int length) throws IOException {
        return new String(socket.getInputStream().readNBytes(length), US_ASCII);
    }

    @Test
    void each_connection_gets_the_answers_in_turn_however_requests_are_cut() throws IOException {
        try (LoopbackResponder responder = answering(2, 1_000);
                Socket first = connected(responder);
                Socket second = connected(responder)) {
            send(first, REQUEST + REQUEST.substring(0, 20));
            assertThat(read(first, 4)).isEqualTo("one ");
            send(first, REQUEST.substring(20) + REQUEST);
            assertThat(read(first, 8)).isEqualTo("two one ");
            send(second, REQUEST);
            assertThat(read(second, 4)).isEqualTo("one ");
            first.shutdownOutput();
            assertThat(first.getInputStream().readAllBytes())
                    .as("no request is answered twice")
                    .isEmpty();
        }
    }

    @Test
    void a_connection_ends_after_its_last_answer() throws IOException {
        try (LoopbackResponder responder = answering(1, 2);
                Socket socket = connected(responder)) {
            send(socket, REQUEST + REQUEST + REQUEST);

            assertThat(new String(socket.getInputStream().readAllBytes(), US_ASCII))
                    .startsWith("one HTTP/1.1 201 Created\r\n")
                    .contains("\r\nConnection: close\r\n")
                    .doesNotContain("two");
        }
    }

    @Test
    void closing_it_ends_its_connections_and_frees_the_port() throws IOException {
        LoopbackResponder responder = answering(2, 1_000);
        int port = responder.target().port();
        try (Socket socket = connected(responder)) {
            assertThatThrownBy(() -> new LoopbackResponder(
                            port, 1, Executors.defaultThreadFactory(), LoopbackResponder.SAME, 1_000, false))
                    .isInstanceOf(BindException.class);
            send(socket, REQUEST);
            assertThat(read(socket, 4)).isEqualTo("one ");

            responder.close();

            assertThat(socket.getInputStream().read()).isEqualTo(-1);
        }
        // Each loop closes what it watches: the other one may still have to close the listening socket.
        await().atMost(MAX_WAIT)
                .untilAsserted(() -> assertThatThrownBy(() -> new Socket("127.0.0.1", port).close())
                        .isInstanceOf(IOException.class));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void a_client_that_begins_with_http2_gets_answers_on_streams(boolean tls) throws IOException {
        try (LoopbackResponder responder =
                        new LoopbackResponder(0, 1, Executors.defaultThreadFactory(), LoopbackResponder.SAME, 40, tls);
                Looping loop = Looping.http2(responder.target(), 4, 3)) {
            loop.head(0, 0);
            loop.get(0, 1);
            loop.post(0, 2, new byte[100_000]);
            // The connection ends after 40 answers.
            loop.awaitOutcomes(100, (slot, outcome) -> {
                if (loop.order().size() < 98) {
                    loop.post(0, slot, new byte[10]);
                }
            });

            assertThat(loop.outcome(2)).isEqualTo(new Response(201, LoopbackResponder.BODY_BYTES));
            assertThat(loop.all()).allMatch(Outcome::ok);
            assertThat(loop.connects()).isEqualTo(3);
        }
    }

    @Test
    void for_a_warm_up_heads_over_http2_are_literal_and_in_huffmans_code_in_turn() throws IOException {
        try (LoopbackResponder responder = LoopbackResponder.forWarmUp(Optional.empty(), false, false);
                Looping loop = Looping.http2(responder.target(), 1, 1)) {
            loop.get(0, 0);
            loop.awaitOutcomes(4, (slot, outcome) -> {
                if (loop.order().size() < 4) {
                    loop.get(0, slot);
                }
            });

            assertThat(loop.all()).hasSize(4).containsOnly(new Response(201, LoopbackResponder.BODY_BYTES));
        }
    }
}
