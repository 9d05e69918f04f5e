package io.github.swipestorm.client.transport.nio;

import io.github.swipestorm.client.clock.NanoClock;
import io.github.swipestorm.client.http.ComposedRequest;
import io.github.swipestorm.client.http.Failure;
import io.github.swipestorm.client.http.FailureKind;
import io.github.swipestorm.client.http.Operation;
import io.github.swipestorm.client.transport.CachedAddresses;
import io.github.swipestorm.client.transport.EventLoop;
import io.github.swipestorm.client.transport.FailureClassifier;
import io.github.swipestorm.client.transport.HttpFeatures;
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
import java.util.function.Supplier;

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
    /** Null when they are not followed. */
    private final NioRedirects redirects;

    private final Supplier<TlsContexts> tls;
    /** Null while there is no secure connection. */
    private NioTls.Buffers buffers;

    private final ResponseHeadCache memo = new ResponseHeadCache();
    private final int depth;

    private long nextSweep;
    private volatile boolean closing;
    private volatile boolean woken;

    /**
     * A loop.
     *
     * @param tls called when the first secure connection is made
     */
    NioLoop(TransportSettings settings, int count, CachedAddresses resolver, Supplier<TlsContexts> tls)
            throws IOException {
        clock = settings.clock();
        pacer = new WakeupTimer(clock, selector::wakeup);
        nextSweep = clock.nanoTime();
        depth = settings.choice().pipeline();
        this.tls = tls;
        HttpFeatures features = settings.choice().features();
        NioOrigin origin = new NioOrigin(settings.target(), features.proxy());
        connections = new NioConnection[count];
        for (int i = 0; i < count; i++) {
            connections[i] = connection(origin);
        }
        connector = new NioConnector(settings, resolver, selector);
        RequestEncoder encoder = new RequestEncoder(settings);
        writer = new NioWriter(encoder, outcomes);
        redirects = features.followRedirects()
                ? new NioRedirects(settings.target(), features, encoder, outcomes, new Hops())
                : null;
        reader = new NioReader(memo, settings.choice().keepAlive(), outcomes, redirects, clock);
        timeouts = settings.timeouts();
        spin = settings.choice().spin();
    }

    private NioConnection connection(NioOrigin origin) {
        NioTls secured = null;
        if (origin.target().secure()) {
            buffers = buffers == null ? new NioTls.Buffers() : buffers;
            secured = new NioTls(buffers, tls.get().worker(), origin.target());
        }
        return new NioConnection(origin, depth, new ResponseParser(memo), secured);
    }

    /** The further requests of attempts that are redirected. */
    private final class Hops implements NioRedirects.Link {

        @Override
        public NioConnection open(NioOrigin origin) {
            return connection(origin);
        }

        @Override
        public void goOn(NioConnection on, int slot, Operation operation, byte[] request, long sent) {
            on.goOn(slot, operation, sent);
            outcomes.begun();
            if (on.isOpen() || NioLoop.this.open(on)) {
                writer.add(on, request);
            }
        }

        @Override
        public void close(NioConnection connection) {
            NioLoop.this.close(connection);
        }
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
        close(connections[connection]);
        if (redirects != null) {
            redirects.disconnect(connections[connection]);
        }
    }

    private void close(NioConnection idle) {
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
        if (redirects != null) {
            redirects.begin(on, slot, request, nanos);
        }
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
            sweep(connection, now);
        }
        if (redirects != null) {
            redirects.forEach(connection -> sweep(connection, now));
        }
    }

    private void sweep(NioConnection connection, long now) {
        boolean connecting = connection.connecting();
        if (connecting && now - connection.connectBegun() >= timeouts.connect().toNanos()) {
            connector.abandon(connection);
            outcomes.fail(connection, FailureClassifier.tooLate());
        } else if (connection.underWay() > 0
                && (!connecting || connection.oldestContinues())
                && isLate(connection, now)) {
            connector.abandon(connection);
            outcomes.fail(connection, new Failure(FailureKind.TIMEOUT, "no complete answer within the time-out"));
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

    private void dispose(NioConnection connection) {
        connector.abandon(connection);
        outcomes.fail(connection, new Failure(FailureKind.CLOSED, "the transport was closed"));
    }

    private void dispose() {
        for (NioConnection connection : connections) {
            dispose(connection);
        }
        if (redirects != null) {
            redirects.forEach(this::dispose);
        }
        pacer.close();
        try {
            selector.close();
        } catch (IOException e) {
            // Its connections are closed, which is what matters.
        }
    }
}
