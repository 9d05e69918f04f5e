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
    private final Times times = new Times();
    private final Transport transport;
    private final Connection connection;

    private Conversation(Workload what, Target target, TransportChoice choice, Timeouts timeouts) {
        workload = what.requests(1);
        transport = choice.kind()
                .open(new TransportSettings(target, what.operations(), 1, timeouts, choice, times, NanoClock.SYSTEM));
        connection = transport instanceof BlockingTransport blocking
                ? blocking.open()
                : new OnLoop(((EventTransport) transport).loops().get(0), new OnLoop.Noted());
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
        return of(workload, target, choice, new Timeouts(patience, patience, patience));
    }

    static Conversation of(Workload workload, Target target, TransportChoice choice, Timeouts timeouts) {
        return new Conversation(workload, target, choice, timeouts);
    }

    Optional<Failure> connect() {
        return connection.connect();
    }

    Outcome send(long index) {
        return connection.send(workload.request(index));
    }

    /** When the head of the last response had arrived, or {@link Connection#NOT_NOTED}. */
    long headArrived() {
        return connection.headArrived();
    }

    /** How many bytes the last request took. */
    int sentBytes() {
        return connection.sentBytes();
    }

    /** How long each connection took to be made, in nanoseconds. */
    List<Long> connects() {
        return List.copyOf(times.connects);
    }

    /** How long each lookup of a name took, in nanoseconds. */
    List<Long> lookups() {
        return List.copyOf(times.lookups);
    }

    /** How long each TLS handshake took, in nanoseconds. */
    List<Long> handshakes() {
        return List.copyOf(times.handshakes);
    }

    private static final class Times implements ConnectionListener {

        private final List<Long> connects = Collections.synchronizedList(new ArrayList<>());
        private final List<Long> lookups = Collections.synchronizedList(new ArrayList<>());
        private final List<Long> handshakes = Collections.synchronizedList(new ArrayList<>());

        @Override
        public void connected(long nanos) {
            connects.add(nanos);
        }

        @Override
        public void lookedUp(long nanos) {
            lookups.add(nanos);
        }

        @Override
        public void secured(long nanos) {
            handshakes.add(nanos);
        }
    }

    /** Closes the connection; the next request makes a new one. */
    void disconnect() {
        connection.disconnect();
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
    private record OnLoop(EventLoop loop, Noted noted) implements Connection {

        /** What was reported of the last request. */
        private static final class Noted implements OutcomeListener {

            private EventLoop loop;
            private ComposedRequest request;
            private Outcome outcome;
            private long headArrived;
            private int sentBytes;

            /** Over HTTP/2 the first request waits for the connection. */
            @Override
            public void sendAgain(int slot) {
                sentBytes = loop.send(0, slot, request, System.nanoTime());
            }

            @Override
            public void ended(int slot, Outcome reported) {
                outcome = slot == 7 ? reported : null;
            }

            @Override
            public void headArrived(int slot, long nanos) {
                headArrived = slot == 7 ? nanos : NOT_NOTED;
            }
        }

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
            // The driver of a loop always waits for events, even when there is nothing to send.
            loop.await(System.nanoTime(), noted);
            noted.outcome = null;
            noted.loop = loop;
            noted.request = request;
            noted.headArrived = NOT_NOTED;
            noted.sentBytes = loop.send(0, 7, request, System.nanoTime());
            while (noted.outcome == null) {
                loop.await(EventLoop.FOR_EVER, noted);
            }
            return noted.outcome;
        }

        @Override
        public long headArrived() {
            return noted.headArrived;
        }

        @Override
        public int sentBytes() {
            return noted.sentBytes;
        }

        @Override
        public void close() {
            // The transport closes it.
        }
    }
}
