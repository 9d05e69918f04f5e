package io.github.swipestorm.client.transport;

import static io.github.swipestorm.client.testing.TestTimeout.MAX_WAIT;

import io.github.swipestorm.client.clock.NanoClock;
import io.github.swipestorm.client.http.Operation;
import io.github.swipestorm.client.http.Outcome;
import io.github.swipestorm.client.http.Request;
import io.github.swipestorm.client.http.Target;
import io.github.swipestorm.client.testing.TestTimeout;
import io.github.swipestorm.client.transport.nio.NioTransport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** The one event loop of a transport nio, driven by a test. */
public final class Looping implements AutoCloseable {

    private static final Operation POST = new Operation(0, "POST", "/x", "text/plain");
    private static final Operation HEAD = new Operation(1, "HEAD", "/x", null);
    private static final Operation GET = new Operation(2, "GET", "/x", null);

    /** What is done when the request of a slot has ended. */
    public interface Then {
        void ended(int slot, Outcome outcome);
    }

    private final NanoClock clock;
    private final NioTransport transport;
    private final EventLoop loop;
    private final AtomicInteger connects = new AtomicInteger();
    private final AtomicInteger resent = new AtomicInteger();
    private final AtomicInteger permitted = new AtomicInteger();
    /** By slot. */
    private final Map<Integer, Request> requests = new HashMap<>();

    private final List<Outcome> all = new ArrayList<>();
    private final Map<Integer, Integer> connectionOf = new HashMap<>();
    private final List<Integer> order = new ArrayList<>();
    private final Map<Integer, Outcome> outcomes = new HashMap<>();

    public Looping(Target target, int connections, int pipeline, Timeouts timeouts) {
        this(target, connections, pipeline, timeouts, NanoClock.SYSTEM);
    }

    /** With a clock that the test moves, no time-out expires because the machine is busy. */
    public Looping(Target target, int connections, int pipeline, Timeouts timeouts, NanoClock clock) {
        this(
                target,
                connections,
                timeouts,
                clock,
                new TransportChoice(
                        new Nio(),
                        true,
                        1,
                        pipeline,
                        false,
                        HttpFeatures.NONE,
                        TlsOptions.DEFAULT.withoutVerification()));
    }

    private Looping(Target target, int workers, Timeouts timeouts, NanoClock clock, TransportChoice choice) {
        this.clock = clock;
        transport = new NioTransport(new TransportSettings(
                target,
                List.of(POST, HEAD, GET),
                workers,
                timeouts,
                choice,
                new ConnectionListener() {
                    @Override
                    public void connected(long nanos) {
                        connects.incrementAndGet();
                    }

                    @Override
                    public void resent() {
                        resent.incrementAndGet();
                    }

                    @Override
                    public void limited(int streams, int wanted) {
                        permitted.set(streams);
                    }
                },
                clock));
        loop = transport.loops().get(0);
    }

    /** Over HTTP/2: workers that share connections. */
    public static Looping http2(Target target, int workers, int streams) {
        Duration never = TestTimeout.NEVER;
        return http2(target, workers, streams, new Timeouts(never, never, never), true);
    }

    public static Looping http2(Target target, int workers, int streams, Timeouts timeouts, boolean keepAlive) {
        return http2(target, workers, streams, timeouts, keepAlive, NanoClock.SYSTEM);
    }

    public static Looping http2(
            Target target, int workers, int streams, Timeouts timeouts, boolean keepAlive, NanoClock clock) {
        HttpProtocol protocol = keepAlive ? HttpProtocol.http2().withStreams(streams) : HttpProtocol.http2();
        return new Looping(
                target,
                workers,
                timeouts,
                clock,
                new TransportChoice(
                        new Nio(),
                        keepAlive,
                        1,
                        1,
                        false,
                        HttpFeatures.NONE,
                        TlsOptions.DEFAULT.withoutVerification(),
                        protocol));
    }

    /** Over HTTP/2: workers that share a connection, with features of HTTP. */
    public static Looping http2(Target target, int workers, HttpFeatures features) {
        Duration never = TestTimeout.NEVER;
        return new Looping(
                target,
                workers,
                new Timeouts(never, never, never),
                NanoClock.SYSTEM,
                TransportChoice.of(new Nio())
                        .withEventLoops(1)
                        .with(features)
                        .with(HttpProtocol.http2().withStreams(workers))
                        .withoutVerification());
    }

    /** How many requests were sent again because the server had not processed them. */
    public int resent() {
        return resent.get();
    }

    /** How many streams the server permitted when that was less than wanted; otherwise 0. */
    public int permitted() {
        return permitted.get();
    }

    /** All outcomes, in their order. */
    public List<Outcome> all() {
        return all;
    }

    private void send(int connection, int slot, Request request) {
        requests.put(slot, request);
        connectionOf.put(slot, connection);
        loop.send(connection, slot, request, clock.nanoTime());
    }

    public static Looping on(Target target, int connections, int pipeline) {
        Duration never = TestTimeout.NEVER;
        return new Looping(target, connections, pipeline, new Timeouts(never, never, never));
    }

    public EventLoop loop() {
        return loop;
    }

    public int connects() {
        return connects.get();
    }

    public void post(int connection, int slot, byte[] body) {
        send(connection, slot, new Request(POST, body));
    }

    public void get(int connection, int slot) {
        send(connection, slot, new Request(GET, new byte[0]));
    }

    public void head(int connection, int slot) {
        send(connection, slot, new Request(HEAD, new byte[0]));
    }

    /** Drives the loop until this many outcomes were reported in all. */
    public Looping awaitOutcomes(int number, Then then) {
        long deadline = System.nanoTime() + MAX_WAIT.toNanos();
        while (order.size() < number) {
            if (System.nanoTime() - deadline > 0) {
                throw new AssertionError("Only " + outcomes);
            }
            loop.await(clock.nanoTime() + 50_000_000, new OutcomeListener() {
                @Override
                public void ended(int slot, Outcome outcome) {
                    order.add(slot);
                    all.add(outcome);
                    outcomes.put(slot, outcome);
                    then.ended(slot, outcome);
                }

                @Override
                public void sendAgain(int slot) {
                    loop.send(connectionOf.get(slot), slot, requests.get(slot), clock.nanoTime());
                }
            });
        }
        return this;
    }

    public Looping awaitOutcomes(int number) {
        return awaitOutcomes(number, (slot, outcome) -> {});
    }

    /** Slots in the order in which their outcomes were reported. */
    public List<Integer> order() {
        return order;
    }

    public Outcome outcome(int slot) {
        return outcomes.get(slot);
    }

    public void closeTransport() {
        transport.close();
    }

    @Override
    public void close() {
        transport.close();
    }
}
