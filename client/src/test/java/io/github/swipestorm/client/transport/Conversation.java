package io.github.swipestorm.client.transport;

import io.github.swipestorm.client.clock.NanoClock;
import io.github.swipestorm.client.http.ComposedRequest;
import io.github.swipestorm.client.http.Failure;
import io.github.swipestorm.client.http.Outcome;
import io.github.swipestorm.client.http.Target;
import io.github.swipestorm.client.testing.TestTimeout;
import io.github.swipestorm.client.workload.Requests;
import io.github.swipestorm.client.workload.Workload;
import io.github.swipestorm.client.workload.swipes.RandomSwipes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** One connection of a transport, over which requests are sent one after the other, the swipes unless another workload is given. */
final class Conversation implements AutoCloseable {

    private final Requests workload;
    private final List<Long> connects = Collections.synchronizedList(new ArrayList<>());
    private final Transport transport;
    private final Connection connection;

    private Conversation(Workload what, Target target, TransportChoice choice, Timeouts timeouts) {
        workload = what.requests(1);
        transport = choice.kind()
                .open(new TransportSettings(
                        target,
                        what.operations(),
                        1,
                        timeouts,
                        choice,
                        nanos -> connects.add(nanos),
                        NanoClock.SYSTEM));
        connection = transport instanceof BlockingTransport blocking
                ? blocking.open()
                : new OnLoop(((EventTransport) transport).loops().get(0));
    }

    static Conversation with(Target target, TransportChoice choice, Duration response, Duration total) {
        return with(target, choice, new Timeouts(TestTimeout.NEVER, response, total));
    }

    static Conversation with(Target target, TransportChoice choice, Timeouts timeouts) {
        return new Conversation(new RandomSwipes(), target, choice, timeouts);
    }

    /** One that sends the requests of another workload than the swipes. */
    static Conversation of(Workload workload, Target target, TransportChoice choice) {
        Duration patience = Duration.ofMinutes(1);
        return new Conversation(workload, target, choice, new Timeouts(patience, patience, patience));
    }

    Optional<Failure> connect() {
        return connection.connect();
    }

    Outcome send(long index) {
        return connection.send(workload.request(index));
    }

    /** How long each connection took to be made, in nanoseconds. */
    List<Long> connects() {
        return List.copyOf(connects);
    }

    void closeTransport() {
        transport.close();
    }

    @Override
    public void close() {
        connection.close();
        transport.close();
    }

    /** Sends on an event loop and waits, as a blocking connection does. */
    private record OnLoop(EventLoop loop) implements Connection {

        @Override
        public void disconnect() {
            loop.disconnect(0);
        }

        @Override
        public Optional<Failure> connect() {
            loop.connect(0);
            return Optional.empty();
        }

        @Override
        public Outcome send(ComposedRequest request) {
            List<Outcome> outcomes = new ArrayList<>();
            // The driver of a loop always waits for events, even when there is nothing to send.
            loop.await(System.nanoTime(), (slot, outcome) -> outcomes.add(outcome));
            loop.send(0, 7, request, System.nanoTime());
            while (outcomes.isEmpty()) {
                loop.await(EventLoop.FOR_EVER, (slot, outcome) -> outcomes.add(slot == 7 ? outcome : null));
            }
            return outcomes.get(0);
        }

        @Override
        public void close() {
            // The transport closes it.
        }
    }
}
