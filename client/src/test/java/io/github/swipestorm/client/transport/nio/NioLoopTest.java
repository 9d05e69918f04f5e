package io.github.swipestorm.client.transport.nio;

import static io.github.swipestorm.client.testing.Act.READ;
import static io.github.swipestorm.client.testing.Act.SILENCE;
import static io.github.swipestorm.client.testing.Act.late;
import static io.github.swipestorm.client.testing.Act.write;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.swipestorm.client.engine.internal.ManualClock;
import io.github.swipestorm.client.http.Failure;
import io.github.swipestorm.client.http.FailureKind;
import io.github.swipestorm.client.http.Outcome;
import io.github.swipestorm.client.http.Response;
import io.github.swipestorm.client.http.Target;
import io.github.swipestorm.client.testing.Act;
import io.github.swipestorm.client.testing.Certificates;
import io.github.swipestorm.client.testing.FaultServer;
import io.github.swipestorm.client.testing.Member;
import io.github.swipestorm.client.testing.QuickServer;
import io.github.swipestorm.client.testing.TestTimeout;
import io.github.swipestorm.client.transport.EventLoop;
import io.github.swipestorm.client.transport.Looping;
import io.github.swipestorm.client.transport.Timeouts;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Errors that only an event loop can make: many connections on one thread, time-outs, and concurrent close and wake-up.
 */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@ParameterizedClass(name = "over TLS: {0}")
@ValueSource(booleans = {false, true})
class NioLoopTest {

    @Parameter
    boolean secured;

    /** The first connection follows the script, later ones answer everything with 201. */
    private FaultServer server(Act... script) {
        List<List<Act>> scripts = List.of(List.of(script));
        return secured ? FaultServer.secured(Certificates.GOOD.context(), scripts) : FaultServer.scripted(scripts);
    }

    private static final byte[] BODY = "hello".getBytes(ISO_8859_1);
    private static final Duration LONG = TestTimeout.NEVER;
    private static final Duration SHORT = Duration.ofMillis(200);

    private static String text(int status, String body) {
        return "HTTP/1.1 " + status + " \r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
    }

    private static Object kind(Outcome outcome) {
        return outcome instanceof Failure failure ? failure.kind() : outcome;
    }

    @Test
    void a_large_request_waits_for_a_server_that_does_not_read_and_holds_nobody_up() {
        byte[] large = new byte[5_000_000];
        new Random(1).nextBytes(large);
        try (FaultServer server = FaultServer.scripted(List.of(List.of(
                        late(SHORT.multipliedBy(2)),
                        READ,
                        READ,
                        READ,
                        write(text(200, "a") + text(201, "") + text(202, "c")),
                        SILENCE)));
                Looping loop = Looping.on(server.target(), 2, 3)) {
            loop.post(0, 0, large);
            loop.post(0, 1, BODY);
            server.awaitActs(1);
            loop.post(1, 2, BODY);
            loop.post(0, 3, large);

            loop.awaitOutcomes(4);

            assertThat(loop.order()).containsExactly(2, 0, 1, 3);
            assertThat(loop.outcome(3)).isEqualTo(new Response(202, 1));
            assertThat(server.requests().stream().map(request -> request.substring(request.indexOf("\r\n\r\n") + 4)))
                    .containsExactly("hello", new String(large, ISO_8859_1), "hello", new String(large, ISO_8859_1));
        }
    }

