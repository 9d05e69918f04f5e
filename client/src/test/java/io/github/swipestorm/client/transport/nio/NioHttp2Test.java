package io.github.swipestorm.client.transport.nio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.swipestorm.client.engine.internal.ManualClock;
import io.github.swipestorm.client.http.Failure;
import io.github.swipestorm.client.http.FailureKind;
import io.github.swipestorm.client.http.Outcome;
import io.github.swipestorm.client.http.Response;
import io.github.swipestorm.client.http.Target;
import io.github.swipestorm.client.testing.Act;
import io.github.swipestorm.client.testing.Certificates;
import io.github.swipestorm.client.testing.FaultServer;
import io.github.swipestorm.client.testing.Http2Frames;
import io.github.swipestorm.client.testing.Http2Frames.Frame;
import io.github.swipestorm.client.testing.TestTimeout;
import io.github.swipestorm.client.transport.Looping;
import io.github.swipestorm.client.transport.Timeouts;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.apache.hc.core5.http2.H2Error;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** HTTP/2 over sockets: what an event loop does when a server refuses, ends, limits or never answers requests. */
class NioHttp2Test {

    /** What the server does with a request: what it sends back. */
    private interface Answering {
        void to(int connection, Frame request, Http2Frames out);
    }

    private final List<Socket> sockets = new ArrayList<>();
    private final AtomicInteger connections = new AtomicInteger();
    private ServerSocket listener;

    private Target serving(int[] settings, Answering answering) throws IOException {
        listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread accepting = new Thread(() -> {
            try {
                while (true) {
                    Socket socket = listener.accept();
                    synchronized (sockets) {
                        sockets.add(socket);
                    }
                    int number = connections.getAndIncrement();
                    Thread serving = new Thread(() -> serve(socket, number, settings, answering));
                    serving.setDaemon(true);
                    serving.start();
                }
            } catch (IOException e) {
                // The test is over.
            }
        });
        accepting.setDaemon(true);
        accepting.start();
        return new Target("http", "127.0.0.1", listener.getLocalPort(), "");
    }

    private static void serve(Socket socket, int number, int[] settings, Answering answering) {
        try (socket) {
            DataInputStream in = new DataInputStream(socket.getInputStream());
            in.readNBytes(Http2Frames.PREFACE.length);
            Http2Frames out = new Http2Frames().settings(settings);
            while (true) {
                socket.getOutputStream().write(out.take());
                Frame frame = Http2Frames.read(in);
                boolean request = frame.type() == Http2Frames.HEADERS || frame.type() == Http2Frames.DATA;
                if (request && frame.has(Http2Frames.END_STREAM)) {
                    answering.to(number, frame, out);
                }
            }
        } catch (IOException e) {
            // The client has gone, or the test is over.
        }
    }

    @AfterEach
    void close() throws IOException {
        if (listener != null) {
            listener.close();
        }
        synchronized (sockets) {
            for (Socket socket : sockets) {
                socket.close();
            }
        }
    }

    @Tag("fault")
    @DisplayName(
            "GOAWAY while requests are in flight -> those above its last stream are sent again over another connection within their attempts, and counted as sent again")
    @Test
    void what_comes_behind_a_farewell_is_sent_again_over_another_connection() throws IOException {
        Target target = serving(new int[0], (connection, request, out) -> {
            if (connection == 0 && request.stream() == 5) {
                out.goAway(1, 0).answer(1, 200, "old");
            } else if (connection > 0) {
                out.answer(request.stream(), 200, "another");
            }
        });
        try (Looping loop = Looping.http2(target, 3, 3)) {
            for (int slot = 0; slot < 3; slot++) {
                loop.post(0, slot, new byte[10]);
            }
            loop.awaitOutcomes(3);

            assertThat(loop.outcome(0)).isEqualTo(new Response(200, 3));
            assertThat(loop.outcome(1)).isEqualTo(new Response(200, 7));
            assertThat(loop.outcome(2)).isEqualTo(new Response(200, 7));
            assertThat(loop.resent()).isEqualTo(2);
            assertThat(loop.connects()).isEqualTo(2);
        }
    }

