package io.github.swipestorm.client.transport;

import io.github.swipestorm.client.http.Outcome;
import io.github.swipestorm.client.http.Target;
import io.github.swipestorm.client.http.Template;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** The one event loop of a transport nio, driven by a test. */
final class Looping implements AutoCloseable {

    private static final Template POST = new Template(0, "POST", "/x", "text/plain");
    private static final Template HEAD = new Template(1, "HEAD", "/x", null);
    private static final Template GET = new Template(2, "GET", "/x", null);

    /** What is done when the request of a lane has ended. */
    interface Then {
        void ended(int lane, Outcome outcome);
    }

    private final NioTransport transport;
    private final EventLoop loop;
    private final AtomicInteger connects = new AtomicInteger();
    private final List<Integer> order = new ArrayList<>();
    private final Map<Integer, Outcome> outcomes = new HashMap<>();

    Looping(Target target, int connections, int pipeline, Timeouts timeouts) {
        transport = new NioTransport(new TransportSettings(
                target,
                List.of(POST, HEAD, GET),
                connections,
                timeouts,
                new TransportChoice(Transports.NIO, true, 1, pipeline, false, Detours.NONE, false),
                nanos -> connects.incrementAndGet()));
        loop = transport.loops().get(0);
    }

    static Looping on(Target target, int connections, int pipeline) {
        Duration patience = Duration.ofSeconds(10);
        return new Looping(target, connections, pipeline, new Timeouts(patience, patience, patience));
    }

    EventLoop loop() {
        return loop;
    }

    int connects() {
        return connects.get();
    }

    void post(int connection, int lane, byte[] body) {
        loop.send(connection, lane, POST, body, body.length, System.nanoTime());
    }

    void get(int connection, int lane) {
        loop.send(connection, lane, GET, new byte[0], 0, System.nanoTime());
    }

    void head(int connection, int lane) {
        loop.send(connection, lane, HEAD, new byte[0], 0, System.nanoTime());
    }

    /** Drives the loop until so many outcomes were told in all, at most for 20 seconds. */
    Looping awaitOutcomes(int number, Then then) {
        long deadline = System.nanoTime() + Duration.ofSeconds(20).toNanos();
        while (order.size() < number) {
            if (System.nanoTime() - deadline > 0) {
                throw new AssertionError("Only " + outcomes);
            }
            loop.await(System.nanoTime() + 50_000_000, (lane, outcome) -> {
                order.add(lane);
                outcomes.put(lane, outcome);
                then.ended(lane, outcome);
            });
        }
        return this;
    }

    Looping awaitOutcomes(int number) {
        return awaitOutcomes(number, (lane, outcome) -> {});
    }

    /** Lanes in the order in which their outcomes were told. */
    List<Integer> order() {
        return order;
    }

    Outcome outcome(int lane) {
        return outcomes.get(lane);
    }

    void closeTransport() {
        transport.close();
    }

    @Override
    public void close() {
        transport.close();
    }
}
