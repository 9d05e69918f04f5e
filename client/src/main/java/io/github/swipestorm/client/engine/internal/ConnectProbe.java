package io.github.swipestorm.client.engine.internal;

import io.github.swipestorm.client.clock.NanoClock;
import io.github.swipestorm.client.http.Target;
import io.github.swipestorm.client.thread.DaemonThreads;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * How long it takes to open a TCP connection. The kernel at the other end answers, however busy the server is, so the time is
 * that of the network. Nothing is sent over these connections.
 */
public final class ConnectProbe {

    private static final int CONNECTIONS = 10;
    private static final Duration PAUSE = Duration.ofMillis(100);
    /** A first packet that is lost is sent again after a second, and that says little of how long packets wait. */
    private static final Duration LONGEST = Duration.ofMillis(900);
    /** The median of fewer would be chance. */
    private static final int FEWEST = 5;

    private final Target target;
    private final NanoClock clock;

    public ConnectProbe(Target target, NanoClock clock) {
        this.target = target;
        this.clock = clock;
    }

    /**
     * Opens ten connections, one each 100 ms, and closes them.
     *
     * @return the median in milliseconds; empty when fewer than five could be opened within 900 ms each
     * @throws InterruptedException when the calling thread is interrupted
     */
    public OptionalDouble medianMs() throws InterruptedException {
        ExecutorService threads = Executors.newCachedThreadPool(DaemonThreads.factory("swipestorm-connect"));
        try {
            List<Future<OptionalDouble>> connecting = new ArrayList<>();
            for (int i = 0; i < CONNECTIONS; i++) {
                connecting.add(threads.submit(this::connect));
                Thread.sleep(PAUSE.toMillis());
            }
            double[] times = new double[CONNECTIONS];
            int known = 0;
            for (Future<OptionalDouble> one : connecting) {
                OptionalDouble time = one.get();
                if (time.isPresent()) {
                    times[known++] = time.getAsDouble();
                }
            }
            Arrays.sort(times, 0, known);
            return known < FEWEST ? OptionalDouble.empty() : OptionalDouble.of(times[known / 2]);
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        } finally {
            threads.shutdownNow();
        }
    }

    private OptionalDouble connect() {
        try (Socket socket = new Socket()) {
            // The name is looked up before the time begins.
            InetSocketAddress address = new InetSocketAddress(target.host(), target.port());
            long begun = clock.nanoTime();
            socket.connect(address, (int) LONGEST.toMillis());
            return OptionalDouble.of((clock.nanoTime() - begun) / 1e6);
        } catch (IOException e) {
            return OptionalDouble.empty();
        }
    }
}
