package io.github.swipestorm.client.transport.nio;

import io.github.swipestorm.client.clock.NanoClock;
import io.github.swipestorm.client.http.ComposedRequest;
import io.github.swipestorm.client.http.Failure;
import io.github.swipestorm.client.http.FailureKind;
import io.github.swipestorm.client.http.Response;
import io.github.swipestorm.client.http.Target;
import io.github.swipestorm.client.transport.CachedAddresses;
import io.github.swipestorm.client.transport.ConnectionListener;
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
import io.github.swipestorm.client.transport.http2.Http2Connection;
import io.github.swipestorm.client.transport.http2.RequestHeads;
import io.github.swipestorm.client.transport.wire.BytesEncoder;
import io.github.swipestorm.client.transport.wire.FrameParser;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Drives its connections with one selector. A response is read and reported, and the next request written, in the same
 * round; a connection waits for write readiness only after a partial write. Time-outs are checked every 10 ms, over all
 * connections.
 */
final class NioLoop implements EventLoop, AutoCloseable {

    private static final long SWEEP_NANOS = 10_000_000;
    private static final int NONE = -1;

    private static final Failure TOO_LATE = new Failure(FailureKind.TIMEOUT, "no complete answer within the time-out");
    private static final Failure NO_STREAM =
            new Failure(FailureKind.TIMEOUT, "the server permitted no further stream within the time-out");

    private final Selector selector = Selector.open();
    private final Consumer<SelectionKey> onReady = this::ready;
    private final NanoClock clock;
    private final WakeupTimer pacer;
    private final NioOutcomes outcomes;
    private final NioConnector connector;
    private final NioWriter writer;
    private final NioReader reader;
    private final Timeouts timeouts;
    private final boolean spin;
    private final boolean keepAlive;
    private final NioConnection[] connections;
    /** Null when they are not followed. */
    private final NioRedirects redirects;

    private final Optional<Target> proxy;

    private final Supplier<TlsContexts> tls;
    /** Null while there is no secure connection. */
    private NioTls.Buffers buffers;

    private final ResponseHeadCache memo = new ResponseHeadCache();
    private final int depth;
    private final ConnectionListener onConnect;
    /** Makes the protocol's state where requests have streams; null where they have an order. */
    private final Supplier<Http2Connection> multiplexing;
    /** How many streams the plan wants on each connection. */
    private final int streams;
    /** Connections that take no more requests and still have some in flight. */
    private final List<NioConnection> draining = new ArrayList<>();
    /** The slot whose request is being sent after it waited. */
    private int resuming = NONE;
    /** Connections with exchanges that end without an answer; some may have lost theirs. */
    private final Queue<NioConnection> unanswered = new ArrayDeque<>();

    private long nextSweep;
    private volatile boolean closing;
    private volatile boolean woken;

    /**
     * A loop.
     *
     * @param heads of HTTP/2; null for HTTP/1.1
     * @param tls called when the first secure connection is made
     */
    NioLoop(
            TransportSettings settings,
            int count,
            RequestHeads heads,
            CachedAddresses resolver,
            Supplier<TlsContexts> tls)
            throws IOException {
        clock = settings.clock();
        pacer = new WakeupTimer(clock, selector::wakeup);
        nextSweep = clock.nanoTime();
        depth = settings.choice().pipeline();
        this.tls = tls;
        onConnect = settings.onConnect();
        outcomes = new NioOutcomes(clock, onConnect);
        streams = settings.choice().http().streams(settings.connections());
        int mostRequests = settings.choice().keepAlive() ? Http2Connection.MOST_REQUESTS : 1;
        HttpFeatures features = settings.choice().features();
        proxy = features.proxy();
        multiplexing = heads == null
                ? null
                : () -> new Http2Connection(heads, streams, mostRequests, features.followRedirects());
        NioOrigin origin = origin(settings.target());
        connections = new NioConnection[count];
        for (int i = 0; i < count; i++) {
            connections[i] = connection(origin);
        }
        connector = new NioConnector(settings, resolver, selector);
        if (settings.target().tcp()) {
            writer = new NioWriter(new BytesEncoder(), outcomes);
            redirects = null;
        } else {
            RequestEncoder encoder = new RequestEncoder(settings);
            writer = new NioWriter(encoder, outcomes);
            redirects = features.followRedirects()
                    ? new NioRedirects(
                            settings.target(), proxy.isPresent() && multiplexing == null, encoder, outcomes, new Hops())
                    : null;
        }
        reader = new NioReader(memo, settings.choice().keepAlive(), outcomes, redirects, clock);
        timeouts = settings.timeouts();
        spin = settings.choice().spin();
        keepAlive = settings.choice().keepAlive();
    }

    private NioOrigin origin(Target target) {
        return new NioOrigin(target, proxy, multiplexing != null);
    }

