package io.github.swipestorm.client.transport.nio;

import io.github.swipestorm.client.http.Operation;
import io.github.swipestorm.client.transport.http1.ResponseCapture;
import io.github.swipestorm.client.transport.http2.Http2Connection;
import io.github.swipestorm.client.transport.wire.WireParser;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Queue;
import java.util.function.Supplier;

/** One connection of a loop: its socket, the exchanges in flight on it, and bytes that could not be written yet. */
final class NioConnection {

    private static final byte[] NOTHING = {};

    /** In the entry of an exchange, beside its slot: the request is not the first of its attempt. */
    private static final long CONTINUES = 1L << 32;

    private final NioOrigin origin;
    /** Null for clear text. */
    private final NioTls tls;

    private final WireParser parser;
    /** Two longs per exchange: when it was sent, and its slot. */
    private final long[] exchanges;
    /** The exchanges' operations. */
    private final Operation[] operations;
    /** Made for the first operation that needs it. */
    private ResponseCapture capture;

    private boolean untouched;
    private boolean queued;
    private int first;
    private int underWay;
    private SocketChannel channel;
    private SelectionKey key;
    private boolean established;
    /** Null unless a tunnel is being opened. */
    private NioTunnel tunnel;
    /** Null unless they have arrived together with the tunnel. */
    private ByteBuffer early;

    private long connectBegun;
    private int address;
    private int addressesTried;
    private byte[] unsent = NOTHING;
    private int unsentLength;
    /** Null for a protocol whose answers have the order of the requests. */
    private final Supplier<Http2Connection> multiplexing;

    /** Null before the first socket was opened. */
    private Http2Connection http2;

    private boolean reached;
    private long establishedAt;
    /** Requests that wait for the connection, or for a stream on it. */
    private final Queue<Waiting> waiting = new ArrayDeque<>();

    /**
     * A request that has not been sent.
     *
     * @param continues whether it is not the first of its attempt
     */
    record Waiting(int slot, long nanos, boolean continues) {}

    /**
     * A connection that is not established.
     *
     * @param origin where it leads
     * @param depth the most exchanges in flight at once
     * @param parser of the answers
     * @param tls null for clear text
     */
    NioConnection(NioOrigin origin, int depth, WireParser parser, NioTls tls) {
        this.origin = origin;
        this.tls = tls;
        this.parser = parser;
        multiplexing = null;
        exchanges = new long[2 * depth];
        operations = new Operation[depth];
    }

    /**
     * A connection that is not established, on which exchanges have streams instead of an order.
     *
     * @param multiplexing makes the protocol's state for each socket
     * @param tls null for clear text
     */
    NioConnection(NioOrigin origin, Supplier<Http2Connection> multiplexing, NioTls tls) {
        this.origin = origin;
        this.tls = tls;
        this.multiplexing = multiplexing;
        parser = null;
        exchanges = new long[0];
        operations = new Operation[0];
    }

    /** A further connection of the same kind, which is not established. */
    NioConnection another() {
        return new NioConnection(origin, multiplexing, tls == null ? null : tls.another());
    }

    /** Whether exchanges have streams. */
    boolean multiplexed() {
        return multiplexing != null;
    }

    /** The streams of the current or the last socket; null before the first. */
    Http2Connection http2() {
        return http2;
    }

    /** Whether bytes can be exchanged with the server, although the connection may not be established. */
    boolean reached() {
        return reached;
    }

    /** The connection is established except for what the protocol itself has to exchange. */
    void reaches() {
        reached = true;
    }

    /** When the connection was established. */
    long establishedAt() {
        return establishedAt;
    }

    /** Requests that have not been sent, the first of them first. */
    Queue<Waiting> waiting() {
        return waiting;
    }

    /** The parser of the oldest exchange's response. */
    WireParser parser() {
        if (untouched) {
            untouched = false;
            Operation operation = operation();
            if (ResponseCapture.isNeeded(operation)) {
                capture = capture == null ? new ResponseCapture() : capture;
                capture.expect(operation);
                parser.expect(operation, capture);
            } else {
                parser.expect(operation, null);
            }
        }
        return parser;
    }

    /**
     * Whether no byte of the oldest exchange's response has been read, the response may have a body, and no check reads
     * it.
     */
    boolean awaitsWholeAnswer() {
        Operation operation = operation();
        return untouched && !isHead(operation) && operation.checks().isEmpty();
    }

    /** Whether the oldest exchange has no answer. */
    boolean isUnanswered() {
        return underWay > 0 && operation().expectsNoAnswer();
    }

    /** Whether the loop knows that exchanges on it end without an answer. */
    boolean isQueued() {
        return queued;
    }

    void queued(boolean now) {
        queued = now;
    }

    /** Whether any exchange in flight has no answer. */
    boolean hasUnanswered() {
        for (int i = 0; i < underWay; i++) {
            if (operations[place(i) / 2].expectsNoAnswer()) {
                return true;
            }
        }
        return false;
    }

    /** Whether a part of the oldest exchange's response has been read. */
    boolean isInResponse() {
        return underWay > 0 && !untouched;
    }

    /** Operation of the oldest exchange. */
    Operation operation() {
        return operations[first / 2];
    }

    /** What was captured of the oldest exchange's response, whose operation has checks that need it. */
    ResponseCapture capture() {
        return capture;
    }

    private static boolean isHead(Operation operation) {
        return operation.method().equals("HEAD");
    }

    /** Where it leads. */
    NioOrigin origin() {
        return origin;
    }

    /** The tunnel that is being opened; null when there is none. */
    NioTunnel tunnel() {
        return tunnel;
    }