    @Test
    void a_connection_that_is_not_accepted_is_a_failure_after_the_connect_time_out() throws IOException {
        List<SocketChannel> waiting = new ArrayList<>();
        try (ServerSocket deaf = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            for (int i = 0; i < 8; i++) {
                SocketChannel channel = SocketChannel.open();
                channel.configureBlocking(false);
                channel.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), deaf.getLocalPort()));
                waiting.add(channel);
            }
            Target target = new Target("http", "127.0.0.1", deaf.getLocalPort(), "");
            try (Looping loop = new Looping(target, 1, 2, new Timeouts(SHORT, LONG, LONG))) {
                long begin = System.nanoTime();
                loop.post(0, 0, BODY);
                loop.post(0, 1, BODY);
                assertThat(loop.loop().connecting()).isEqualTo(1);

                loop.awaitOutcomes(2);

                assertThat(Duration.ofNanos(System.nanoTime() - begin)).isBetween(SHORT, LONG);
                assertThat(List.of(kind(loop.outcome(0)), kind(loop.outcome(1))))
                        .containsOnly(FailureKind.CONNECT);
                assertThat(loop.loop().connecting()).isZero();
            }
        } finally {
            for (SocketChannel channel : waiting) {
                channel.close();
            }
        }
    }

    @Test
    void the_response_time_out_counts_for_each_request_from_when_it_was_sent() {
        ManualClock clock = new ManualClock();
        Duration most = Duration.ofSeconds(10);
        Duration some = Duration.ofSeconds(6);
        // Time in which the loop looks for what is late.
        Act pause = late(Duration.ofMillis(50));
        Act answer = write(text(200, ""));
        try (FaultServer server = server(READ, pause, answer, READ, pause, answer, READ, pause, answer, READ, SILENCE);
                Looping loop = new Looping(server.target(), 1, 1, new Timeouts(LONG, most, LONG), clock)) {
            for (int slot = 0; slot < 3; slot++) {
                loop.post(0, slot, BODY);
                clock.advance(some);
                loop.awaitOutcomes(slot + 1);

                assertThat(loop.outcome(slot)).isEqualTo(new Response(200, 0));
            }
            loop.post(0, 3, BODY);
            clock.advance(most);
            loop.awaitOutcomes(4);

            assertThat(kind(loop.outcome(3))).isEqualTo(FailureKind.TIMEOUT);
        }
    }

    @Test
    void the_total_time_out_ends_an_answer_that_does_not_end() {
        try (FaultServer server = server(READ, write("HTTP/1.1 200 \r\nContent-Length: 9\r\n\r\na"), SILENCE);
                Looping loop = new Looping(server.target(), 1, 1, new Timeouts(LONG, LONG, SHORT))) {
            loop.post(0, 0, BODY);
            loop.awaitOutcomes(1);

            assertThat(kind(loop.outcome(0))).isEqualTo(FailureKind.TIMEOUT);
        }
    }

    @Test
    void closing_from_another_thread_at_any_moment_tells_every_request_once() {
        try (QuickServer server = new QuickServer()) {
            for (int round = 0; round < 40; round++) {
                Looping loop = Looping.on(server.target(), 4, 2);
                AtomicInteger sent = new AtomicInteger();
                AtomicBoolean enough = new AtomicBoolean();
                Member<Integer> driver = Member.doing(() -> {
                    int seen = 0;
                    for (int i = 0; i < 8; i++) {
                        sent.incrementAndGet();
                        loop.post(i % 4, i, BODY);
                    }
                    while (seen < sent.get()) {
                        AtomicInteger more = new AtomicInteger();
                        List<Integer> again = new ArrayList<>();
                        loop.loop().await(EventLoop.FOR_EVER, (slot, outcome) -> {
                            more.incrementAndGet();
                            if (!enough.get()) {
                                again.add(slot);
                            }
                        });
                        seen += more.get();
                        // Outside of await, where a close may come between.
                        again.forEach(slot -> {
                            sent.incrementAndGet();
                            loop.post(slot % 4, slot, BODY);
                        });
                    }
                    return seen;
                });
                while (sent.get() < 100 + 37 * round) {
                    Thread.onSpinWait();
                }

                loop.closeTransport();
                enough.set(true);

                assertThat(driver.result()).isEqualTo(sent.get());
            }
        }
    }

    @Test
    void closing_while_connections_are_being_made_leaves_none_of_them() throws IOException {
        try (ServerSocket deaf = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Looping loop = Looping.on(new Target("http", "127.0.0.1", deaf.getLocalPort(), ""), 8, 1)) {
            IntStream.range(0, 8).forEach(loop.loop()::connect);
            assertThat(loop.loop().connecting()).isPositive();

            loop.closeTransport();

            assertThat(loop.loop().connecting()).isZero();
            loop.loop().connect(0);
            assertThat(loop.loop().connecting()).isZero();
        }
    }

    @Test
    void a_wait_without_end_ends_when_it_is_woken() {
        try (FaultServer server = server(SILENCE);
                Looping loop = Looping.on(server.target(), 1, 1)) {
            Member<Void> waiting = Member.running(() -> loop.loop().await(EventLoop.FOR_EVER, (slot, outcome) -> {}));

            // Before or while it waits: it ends either way.
            loop.loop().wakeUp();

            waiting.result();
        }
    }

    @Test
    void a_wait_ends_at_its_instant_to_less_than_a_millisecond_mostly() {
        try (FaultServer server = server(SILENCE);
                Looping loop = Looping.on(server.target(), 1, 1)) {
            long best = Long.MAX_VALUE;
            for (int round = 0; round < 1_000 && best >= 700_000; round++) {
                long until = System.nanoTime() + 300_000;
                long now = System.nanoTime();
                // A wait may also end early: the waiting thread checks the clock.
                for (; now - until < 0; now = System.nanoTime()) {
                    loop.loop().await(until, (slot, outcome) -> {});
                }
                best = Math.min(best, now - until);
            }
            assertThat(best).isLessThan(700_000);
        }
    }
}
