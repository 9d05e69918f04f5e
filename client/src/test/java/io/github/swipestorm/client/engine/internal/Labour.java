package io.github.swipestorm.client.engine.internal;

import io.github.swipestorm.client.clock.NanoClock;
import io.github.swipestorm.client.http.ComposedRequest;
import io.github.swipestorm.client.http.Failure;
import io.github.swipestorm.client.http.Outcome;
import io.github.swipestorm.client.transport.BlockingTransport;
import io.github.swipestorm.client.transport.Connection;
import java.util.Optional;

/** Makes workers use a millisecond or so of CPU time between an answer and the next request. */
final class Labour implements NanoClock {

    private static final int STEPS = 1_000_000;

    private final ThreadLocal<Boolean> answered = ThreadLocal.withInitial(() -> false);
    private volatile long result;

    /** A worker looks at the clock right after an answer, and again before it sends the next request. */
    @Override
    public long nanoTime() {
        if (answered.get()) {
            answered.set(false);
        } else if (Thread.currentThread().getName().equals("swipestorm-worker")) {
            long sum = result;
            for (int i = 0; i < STEPS; i++) {
                sum = sum * 31 + i;
            }
            result = sum;
        }
        return System.nanoTime();
    }

    BlockingTransport around(BlockingTransport transport) {
        return new BlockingTransport() {

            @Override
            public Connection open() {
                return around(transport.open());
            }

            @Override
            public void close() {
                transport.close();
            }
        };
    }

    private Connection around(Connection connection) {
        return new Connection() {

            @Override
            public Optional<Failure> connect() {
                return connection.connect();
            }

            @Override
            public void disconnect() {
                connection.disconnect();
            }

            @Override
            public Outcome send(ComposedRequest request) {
                Outcome outcome = connection.send(request);
                answered.set(true);
                return outcome;
            }

            @Override
            public void close() {
                connection.close();
            }
        };
    }
}
