package io.github.swipestorm.client.transport;

import io.github.swipestorm.client.http.Outcome;
import io.github.swipestorm.client.http.Target;
import io.github.swipestorm.client.workload.Workload;
import io.github.swipestorm.client.workload.Workloads;
import java.time.Duration;
import java.util.function.Function;

/** One connection of a transport, over which the requests of the swipe workload are sent. */
final class Conversation implements AutoCloseable {

    private final Workload workload = Workloads.randomSwipes(1);
    private final BlockingTransport transport;
    private Connection connection;

    private Conversation(BlockingTransport transport) {
        this.transport = transport;
        this.connection = transport.open();
    }

    static Conversation with(
            Target target, Function<TransportSettings, BlockingTransport> opening, Duration response, Duration total) {
        Timeouts timeouts = new Timeouts(Duration.ofSeconds(5), response, total);
        return new Conversation(opening.apply(
                new TransportSettings(target, Workloads.randomSwipes(1).templates(), 1, timeouts)));
    }

    Outcome send(long index) {
        return connection.send(workload.request(index));
    }

    void reconnect() {
        connection.close();
        connection = transport.open();
    }

    void closeTransport() {
        transport.close();
    }

    @Override
    public void close() {
        connection.close();
        transport.close();
    }
}
