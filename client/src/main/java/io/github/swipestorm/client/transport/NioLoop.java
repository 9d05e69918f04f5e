package io.github.swipestorm.client.transport;

import io.github.swipestorm.client.http.Failure;
import io.github.swipestorm.client.http.FailureKind;
import io.github.swipestorm.client.http.Template;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.function.Consumer;

/**
 * Drives its connections by one selector. An answer is read, told, and the next request written at once; a connection
 * waits for room to write only after a write that fell short. Time-outs are looked for every 10 ms, over all connections.
 */
final class NioLoop implements EventLoop, AutoCloseable {

    private static final int BUFFER_BYTES = 64 * 1024;
    private static final long SWEEP_NANOS = 10_000_000;

    private final Selector selector = Selector.open();
    private final Consumer<SelectionKey> onReady = this::ready;
    private final Pacer pacer = new Pacer(selector::wakeup);
    private final HeadMemo memo = new HeadMemo();
    private final NioConnector connector;
    private final NioOutcomes outcomes;
    private final RequestEncoder encoder;
    private final Timeouts timeouts;
    private final boolean keepAlive;
    private final boolean spin;
    private final NioConnection[] connections;
    private final ByteBuffer in = ByteBuffer.allocateDirect(BUFFER_BYTES);
    private final byte[] received = new byte[BUFFER_BYTES];
    private ByteBuffer out = ByteBuffer.allocateDirect(BUFFER_BYTES);
    /** Whose bytes {@link #out} holds; null when it holds none. */
    private NioConnection writing;

    private long nextSweep = System.nanoTime();
    private volatile boolean closing;
    private volatile boolean woken;

    NioLoop(TransportSettings settings, int count, ResolvedOnce resolver) throws IOException {
        connections = new NioConnection[count];
        for (int i = 0; i < count; i++) {
            connections[i] = new NioConnection(settings.choice().pipeline(), memo);
        }
        connector = new NioConnector(settings, resolver, selector);
        outcomes = new NioOutcomes();
        encoder = new RequestEncoder(settings);
        timeouts = settings.timeouts();
        keepAlive = settings.choice().keepAlive();
        spin = settings.choice().spin();
    }

    @Override
    public synchronized void connect(int connection) {
        NioConnection wanted = connections[connection];
        if (!wanted.isOpen() && !closing) {
            open(wanted);
        }
    }

    @Override
    public int connecting() {
        return connector.connecting();
    }

    @Override
    public synchronized void send(int connection, int lane, Template template, byte[] body, int length, long nanos) {
        NioConnection on = connections[connection];
        on.begin(lane, template.method().equals("HEAD"), nanos);
        outcomes.begun();
        if (!on.isOpen() && !open(on)) {
            return;
        }
        int needed = encoder.longest(template, length);
        if (writing != on || out.remaining() < needed) {
            flush();
        }
        if (out.remaining() < needed) {
            out = ByteBuffer.allocateDirect(needed);
        }
        encoder.encode(template, body, length, out);
        writing = on;
    }

    /** Opens a socket; says whether that was possible. */
    private boolean open(NioConnection connection) {
        if (writing == connection) {
            // Requests that failed with the connection before must not be sent over this one.
            writing = null;
            out.clear();
        }
        Failure failure =
                closing ? new Failure(FailureKind.CLOSED, "the transport was closed") : connector.open(connection);
        if (failure != null) {
            outcomes.fail(connection, failure);
        }
        return failure == null;
    }

    /** Hands what was encoded to the socket. */
    private void flush() {
        NioConnection to = writing;
        if (to == null) {
            return;
        }
        writing = null;
        out.flip();
        if (to.connecting() || to.hasUnsent()) {
            to.keep(out);
        } else if (to.isOpen()) {
            write(to);
        }
        out.clear();
    }

    private void write(NioConnection to) {
        try {
            to.channel().write(out);
            if (out.hasRemaining()) {
                to.putBack(out);
            }
            int wanted = to.hasUnsent() ? SelectionKey.OP_READ | SelectionKey.OP_WRITE : SelectionKey.OP_READ;
            if (to.key().interestOps() != wanted) {
                to.key().interestOps(wanted);
            }
        } catch (IOException e) {
            outcomes.fail(to, Failures.afterConnecting(e));
        }
    }

