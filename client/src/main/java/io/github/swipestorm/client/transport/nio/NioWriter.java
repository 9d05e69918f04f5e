package io.github.swipestorm.client.transport.nio;

import io.github.swipestorm.client.http.ComposedRequest;
import io.github.swipestorm.client.transport.FailureClassifier;
import io.github.swipestorm.client.transport.wire.WireEncoder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;

/**
 * Encodes the requests of a loop and writes them to its sockets; consecutive requests on one connection share a write.
 */
final class NioWriter {

    private static final int BUFFER_BYTES = 64 * 1024;

    private final WireEncoder encoder;
    private final NioOutcomes outcomes;
    private ByteBuffer out = ByteBuffer.allocateDirect(BUFFER_BYTES);
    /** The connection whose bytes {@link #out} holds; null when it holds none. */
    private NioConnection writing;

    NioWriter(WireEncoder encoder, NioOutcomes outcomes) {
        this.encoder = encoder;
        this.outcomes = outcomes;
    }

    /** Encodes a request, which the next flush writes to the socket; returns the number of its bytes. */
    int add(NioConnection to, ComposedRequest request) {
        room(to, encoder.longest(request));
        int begin = out.position();
        encoder.encode(request, out);
        writing = to;
        return out.position() - begin;
    }

    /** The same on a stream of its own, for which there is one. */
    int add(NioConnection to, int slot, ComposedRequest request, long nanos) {
        room(to, to.http2().longest(request));
        writing = to;
        return to.http2().send(slot, request, nanos, out);
    }

    /** The same with the next request of an attempt that is redirected. */
    void add(NioConnection to, int slot, NioRedirects.Next request) {
        room(to, to.http2().longest(request.encoded()));
        writing = to;
        to.http2()
                .send(
                        slot,
                        request.operation(),
                        request.origin().scheme(),
                        request.encoded(),
                        request.bodyAt(),
                        request.sent(),
                        out);
    }

    /** Adds what the protocol has to say besides requests. */
    void addControl(NioConnection to) {
        if (to.http2().hasControl()) {
            room(to, to.http2().controlLength());
            writing = to;
            to.http2().takeControl(out);
        }
    }

    private void room(NioConnection to, int needed) {
        if (writing != to || out.remaining() < needed) {
            flush();
        }
        if (out.remaining() < needed) {
            out = ByteBuffer.allocateDirect(needed);
        }
    }

    /** Takes an encoded request, which the next flush writes to the socket. */
    void add(NioConnection to, byte[] encoded) {
        room(to, encoded.length);
        out.put(encoded);
        writing = to;
    }

    /** Whether it has bytes for a connection that were not written to its socket. */
    boolean holds(NioConnection connection) {
        return writing == connection;
    }

    /** Discards bytes that were encoded for a connection and not written to its socket. */
    void forget(NioConnection connection) {
        if (writing == connection) {
            writing = null;
            out.clear();
        }
    }

    /** Writes encoded bytes to the socket; bytes that it does not accept are kept until it is writable. */
    void flush() {
        NioConnection to = writing;
        if (to == null) {
            return;
        }
        writing = null;
        out.flip();
        if (to.isOpen() && (!to.reached() || to.hasUnsent())) {
            to.keep(out);
        } else if (to.isOpen()) {
            write(to);
        }
        out.clear();
    }

    private void write(NioConnection to) {
        try {
            NioTls tls = to.tls();
            if (tls == null) {
                to.channel().write(out);
            } else {
                tls.write(to.channel(), out);
            }
            if (out.hasRemaining()) {
                to.putBack(out);
            }
            boolean waits = to.hasUnsent() && (tls == null || !tls.waitsForServer());
            int wanted = waits ? SelectionKey.OP_READ | SelectionKey.OP_WRITE : SelectionKey.OP_READ;
            if (to.key().interestOps() != wanted) {
                to.key().interestOps(wanted);
            }
        } catch (IOException e) {
            IOException reason = to.tls() == null ? e : to.tls().reason(to.channel(), e);
            outcomes.fail(to, FailureClassifier.afterConnecting(reason));
        }
    }

    /** The socket is writable again for the kept bytes. */
    void writeKept(NioConnection to) {
        flush();
        to.takeUnsent(out);
        out.flip();
        write(to);
        out.clear();
    }
}
