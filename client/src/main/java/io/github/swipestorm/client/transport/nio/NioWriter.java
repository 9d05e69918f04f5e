package io.github.swipestorm.client.transport.nio;

import io.github.swipestorm.client.http.Operation;
import io.github.swipestorm.client.transport.FailureClassifier;
import io.github.swipestorm.client.transport.http1.RequestEncoder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;

/** Encodes the requests of a loop and hands them to its sockets, those that follow each other on one connection together. */
final class NioWriter {

    private static final int BUFFER_BYTES = 64 * 1024;

    private final RequestEncoder encoder;
    private final NioOutcomes outcomes;
    private ByteBuffer out = ByteBuffer.allocateDirect(BUFFER_BYTES);
    /** Whose bytes {@link #out} holds; null when it holds none. */
    private NioConnection writing;

    NioWriter(RequestEncoder encoder, NioOutcomes outcomes) {
        this.encoder = encoder;
        this.outcomes = outcomes;
    }

    /** Encodes a request, which goes to the socket with the next flush. */
    void add(NioConnection to, Operation template, byte[] body, int length) {
        int needed = encoder.longest(template, length);
        if (writing != to || out.remaining() < needed) {
            flush();
        }
        if (out.remaining() < needed) {
            out = ByteBuffer.allocateDirect(needed);
        }
        encoder.encode(template, body, length, out);
        writing = to;
    }

    /** Drops what was encoded for a connection and not handed to its socket. */
    void forget(NioConnection connection) {
        if (writing == connection) {
            writing = null;
            out.clear();
        }
    }

    /** Hands what was encoded to its socket; what that does not take is kept, and written when there is room. */
    void flush() {
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
            outcomes.fail(to, FailureClassifier.afterConnecting(e));
        }
    }

    /** The socket has room again for what was kept. */
    void writeKept(NioConnection to) {
        flush();
        to.takeUnsent(out);
        out.flip();
        write(to);
        out.clear();
    }
}