    @Tag("fault")
    @DisplayName(
            "The server permits fewer streams than --streams -> requests wait for one, and the report says how many it permits")
    @Test
    void requests_wait_where_the_server_permits_fewer_streams() throws IOException {
        AtomicInteger inFlight = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        List<Frame> held = new ArrayList<>();
        Target target = serving(new int[] {Http2Frames.MAX_CONCURRENT_STREAMS, 2}, (connection, request, out) -> {
            most.accumulateAndGet(inFlight.incrementAndGet(), Math::max);
            held.add(request);
            if (held.size() == 2) {
                held.forEach(frame -> out.answer(frame.stream(), 200, ""));
                held.clear();
                inFlight.set(0);
            }
        });
        try (Looping loop = Looping.http2(target, 8, 8)) {
            for (int slot = 0; slot < 8; slot++) {
                loop.get(0, slot);
            }
            loop.awaitOutcomes(8);

            assertThat(loop.all()).hasSize(8).allMatch(Outcome::ok);
            assertThat(most).hasValue(2);
            assertThat(loop.permitted()).isEqualTo(2);
            assertThat(loop.connects()).isEqualTo(1);
        }
    }

    @Tag("fault")
    @DisplayName("REFUSED_STREAM -> sent again up to 3 times, then `closed`")
    @Test
    void a_request_that_is_always_refused_fails_in_the_end() throws IOException {
        Target target = serving(
                new int[0],
                (connection, request, out) -> out.reset(request.stream(), H2Error.REFUSED_STREAM.getCode()));
        try (Looping loop = Looping.http2(target, 1, 1)) {
            loop.get(0, 0);
            loop.awaitOutcomes(1);

            assertThat(loop.outcome(0))
                    .isEqualTo(
                            new Failure(FailureKind.CLOSED, "the server refused the request: REFUSED_STREAM, 4 times"));
            assertThat(loop.resent()).isEqualTo(3);
        }
    }

    @Test
    void a_stream_that_is_not_answered_times_out_and_the_connection_goes_on() throws IOException {
        ManualClock clock = new ManualClock();
        Duration most = Duration.ofSeconds(10);
        Target target = serving(new int[0], (connection, request, out) -> {
            if (request.stream() > 1) {
                out.answer(request.stream(), 200, "");
            } else {
                clock.advance(most);
            }
        });
        Timeouts timeouts = new Timeouts(TestTimeout.NEVER, most, TestTimeout.NEVER);
        try (Looping loop = Looping.http2(target, 2, 2, timeouts, true, clock)) {
            loop.get(0, 0);
            loop.awaitOutcomes(1);
            loop.get(0, 1);
            loop.awaitOutcomes(2);

            assertThat(((Failure) loop.outcome(0)).kind()).isEqualTo(FailureKind.TIMEOUT);
            assertThat(loop.outcome(1)).isEqualTo(new Response(200, 0));
            assertThat(loop.connects()).isEqualTo(1);
        }
    }

    @Tag("fault")
    @DisplayName("A window that never opens -> `timeout` after the response time-out, or the total one")
    @Test
    void a_window_that_never_opens_ends_in_a_time_out() throws IOException {
        Target target = serving(
                new int[] {Http2Frames.INITIAL_WINDOW_SIZE, 0},
                (connection, request, out) -> out.answer(request.stream(), 200, ""));
        Timeouts timeouts = new Timeouts(TestTimeout.NEVER, Duration.ofMillis(300), TestTimeout.NEVER);
        try (Looping loop = Looping.http2(target, 1, 1, timeouts, true)) {
            loop.post(0, 0, new byte[5]);
            loop.awaitOutcomes(1);

            assertThat(((Failure) loop.outcome(0)).kind()).isEqualTo(FailureKind.TIMEOUT);
        }
    }

    @Test
    void without_keep_alive_each_request_has_a_connection() throws IOException {
        Target target = serving(new int[0], (connection, request, out) -> out.answer(request.stream(), 200, "ok"));
        Timeouts never = new Timeouts(TestTimeout.NEVER, TestTimeout.NEVER, TestTimeout.NEVER);
        try (Looping loop = Looping.http2(target, 1, 1, never, false)) {
            loop.get(0, 0);
            loop.awaitOutcomes(5, (slot, outcome) -> {
                if (loop.order().size() < 5) {
                    loop.get(0, 0);
                }
            });

            assertThat(loop.all()).hasSize(5).containsOnly(new Response(200, 2));
            assertThat(loop.connects()).isEqualTo(5);
        }
    }

