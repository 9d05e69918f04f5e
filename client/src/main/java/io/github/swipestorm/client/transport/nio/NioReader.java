package io.github.swipestorm.client.transport.nio;

import io.github.swipestorm.client.clock.NanoClock;
import io.github.swipestorm.client.http.Failure;
import io.github.swipestorm.client.http.FailureKind;
import io.github.swipestorm.client.transport.FailureClassifier;
import io.github.swipestorm.client.transport.http1.ResponseHead;
import io.github.swipestorm.client.transport.http1.ResponseHeadCache;
import io.github.swipestorm.client.transport.http2.StreamListener;
import io.github.swipestorm.client.transport.wire.WireParser;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;

/** Reads bytes that arrive at a loop's connections, and reports the responses in them. */
final class NioReader {

    /** The most bytes that are read at once. */
    static final int BUFFER_BYTES = 64 * 1024;

    private final ResponseHeadCache memo;
    private final boolean keepAlive;
    private final NioOutcomes outcomes;
    /** Null when they are not followed. */
    private final NioRedirects redirects;

    private final StreamListener streams;

    private final NanoClock clock;
    private final ByteBuffer in = ByteBuffer.allocateDirect(BUFFER_BYTES);
    /** The JVM asks for room for a record of which only the head has arrived. */
    private final byte[] received = new byte[BUFFER_BYTES + NioTls.RECORD_BYTES];

    private final ByteBuffer plain = ByteBuffer.wrap(received);

    /**
     * A reader.
     *
     * @param memo the cache that the connections' parsers share
     * @param redirects null when they are not followed
     */
    NioReader(
            ResponseHeadCache memo, boolean keepAlive, NioOutcomes outcomes, NioRedirects redirects, NanoClock clock) {
        this.redirects = redirects;
        this.memo = memo;
        this.keepAlive = keepAlive;
        this.outcomes = outcomes;
        streams = redirects == null ? outcomes : redirects;
        this.clock = clock;
    }

    /** Reads the bytes that have arrived at a connection, or detects the end of the stream. */
    void read(NioConnection connection) {
        if (connection.tls() != null) {
            readSecured(connection, connection.tls());
            return;
        }
        int count;
        try {
            in.clear();
            count = connection.channel().read(in);
        } catch (IOException e) {
            outcomes.fail(connection, FailureClassifier.afterConnecting(e));
            return;
        }
        if (count < 0) {
            ended(connection);
        } else {
            int skipped = skip(connection, count);
            in.flip().position(skipped);
            in.get(received, skipped, count - skipped);
            consume(connection, skipped, count);
        }
    }

    /** Reads bytes of a connection that have arrived before it was reached. */
    void received(NioConnection connection, ByteBuffer early) {
        int count = early.remaining();
        early.get(received, 0, count);
        consume(connection, 0, count);
    }

    private void readSecured(NioConnection connection, NioTls tls) {
        var channel = connection.channel();
        try {
            tls.read(channel, plain.clear());
        } catch (IOException e) {
            outcomes.fail(connection, FailureClassifier.afterConnecting(e));
            return;
        }
        consume(connection, 0, plain.position());
        if (connection.channel() != channel) {
            // An outcome ended the connection.
            return;
        }
        if (tls.problem() != null) {
            outcomes.fail(connection, FailureClassifier.afterConnecting(tls.problem()));
        } else if (tls.closeNotified()) {
            ended(connection);
        } else if (tls.ended()) {
            outcomes.fail(
                    connection,
                    new Failure(
                            FailureKind.CLOSED, "the server closed the connection without the close_notify of TLS"));
        } else if (tls.waitsForServer() && connection.hasUnsent()) {
            // It has said something: perhaps it is the client's turn now.
            connection.key().interestOps(SelectionKey.OP_READ | SelectionKey.OP_WRITE);
        }
    }

    /** Counts the bytes of a body that continues, which need not be copied; returns how many these are. */
    private static int skip(NioConnection connection, int count) {
        if (connection.multiplexed()) {
            int skipped = Math.min(connection.http2().skippable(), count);
            if (skipped > 0) {
                connection.http2().skip(skipped);
            }
            return skipped;
        }
        if (!connection.isInResponse()) {
            return 0;
        }
        WireParser parser = connection.parser();
        int body = (int) Math.min(parser.skippable(), count);
        // The last byte completes the response, which is reported where responses are.
        int skipped = body == parser.skippable() ? Math.max(0, body - 1) : body;
        if (skipped > 0) {
            parser.skip(skipped);
        }
        return skipped;
    }

    private void ended(NioConnection connection) {
        if (connection.multiplexed()) {
            String why = connection.http2().farewell();
            outcomes.fail(
                    connection,
                    new Failure(
                            FailureKind.CLOSED,
                            why == null
                                    ? "the server closed the connection before its answer was complete"
                                    : "the server ended the connection: " + why));
            return;
        }
        if (connection.underWay() > 0 && connection.parser().endOfStream()) {
            answered(connection, false);
        } else {
            outcomes.fail(
                    connection,
                    new Failure(FailureKind.CLOSED, "the server closed the connection before its answer was complete"));
        }
    }

    private void consume(NioConnection connection, int from, int count) {
        if (connection.multiplexed()) {
            connection.http2().feed(received, from, count, streams);
            return;
        }
        var channel = connection.channel();
        int at = from;
        // Bytes that are already here cannot be the response to a request that is sent while outcomes are reported.
        int owed = connection.underWay();
        // The channel changes when the connection is closed and re-established while an outcome is reported.
        while (at < count && connection.channel() == channel) {
            if (owed == 0) {
                // Unsolicited bytes must not become the next request's response.
                connection.close();
                return;
            }
            int whole = connection.awaitsWholeAnswer() ? memo.wholeAnswer(received, at, count) : 0;
            if (whole > 0) {
                at += whole;
                ResponseHead head = memo.head();
                boolean keep = keepAlive && head.keepAlive() && (--owed > 0 || at == count);
                if (redirects != null && head.location() != null) {
                    redirects.follow(connection, head.status(), head.location(), keep);
                } else {
                    outcomes.answered(connection, head.status(), head.length(), keep);
                }
                continue;
            }
            WireParser parser = connection.parser();
            boolean headSeen = parser.headSeen();
            at = parser.feed(received, at, count);
            if (parser.problem() != null) {
                outcomes.fail(connection, FailureClassifier.protocol(parser.problem()));
            } else if (parser.complete()) {
                answered(connection, --owed > 0 || at == count);
            } else if (!headSeen && parser.headSeen() && (redirects == null || parser.location() == null)) {
                outcomes.headArrived(connection, clock.nanoTime());
            }
        }
    }

    /** The oldest exchange has its response; detects whether bytes after it were solicited. */
    private void answered(NioConnection connection, boolean orderly) {
        WireParser parser = connection.parser();
        boolean keep = keepAlive && parser.keepAlive() && orderly;
        if (redirects != null && parser.location() != null) {
            redirects.follow(connection, parser.status(), parser.location(), keep);
        } else {
            outcomes.answered(connection, parser.status(), parser.bodyBytes(), keep);
        }
    }
}