    /** A tunnel begins to be opened, or, with null, is open. */
    void tunnel(NioTunnel begun) {
        tunnel = begun;
    }

    /** Keeps bytes that have arrived through a tunnel in clear text as it was opened. */
    void keepEarly(ByteBuffer bytes) {
        early = bytes.hasRemaining() ? bytes : null;
    }

    /** Takes these bytes; null when there are none. */
    ByteBuffer takeEarly() {
        ByteBuffer taken = early;
        early = null;
        return taken;
    }

    /** Null for clear text. */
    NioTls tls() {
        return tls;
    }

    SocketChannel channel() {
        return channel;
    }

    SelectionKey key() {
        return key;
    }

    boolean isOpen() {
        return channel != null;
    }

    boolean connecting() {
        return channel != null && !established;
    }

    boolean established() {
        return established;
    }

    long connectBegun() {
        return connectBegun;
    }

    int addressesTried() {
        return addressesTried;
    }

    /** Connecting begins, with the first of the host's addresses. */
    void connectBegins(long nanos) {
        connectBegun = nanos;
    }

    /** A socket was opened for one of the addresses. */
    void opened(SocketChannel opened, SelectionKey registered, int addressIndex) {
        channel = opened;
        key = registered;
        address = addressIndex;
        addressesTried++;
        if (multiplexing != null) {
            http2 = multiplexing.get();
        }
    }

    /** Index of the address that the socket was opened for. */
    int address() {
        return address;
    }

    /** No socket could be opened for the next address. */
    void addressFailed() {
        addressesTried++;
    }

    /** The connection is established: time-outs of the attempts that waited for it start now. */
    void connected(long nanos) {
        reached = true;
        established = true;
        establishedAt = nanos;
        addressesTried = 0;
        for (int i = 0; i < underWay; i++) {
            if ((exchanges[place(i) + 1] & CONTINUES) == 0) {
                exchanges[place(i)] = nanos;
            }
        }
    }

    /** Closes the socket but keeps the unsent bytes, so that another address can be tried. */
    void closeSocket() {
        if (tls != null) {
            tls.end(channel);
        }
        try {
            channel.close();
        } catch (IOException e) {
            // The socket is unusable either way.
        }
        channel = null;
        key = null;
        tunnel = null;
        early = null;
        reached = false;
        established = false;
    }

    /** Closes the socket and discards all exchanges in flight. */
    void close() {
        if (channel != null) {
            closeSocket();
        }
        first = 0;
        underWay = 0;
        unsentLength = 0;
        addressesTried = 0;
    }

    /** Whether nothing is in flight, and nothing waits to be. */
    boolean isIdle() {
        return underWay == 0 && waiting.isEmpty() && (http2 == null || http2.active() == 0);
    }

    /** How many exchanges are in flight. */
    int underWay() {
        return underWay;
    }

    /** An exchange begins, after those in flight. */
    void begin(int slot, Operation operation, long nanos) {
        if (2 * underWay == exchanges.length) {
            throw new IllegalStateException("More requests in flight than the connection's depth " + underWay);
        }
        int place = place(underWay);
        exchanges[place] = nanos;
        exchanges[place + 1] = slot;
        operations[place / 2] = operation;
        if (underWay++ == 0) {
            untouched = true;
        }
    }

    /**
     * An exchange begins that continues an attempt.
     *
     * @param nanos when the first request of the attempt was sent
     */
    void goOn(int slot, Operation operation, long nanos) {
        begin(slot, operation, nanos);
        exchanges[place(underWay - 1) + 1] |= CONTINUES;
    }

    private int place(int behindFirst) {
        int place = first + 2 * behindFirst;
        return place < exchanges.length ? place : place - exchanges.length;
    }

    /** Slot of the oldest exchange. */
    int oldestSlot() {
        return (int) exchanges[first + 1];
    }

    /** Whether the oldest exchange continues an attempt. */
    boolean oldestContinues() {
        return (exchanges[first + 1] & CONTINUES) != 0;
    }

    /** When the attempt of the oldest exchange was sent. */
    long oldestSent() {
        return exchanges[first];
    }

    /** The oldest exchange has ended. */
    void endOldest() {
        first = place(1);
        untouched = --underWay > 0;
    }

    /** Whether bytes are waiting until the socket accepts them. */
    boolean hasUnsent() {
        return unsentLength > 0 || (tls != null && tls.hasUnsent());
    }

    /** Keeps bytes until the socket accepts them. */
    void keep(ByteBuffer bytes) {
        int more = bytes.remaining();
        if (unsentLength + more > unsent.length) {
            unsent = Arrays.copyOf(unsent, Math.max(1_024, 2 * (unsentLength + more)));
        }
        bytes.get(unsent, unsentLength, more);
        unsentLength += more;
    }

    /** Moves kept bytes into an empty buffer, as many as fit. */
    void takeUnsent(ByteBuffer into) {
        int count = Math.min(unsentLength, into.remaining());
        into.put(unsent, 0, count);
        System.arraycopy(unsent, count, unsent, 0, unsentLength - count);
        unsentLength -= count;
    }

    /** Returns unwritten bytes to the front. */
    void putBack(ByteBuffer bytes) {
        int count = bytes.remaining();
        if (count == 0) {
            return;
        }
        if (unsentLength + count > unsent.length) {
            unsent = Arrays.copyOf(unsent, unsentLength + count);
        }
        System.arraycopy(unsent, 0, unsent, count, unsentLength);
        bytes.get(unsent, 0, count);
        unsentLength += count;
    }
}