    private NioConnection connection(NioOrigin origin) {
        NioTls secured = null;
        if (origin.target().secure()) {
            buffers = buffers == null ? new NioTls.Buffers() : buffers;
            List<String> protocols = multiplexing == null ? List.of() : List.of(Http2Connection.ALPN);
            secured = new NioTls(buffers, tls.get().worker(), origin.target(), protocols);
        }
        if (multiplexing != null) {
            return new NioConnection(origin, multiplexing, secured);
        }
        return new NioConnection(
                origin, depth, origin.target().tcp() ? new FrameParser() : new ResponseParser(memo), secured);
    }

    /** The further requests of attempts that are redirected. */
    private final class Hops implements NioRedirects.Link {

        @Override
        public NioConnection home(int number) {
            return NioLoop.this.current(number);
        }

        @Override
        public NioConnection current(NioConnection connection) {
            return NioLoop.this.current(connection);
        }

        @Override
        public NioConnection open(Target origin) {
            return connection(origin(origin));
        }

        @Override
        public void goOn(NioConnection on, int slot, NioRedirects.Next next) {
            on.goOn(slot, next.operation(), next.sent());
            outcomes.begun();
            if (on.isOpen() || NioLoop.this.open(on)) {
                writer.add(on, next.encoded());
            }
        }

        @Override
        public void goOnOnStream(int slot) {
            sendNext(slot, false);
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
            redirects.disconnect(connection);
        }
    }

    private void close(NioConnection idle) {
        if (idle.multiplexed()
                && idle.isOpen()
                && (idle.http2().active() > 0 || !idle.waiting().isEmpty())) {
            // Others share it.
            return;
        }
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
        if (on.multiplexed()) {
            return sendOnStream(connection, slot, request, nanos);
        }
        on.begin(slot, request.operation(), nanos);
        outcomes.begun();
        if (redirects != null) {
            redirects.begin(connection, slot, request, nanos);
        }
        if (!on.isOpen() && !open(on)) {
            return 0;
        }
        if (request.operation().expectsNoAnswer() && !on.isQueued()) {
            on.queued(true);
            unanswered.add(on);
        }
        return writer.add(on, request);
    }

    private int sendOnStream(int connection, int slot, ComposedRequest request, long nanos) {
        boolean waited = resuming == slot;
        resuming = NONE;
        if (redirects != null) {
            if (outcomes.wasAskedFor(slot) && redirects.next(slot) != null) {
                return sendNext(slot, waited);
            }
            redirects.begin(connection, slot, request, nanos);
        }
        if (!waited) {
            outcomes.begun();
        }
        NioConnection on = current(connection);
        if (!hasStream(on, slot, waited, nanos, false)) {
            return 0;
        }
        long from = nanos - on.establishedAt() < 0 ? on.establishedAt() : nanos;
        int bytes = writer.add(on, slot, request, from);
        if (redirects != null) {
            redirects.sent(slot, from, bytes);
        }
        return bytes;
    }

    /**
     * Sends the next request of an attempt that was redirected.
     *
     * @return how many bytes the first one took
     */
    private int sendNext(int slot, boolean waited) {
        if (!waited) {
            outcomes.begun();
        }
        NioRedirects.Next next = redirects.next(slot);
        NioConnection on = redirects.connection(slot);
        if (hasStream(on, slot, waited, next.sent(), true)) {
            writer.add(on, slot, next);
        }
        return redirects.took(slot);
    }

    /**
     * Whether a request can be sent now; otherwise it waits for a stream.
     *
     * @param waited whether its turn has come
     * @param continues whether it is not the first of its attempt
     */
    private boolean hasStream(NioConnection on, int slot, boolean waited, long nanos, boolean continues) {
        if (on.established() && on.http2().canSend() && (waited || on.waiting().isEmpty())) {
            return true;
        }
        on.waiting().add(new NioConnection.Waiting(slot, nanos, continues));
        if (!on.isOpen()) {
            open(on);
        }
        return false;
    }

    private NioConnection current(int number) {
        connections[number] = current(connections[number]);
        return connections[number];
    }

    /** A connection, or the one that takes its place when it takes no more requests. */
    private NioConnection current(NioConnection connection) {
        if (!connection.multiplexed()
                || !connection.isOpen()
                || !connection.http2().isEnding()) {
            return connection;
        }
        if (connection.http2().active() == 0) {
            leave(connection);
            return connection;
        }
        draining.add(connection);
        return connection.another();
    }

    /** Closes a connection on which nothing is in flight. */
    private void leave(NioConnection connection) {
        connection.http2().leave();
        writer.addControl(connection);
        writer.flush();
        connection.close();
        draining.remove(connection);
    }