    @Test
    void a_server_of_http1_is_a_violation_of_the_protocol() throws IOException {
        try (FaultServer server = FaultServer.firstDoing(
                        Act.READ_SOME, Act.write("HTTP/1.1 400 \r\nContent-Length: 0\r\n\r\n"), Act.SILENCE);
                Looping loop = Looping.http2(server.target(), 2, 2)) {
            loop.get(0, 0);
            loop.get(0, 1);
            loop.awaitOutcomes(2);

            Failure expected = new Failure(FailureKind.PROTOCOL, "the server sent an answer in HTTP/1, not HTTP/2");
            assertThat(loop.all()).containsExactly(expected, expected);
            assertThat(loop.connects()).isZero();
        }
    }

    static Stream<Arguments> ends() {
        String closed = "the server closed the connection ";
        String broken = closed + "before its answer was complete";
        return Stream.of(
                Arguments.of("without close_notify", true, Act.CUT, closed + "without the close_notify of TLS"),
                Arguments.of("with close_notify", true, Act.CLOSE, broken),
                Arguments.of("in clear text", false, Act.CUT, broken));
    }

    /** Each answer is cut off or it is not, whatever became of the others on the connection. */
    @Tag("fault")
    @DisplayName(
            "The connection ends, with or without close_notify, while an answer is whole, one is half there and one has not begun -> the first counts, the others are `closed`")
    @ParameterizedTest(name = "{0}")
    @MethodSource("ends")
    void a_connection_that_ends_cuts_off_the_answers_that_are_not_whole(
            String name, boolean secure, Act end, String why) {
        Act answers = Act.frames((out, last) ->
                out.answer(1, 200, "whole").headers(3, false, ":status", "200").data(3, false, "half"));
        Optional<FaultServer.Securing> tls =
                secure ? Optional.of(FaultServer.Securing.with(Certificates.GOOD.context())) : Optional.empty();
        try (FaultServer server =
                        FaultServer.scripted(tls, List.of(List.of(Act.READ, Act.READ, Act.READ, answers, end)));
                Looping loop = Looping.http2(server.target(), 3, 3)) {
            for (int slot = 0; slot < 3; slot++) {
                loop.get(0, slot);
            }
            loop.awaitOutcomes(3);

            Failure cut = new Failure(FailureKind.CLOSED, why);
            assertThat(loop.outcome(0)).isEqualTo(new Response(200, 5));
            assertThat(loop.outcome(1)).isEqualTo(cut);
            assertThat(loop.outcome(2)).isEqualTo(cut);
            loop.get(0, 0);
            loop.awaitOutcomes(4);
            assertThat(loop.outcome(0)).isEqualTo(new Response(201, 2));
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("ends")
    void a_connection_that_ends_between_requests_fails_none(String name, boolean secure, Act end, String why) {
        Optional<FaultServer.Securing> tls =
                secure ? Optional.of(FaultServer.Securing.with(Certificates.GOOD.context())) : Optional.empty();
        try (FaultServer server = FaultServer.scripted(tls, List.of(List.of(Act.READ, Act.answer(200, "ab"), end)));
                Looping loop = Looping.http2(server.target(), 1, 1)) {
            loop.get(0, 0);
            loop.awaitOutcomes(1);
            assertThat(loop.outcome(0)).isEqualTo(new Response(200, 2));
            await().atMost(TestTimeout.MAX_WAIT).until(() -> {
                // It closes its side when it learns of the end.
                drive(loop);
                return server.connectionsClosed() == 1;
            });
            drive(loop);
            loop.get(0, 0);
            loop.awaitOutcomes(2);

            assertThat(loop.all()).containsExactly(new Response(200, 2), new Response(201, 2));
        }
    }

    private static void drive(Looping loop) {
        loop.loop().await(System.nanoTime() + 5_000_000, (slot, outcome) -> {});
    }
}