    private void writeUnsent(NioConnection to) {
        flush();
        to.takeUnsent(out);
        out.flip();
        write(to);
        out.clear();
    }

    @Override
    public synchronized void await(long untilNanos, OutcomeListener listener) {
        flush();
        outcomes.tell(listener);
        if (closing) {
            dispose();
        } else {
            select(outcomes.anyTold() ? System.nanoTime() : untilNanos);
            sweep();
            flush();
        }
        outcomes.tell(listener);
        outcomes.endOfRound();
    }

    private void select(long until) {
        boolean sweeping = outcomes.underWay() > 0 || connector.connecting() > 0;
        try {
            long now = System.nanoTime();
            if (until != FOR_EVER && until - now <= 0) {
                selector.selectNow(onReady);
            } else if (spin) {
                long end = sweeping && nextSweep - until < 0 ? nextSweep : until;
                while (selector.selectNow(onReady) == 0 && !woken && System.nanoTime() - end < 0) {
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
        } else if (key.isWritable()) {
            writeUnsent(connection);
        }
        if (key.isValid() && key.isReadable()) {
            read(connection);
        }
    }

    private void finishConnecting(NioConnection connection) {
        Failure failure = connector.finish(connection);
        if (failure != null) {
            outcomes.fail(connection, failure);
        } else if (!connection.connecting() && connection.hasUnsent()) {
            writeUnsent(connection);
        }
    }

    private void read(NioConnection connection) {
        int count;
        try {
            in.clear();
            count = connection.channel().read(in);
        } catch (IOException e) {
            outcomes.fail(connection, Failures.afterConnecting(e));
            return;
        }
        if (count < 0) {
            ended(connection);
        } else {
            in.flip();
            in.get(received, 0, count);
            consume(connection, count);
        }
    }

    private void ended(NioConnection connection) {
        if (connection.underWay() > 0 && connection.parser().endOfStream()) {
            answered(connection, false);
        } else {
            outcomes.fail(
                    connection,
                    new Failure(FailureKind.CLOSED, "the server closed the connection before its answer was complete"));
        }
    }

    private void consume(NioConnection connection, int count) {
        var channel = connection.channel();
        int at = 0;
        // What is sent while outcomes are told cannot be answered by bytes that are here already.
        int owed = connection.underWay();
        // The channel changes when the connection is closed and made anew while an outcome is told.
        while (at < count && connection.channel() == channel) {
            if (owed == 0) {
                // Bytes that nobody asked for must not become the next request's answer.
                connection.close();
                return;
            }
            int whole = connection.awaitsWholeAnswer() ? memo.wholeAnswer(received, at, count) : 0;
            if (whole > 0) {
                at += whole;
                AnswerHead head = memo.head();
                boolean keep = keepAlive && head.keepAlive() && (--owed > 0 || at == count);
                outcomes.answered(connection, head.status(), head.length(), keep);
                continue;
            }
            ResponseParser parser = connection.parser();
            at = parser.feed(received, at, count);
            if (parser.problem() != null) {
                outcomes.fail(connection, Failures.protocol(parser.problem()));
            } else if (parser.complete()) {
                answered(connection, --owed > 0 || at == count);
            }
        }
    }

    /** The oldest exchange has its answer; tells whether what came behind it, if anything, was asked for. */
    private void answered(NioConnection connection, boolean orderly) {
        ResponseParser parser = connection.parser();
        boolean keep = keepAlive && parser.keepAlive() && orderly;
        outcomes.answered(connection, parser.status(), parser.bodyBytes(), keep);
    }

    private void sweep() {
        long now = System.nanoTime();
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
                    outcomes.fail(connection, Failures.tooLate());
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

    /** Ends everything that is under way; whoever drives the loop is told so. */
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
            // Its connections are closed, and that is what matters.
        }
    }
}
