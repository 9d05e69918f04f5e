package io.github.swipestorm.client.transport.nio;

import io.github.swipestorm.client.clock.NanoClock;
import io.github.swipestorm.client.http.ComposedRequest;
import io.github.swipestorm.client.http.Failure;
import io.github.swipestorm.client.http.FailureKind;
import io.github.swipestorm.client.transport.CachedAddresses;
import io.github.swipestorm.client.transport.EventLoop;
import io.github.swipestorm.client.transport.FailureClassifier;
import io.github.swipestorm.client.transport.OutcomeListener;
import io.github.swipestorm.client.transport.Timeouts;
import io.github.swipestorm.client.transport.TlsContexts;
import io.github.swipestorm.client.transport.TransportSettings;
import io.github.swipestorm.client.transport.http1.RequestEncoder;
import io.github.swipestorm.client.transport.http1.ResponseHeadCache;
import io.github.swipestorm.client.transport.http1.ResponseParser;
import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.function.Consumer;

/**
 * Drives its connections with one selector. A response is read and reported, and the next request written, in the same
 * round; a connection waits for write readiness only after a partial write. Time-outs are checked every 10 ms, over all
 * connections.
 */
final class NioLoop implements EventLoop, AutoCloseable {

    private static final long SWEEP_NANOS = 10_000_000;

    private final Selector selector = Selector.open();
    private final Consumer<SelectionKey> onReady = this::ready;
    private final NanoClock clock;
    private final WakeupTimer pacer;
    private final NioOutcomes outcomes = new NioOutcomes();
    private final NioConnector connector;
    private final NioWriter writer;
    private final NioReader reader;
    private final Timeouts timeouts;
    private final boolean spin;
    private final NioConnection[] connections;

    private long nextSweep;
    private volatile boolean closing;
    private volatile boolean woken;

    /**
     * A loop.
     *
     * @param tls null for clear text
     */
    NioLoop(TransportSettings settings, int count, CachedAddresses resolver, TlsContexts tls) throws IOException {
        clock = settings.clock();
        pacer = new WakeupTimer(clock, selector::wakeup);
        nextSweep = clock.nanoTime();
        ResponseHeadCache memo = new ResponseHeadCache();
        connections = new NioConnection[count];
        NioTls.Buffers buffers = tls == null ? null : new NioTls.Buffers();
        for (int i = 0; i < count; i++) {
            NioTls secured = tls == null ? null : new NioTls(buffers, tls.worker(), settings.target());
            connections[i] = new NioConnection(settings.choice().pipeline(), new ResponseParser(memo), secured);
        }
        connector = new NioConnector(settings, resolver, selector);
        writer = new NioWriter(new RequestEncoder(settings), outcomes);
        reader = new NioReader(memo, settings.choice().keepAlive(), outcomes, clock);
        timeouts = settings.timeouts();
        spin = settings.choice().spin();
    }

    @Override
    public int connections() {
        return connections.length;
    }

    @Override
    public synchronized void connect(int connection) {
        NioConnection wanted = connections[connection];
        if (!wanted.isOpen() && !closing) {
            open(wanted);
        }
    }

    @Override
    public synchronized void disconnect(int connection) {
        NioConnection idle = connections[connection];
        connector.abandon(idle);
        idle.close();
    }

    @Override
    public int connecting() {
        return connector.connecting();
    }

    @Override
    public synchronized int send(int connection, int slot, ComposedRequest request, long nanos) {
        NioConnection on = connections[connection];
        on.begin(slot, request.operation(), nanos);
        outcomes.begun();
        if (!on.isOpen() && !open(on)) {
            return 0;
        }
        return writer.add(on, request);
    }

    /** Opens a socket; returns whether that was possible. */
    private boolean open(NioConnection connection) {
        // Requests that failed with the previous connection must not be sent over this one.
        writer.forget(connection);
        Failure failure =
                closing ? new Failure(FailureKind.CLOSED, "the transport was closed") : connector.open(connection);
        if (failure != null) {
            outcomes.fail(connection, failure);
        }
        return failure == null;
    }

    @Override
    public synchronized void await(long untilNanos, OutcomeListener listener) {
        writer.flush();
        outcomes.tell(listener);
        if (closing) {
            dispose();
        } else {
            select(outcomes.anyTold() ? clock.nanoTime() : untilNanos);
            sweep();
            writer.flush();
        }
        outcomes.tell(listener);
        outcomes.endOfRound();
    }

    private void select(long until) {
        boolean sweeping = outcomes.underWay() > 0 || connector.connecting() > 0;
        try {
            long now = clock.nanoTime();
            if (until != FOR_EVER && until - now <= 0) {
                selector.selectNow(onReady);
            } else if (spin) {
                long end = sweeping && nextSweep - until < 0 ? nextSweep : until;
                while (selector.selectNow(onReady) == 0 && !woken && clock.nanoTime() - end < 0) {
                    Thread.onSpinWait();
                }
            } else {
                if (until != FOR_EVER) {
                    pacer.wakeAt(until);
                }
                long left = sweeping ? Math.max(1, (nextSweep - now + 999_999) / 1_000_000) : 0;
                selector.select(onReady, left);
            }
            woken = false;
        } catch (IOException e) {
            throw new IllegalStateException("The selector failed: " + e.getMessage(), e);
        }
    }

    private void ready(SelectionKey key) {
        NioConnection connection = (NioConnection) key.attachment();
        if (!key.isValid()) {
            return;
        }
        if (connection.connecting()) {
            finishConnecting(connection);
            if (!connection.established()) {
                return;
            }
        } else if (key.isWritable()) {
            writer.writeKept(connection);
        }
        if (key.isValid() && key.isReadable()) {
            reader.read(connection);
        }
    }

    private void finishConnecting(NioConnection connection) {
        Failure failure = connector.finish(connection);
        if (failure != null) {
            outcomes.fail(connection, failure);
        } else if (!connection.connecting() && connection.hasUnsent()) {
            writer.writeKept(connection);
        }
    }

    private void sweep() {
        long now = clock.nanoTime();
        if (now - nextSweep < 0) {
            return;
        }
        nextSweep = now + SWEEP_NANOS;
        if (outcomes.underWay() == 0 && connector.connecting() == 0) {
            return;
        }
        for (NioConnection connection : connections) {
            if (connection.connecting()) {
                if (now - connection.connectBegun() >= timeouts.connect().toNanos()) {
                    connector.abandon(connection);
                    outcomes.fail(connection, FailureClassifier.tooLate());
                }
            } else if (connection.underWay() > 0 && isLate(connection, now)) {
                outcomes.fail(connection, new Failure(FailureKind.TIMEOUT, "no complete answer within the time-out"));
            }
        }
    }

    private boolean isLate(NioConnection connection, long now) {
        long age = now - connection.oldestSent();
        return age >= timeouts.total().toNanos()
                || (!connection.parser().headSeen()
                        && age >= timeouts.response().toNanos());
    }

    @Override
    public void wakeUp() {
        woken = true;
        selector.wakeup();
    }

    /** Ends all requests in flight and reports their failures to the driving thread. */
    @Override
    public void close() {
        closing = true;
        wakeUp();
        synchronized (this) {
            dispose();
        }
    }

    private void dispose() {
        for (NioConnection connection : connections) {
            connector.abandon(connection);
            outcomes.fail(connection, new Failure(FailureKind.CLOSED, "the transport was closed"));
        }
        pacer.close();
        try {
            selector.close();
        } catch (IOException e) {
            // Its connections are closed, which is what matters.
        }
    }
}