    /** Does what follows from what a connection with streams has read, or from streams that have ended. */
    private void goOn(NioConnection connection) {
        if (!connection.isOpen()) {
            draining.remove(connection);
            return;
        }
        if (!connection.reached()) {
            // A listener has opened it again.
            return;
        }
        Http2Connection http2 = connection.http2();
        if (connection.connecting() && http2.settled()) {
            connector.settled(connection);
            if (http2.limit() < streams) {
                onConnect.limited(http2.limit(), streams);
            }
        }
        writer.addControl(connection);
        if (http2.problem() != null) {
            writer.flush();
            connector.abandon(connection);
            outcomes.fail(connection, FailureClassifier.protocol(http2.problem()));
            draining.remove(connection);
        } else if (http2.isEnding()) {
            for (NioConnection.Waiting next = connection.waiting().poll();
                    next != null;
                    next = connection.waiting().poll()) {
                outcomes.sendAgain(next.slot());
            }
            if (http2.active() == 0) {
                leave(connection);
            }
        } else {
            while (!connection.waiting().isEmpty() && http2.canSend()) {
                resuming = connection.waiting().remove().slot();
                outcomes.resume(resuming);
            }
        }
    }

    /** Opens a socket; returns whether that was possible. */
    private boolean open(NioConnection connection) {
        // Requests that failed with the previous connection must not be sent over this one.
        writer.forget(connection);
        Failure failure =
                closing ? new Failure(FailureKind.CLOSED, "the transport was closed") : connector.open(connection);
        if (failure != null) {
            outcomes.fail(connection, failure);
        } else if (connection.multiplexed() && connection.reached()) {
            writer.addControl(connection);
        }
        return failure == null;
    }

    @Override
    public synchronized void await(long untilNanos, OutcomeListener listener) {
        writer.flush();
        outcomes.tell(listener);
        endUnanswered();
        if (closing) {
            dispose();
        } else {
            select(outcomes.anyTold() ? clock.nanoTime() : untilNanos);
            sweep();
            writer.flush();
            endUnanswered();
        }
        outcomes.tell(listener);
        outcomes.endOfRound();
    }

    /** Ends the exchanges without an answer whose requests the sockets have accepted. */
    private void endUnanswered() {
        for (int waiting = unanswered.size(); waiting > 0; waiting--) {
            NioConnection next = unanswered.peek();
            while (next.isUnanswered() && next.established() && !next.hasUnsent() && !writer.holds(next)) {
                outcomes.answered(next, Response.NO_STATUS, 0, keepAlive);
            }
            unanswered.remove();
            next.queued(next.hasUnanswered());
            if (next.isQueued()) {
                unanswered.add(next);
            }
        }
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
        if (connection.connecting() && !connection.reached()) {
            finishConnecting(connection);
            if (!connection.reached()) {
                return;
            }
        } else if (key.isWritable()) {
            writer.writeKept(connection);
        }
        if (key.isValid() && (key.isReadable() || connection.connecting())) {
            reader.read(connection);
        }
        if (connection.multiplexed()) {
            goOn(connection);
        }
    }

    private void finishConnecting(NioConnection connection) {
        Failure failure = connector.finish(connection);
        ByteBuffer early = connection.takeEarly();
        if (failure != null) {
            outcomes.fail(connection, failure);
        } else if (early != null) {
            reader.received(connection, early);
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
        for (int i = draining.size() - 1; i >= 0; i--) {
            expire(draining.get(i), now);
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
        } else if (connection.multiplexed()) {
            expire(connection, now);
        } else if (connection.underWay() > 0
                && (!connecting || connection.oldestContinues())
                && isLate(connection, now)) {
            connector.abandon(connection);
            outcomes.fail(connection, TOO_LATE);
        }
    }

    private void expire(NioConnection connection, long now) {
        long response = timeouts.response().toNanos();
        long total = timeouts.total().toNanos();
        long most = Math.min(response, total);
        if (redirects != null) {
            // They are older than others that wait, and than the connection.
            connection.waiting().removeIf(next -> {
                boolean late = next.continues() && now - next.nanos() >= most;
                if (late) {
                    outcomes.failed(next.slot(), TOO_LATE);
                }
                return late;
            });
        }
        if (!connection.established()) {
            return;
        }
        connection.http2().expire(now, response, total, TOO_LATE, outcomes);
        NioConnection.Waiting first = connection.waiting().peek();
        while (first != null && isLate(first, connection, now, most)) {
            connection.waiting().remove();
            outcomes.failed(first.slot(), NO_STREAM);
            first = connection.waiting().peek();
        }
        goOn(connection);
    }

    private static boolean isLate(NioConnection.Waiting request, NioConnection on, long now, long most) {
        return now - request.nanos() >= most && now - on.establishedAt() >= most;
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
        draining.forEach(this::dispose);
        draining.clear();
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
