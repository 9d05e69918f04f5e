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

    private final NioTransport transport;
    private final EventLoop loop;
    private final AtomicInteger connects = new AtomicInteger();
    private final List<Integer> order = new ArrayList<>();
    private final Map<Integer, Outcome> outcomes = new HashMap<>();

    public Looping(Target target, int connections, int pipeline, Timeouts timeouts) {
        transport = new NioTransport(new TransportSettings(
                target,
                List.of(POST, HEAD, GET),
                connections,
                timeouts,
                new TransportChoice(
                        new Nio(),
                        true,
                        1,
                        pipeline,
                        false,
                        HttpFeatures.NONE,
                        TlsOptions.DEFAULT.withoutVerification()),
                nanos -> connects.incrementAndGet(),
                NanoClock.SYSTEM));
        loop = transport.loops().get(0);
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
        loop.send(connection, slot, new Request(POST, body), System.nanoTime());
    }

    public void get(int connection, int slot) {
        loop.send(connection, slot, new Request(GET, new byte[0]), System.nanoTime());
    }

    public void head(int connection, int slot) {
        loop.send(connection, slot, new Request(HEAD, new byte[0]), System.nanoTime());
    }

    /** Drives the loop until this many outcomes were reported in all. */
    public Looping awaitOutcomes(int number, Then then) {
        long deadline = System.nanoTime() + MAX_WAIT.toNanos();
        while (order.size() < number) {
            if (System.nanoTime() - deadline > 0) {
                throw new AssertionError("Only " + outcomes);
            }
            loop.await(System.nanoTime() + 50_000_000, (slot, outcome) -> {
                order.add(slot);
                outcomes.put(slot, outcome);
                then.ended(slot, outcome);
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
