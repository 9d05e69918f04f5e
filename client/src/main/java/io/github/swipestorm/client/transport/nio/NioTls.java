package io.github.swipestorm.client.transport.nio;

import io.github.swipestorm.client.http.Target;
import io.github.swipestorm.client.transport.CachedAddresses;
import io.github.swipestorm.client.transport.HttpVersion;
import io.github.swipestorm.client.transport.TlsContexts;
import io.github.swipestorm.client.transport.TransportSettings;
import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLEngineResult.Status;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;

/**
 * TLS on one connection of a loop. It owns no buffer while no record is incomplete, in either direction: records are
 * encrypted and decrypted in the loop's buffers. What the JVM delegates, such as verifying certificates, runs on the
 * loop's thread: it is short, it is work of the client that is measured, and handing it to another thread would cost two
 * wake-ups for each handshake.
 */
final class NioTls {

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    /** More than any record takes: 16 KiB and what encryption adds. */
    static final int RECORD_BYTES = 17 * 1024;

    /** The buffers of a loop; they hold something only within a call. */
    static final class Buffers {

        private static final int BYTES = 64 * 1024;
        /** Decrypting is fastest on arrays. */
        private final ByteBuffer in = ByteBuffer.allocate(NioReader.BUFFER_BYTES);

        private final ByteBuffer out = ByteBuffer.allocate(BYTES);
        /** A handshake has no plain text; the JVM asks for room all the same. */
        private final ByteBuffer none = ByteBuffer.allocate(RECORD_BYTES);
        /** Arrays for incomplete records that no connection needs now. */
        private final Queue<byte[]> spare = new ArrayDeque<>();

        private byte[] array(int length) {
            byte[] array = length > RECORD_BYTES ? null : spare.poll();
            return array == null ? new byte[Math.max(RECORD_BYTES, length)] : array;
        }

        private void release(byte[] array) {
            if (array.length == RECORD_BYTES) {
                spare.add(array);
            }
        }
    }

    private final Buffers buffers;
    private final TlsContexts.Worker worker;
    private final Target target;
    /** What ALPN offers; empty when it is not used. */
    private final List<String> protocols;

    /** Null before the handshake and after the end of the connection. */
    private SSLEngine engine;

    private boolean handshaking;
    private long begun;
    /** The start of a record whose rest has not arrived; null when there is none. */
    private byte[] incomplete;

    private int incompleteLength;
    /** Encrypted bytes that the socket did not accept. */
    private byte[] unsent;

    private int unsentLength;
    private boolean waitsForServer;
    private boolean closeNotified;
    private boolean ended;
    private IOException problem;

    /** @param protocols what ALPN offers; empty to do without it */
    NioTls(Buffers buffers, TlsContexts.Worker worker, Target target, List<String> protocols) {
        this.protocols = protocols;
        this.buffers = buffers;
        this.worker = worker;
        this.target = target;
    }

    /** The socket is connected: prepares the handshake, which {@link #handshake} performs. */
    void begin(long nanos) {
        engine = worker.engine(target.host(), target.port(), protocols);
        handshaking = true;
        begun = nanos;
        waitsForServer = false;
        closeNotified = false;
        ended = false;
        problem = null;
    }

    /** What has arrived before the handshake began. */
    void received(ByteBuffer early) {
        keepIncomplete(early);
    }

    /** A new state for a further connection of the same TLS client. */
    NioTls another() {
        return new NioTls(buffers, worker, target, protocols);
    }

    /** @throws SSLException when the server chose none of the protocols that were offered */
    private void requireProtocol() throws SSLException {
        if (!protocols.isEmpty() && !protocols.contains(engine.getApplicationProtocol())) {
            throw new SSLException("the server does not offer HTTP/2 over TLS (ALPN)");
        }
    }

    /**
     * The version of HTTP that a server chooses when it is offered both: makes one connection. HTTP/1.1 when there is
     * no connection, which the run will then tell. Through a proxy, the connection is a tunnel.
     */
    static HttpVersion negotiated(TransportSettings settings, CachedAddresses resolver, TlsContexts tls) {
        Target target = settings.target();
        Target firstHop = settings.choice().features().proxy().orElse(target);
        int most = (int) Math.max(1, settings.timeouts().connect().toMillis());
        try {
            for (InetSocketAddress address : resolver.resolve(firstHop.host(), firstHop.port())) {
                try (Socket socket = new Socket()) {
                    socket.connect(address, most);
                    socket.setSoTimeout(most);
                    if (firstHop != target) {
                        new NioTunnel(target).open(socket);
                    }
                    return tls.worker().negotiate(socket, target.host(), target.port());
                } catch (ConnectException e) {
                    // Nothing may listen on a host's first address, such as an IPv6 one.
                }
            }
        } catch (IOException e) {
            // The run will meet the same.
        }
        return HttpVersion.HTTP_1_1;
    }

    /** Whether the handshake has begun and not ended. */
    boolean handshaking() {
        return handshaking;
    }

    /** When the handshake began. */
    long begun() {
        return begun;
    }

    /**
     * Continues the handshake as far as the bytes that have arrived allow.
     *
     * @return whether it is complete
     * @throws SSLException when it failed
     */
    boolean handshake(SocketChannel channel) throws SSLException {
        ByteBuffer in = buffers.in;
        try {
            if (engine.getHandshakeStatus() == HandshakeStatus.NOT_HANDSHAKING) {
                engine.beginHandshake();
            }
            takeIncomplete(in);
            handshaking = !shake(channel, in);
            if (!handshaking) {
                requireProtocol();
            }
            in.flip();
            keepIncomplete(in);
            return !handshaking;
        } catch (SSLException e) {
            throw e;
        } catch (IOException e) {
            // A reset alone does not tell that it happened during a handshake.
            throw (SSLException) new SSLHandshakeException(e.getMessage()).initCause(e);
        }
    }

    /** @param in what has arrived, which ends at its position */
    private boolean shake(SocketChannel channel, ByteBuffer in) throws IOException {
        boolean mayRead = true;
        while (sendUnsent(channel)) {
            switch (engine.getHandshakeStatus()) {
                case NEED_TASK -> runTasks();
                case NEED_WRAP -> sendHandshake(channel);
                case NEED_UNWRAP, NEED_UNWRAP_AGAIN -> {
                    in.flip();
                    buffers.none.clear();
                    Status status =
                            in.hasRemaining() ? engine.unwrap(in, buffers.none).getStatus() : Status.BUFFER_UNDERFLOW;
                    in.compact();
                    if (status == Status.CLOSED) {
                        throw new EOFException("the server ended the TLS handshake");
                    }
                    if (status == Status.BUFFER_UNDERFLOW) {
                        int count = mayRead ? channel.read(in) : 0;
                        if (count < 0) {
                            throw new EOFException("the server closed the connection");
                        }
                        if (count == 0) {
                            return false;
                        }
                        mayRead = false;
                    }
                }
                default -> {
                    return true;
                }
            }
        }
        return false;
    }

    private void runTasks() {
        for (Runnable task = engine.getDelegatedTask(); task != null; task = engine.getDelegatedTask()) {
            task.run();
        }
    }

    /** Sends what the handshake, or the JVM by itself, has to say. */
    private void sendHandshake(SocketChannel channel) throws IOException {
        ByteBuffer out = buffers.out.clear();
        SSLEngineResult result;
        do {
            result = engine.wrap(NOTHING, out);
        } while (result.getHandshakeStatus() == HandshakeStatus.NEED_WRAP && result.getStatus() == Status.OK);
        send(channel, out);
        if (result.getStatus() == Status.CLOSED && result.bytesProduced() == 0) {
            throw new EOFException("the connection is closed");
        }
    }

    /**
     * Reads once, and decrypts the records that have arrived whole. What it found beside plain text, {@link #problem},
     * {@link #closeNotified} and {@link #ended} tell.
     *
     * @param plain empty, with room for the buffer for reading and a record
     * @throws IOException when nothing could be read
     */
    void read(SocketChannel channel, ByteBuffer plain) throws IOException {
        ByteBuffer in = buffers.in;
        takeIncomplete(in);
        ended = channel.read(in) < 0;
        in.flip();
        try {
            decrypt(channel, in, plain);
            keepIncomplete(in);
        } catch (IOException e) {
            // What came before counts.
            problem = e;
        }
    }

    private void decrypt(SocketChannel channel, ByteBuffer in, ByteBuffer plain) throws IOException {
        while (in.hasRemaining() && !closeNotified) {
            SSLEngineResult result = engine.unwrap(in, plain);
            switch (result.getStatus()) {
                case BUFFER_UNDERFLOW -> {
                    return;
                }
                case CLOSED -> closeNotified = true;
                case BUFFER_OVERFLOW -> throw new SSLException("a TLS record is longer than it may be");
                case OK -> reply(channel, result.getHandshakeStatus());
            }
        }
    }

    /** To a key update or a renegotiation. */
    private void reply(SocketChannel channel, HandshakeStatus first) throws IOException {
        HandshakeStatus status = first;
        while (status == HandshakeStatus.NEED_TASK || status == HandshakeStatus.NEED_WRAP) {
            if (status == HandshakeStatus.NEED_TASK) {
                runTasks();
            } else if (sendUnsent(channel)) {
                sendHandshake(channel);
            } else {
                throw new SSLException("the server renegotiates and does not read");
            }
            status = engine.getHandshakeStatus();
        }
    }

    /** Why the connection cannot be used any more, after the plain text that was read; null while it can. */
    IOException problem() {
        return problem;
    }

    /** Whether the server has said that nothing follows. */
    boolean closeNotified() {
        return closeNotified;
    }

    /** Whether the stream of bytes has ended. */
    boolean ended() {
        return ended;
    }

    /** Encrypts and sends bytes, as many as the socket accepts; the others remain. */
    void write(SocketChannel channel, ByteBuffer plain) throws IOException {
        waitsForServer = false;
        while (sendUnsent(channel) && plain.hasRemaining() && !waitsForServer) {
            ByteBuffer out = buffers.out.clear();
            boolean room = true;
            while (room && plain.hasRemaining() && !waitsForServer) {
                SSLEngineResult result = engine.wrap(plain, out);
                switch (result.getStatus()) {
                    case OK -> {
                        if (result.getHandshakeStatus() == HandshakeStatus.NEED_TASK) {
                            runTasks();
                        }
                        // In the midst of a renegotiation it is the server's turn.
                        waitsForServer = result.bytesConsumed() == 0 && result.bytesProduced() == 0;
                    }
                    case CLOSED -> throw new EOFException("the server closed the connection");
                    default -> room = false;
                }
            }
            send(channel, out);
        }
    }

    /**
     * Why bytes could not be written: the server may have said so in an alert before it closed the connection, such as one
     * that did not get the certificate that it asked for.
     */
    IOException reason(SocketChannel channel, IOException thrown) {
        try {
            read(channel, ByteBuffer.allocate(NioReader.BUFFER_BYTES + RECORD_BYTES));
        } catch (IOException e) {
            return thrown;
        }
        return problem == null ? thrown : problem;
    }

    /** Whether bytes wait until the socket accepts them; those of a renegotiation wait for the server instead. */
    boolean hasUnsent() {
        return unsentLength > 0;
    }

    /** Whether nothing can be sent before something has been read. */
    boolean waitsForServer() {
        return waitsForServer && unsentLength == 0;
    }

    private void send(SocketChannel channel, ByteBuffer out) throws IOException {
        out.flip();
        if (unsentLength == 0) {
            channel.write(out);
        }
        if (out.hasRemaining()) {
            int more = out.remaining();
            if (unsent == null) {
                unsent = new byte[more];
            } else if (unsentLength + more > unsent.length) {
                unsent = Arrays.copyOf(unsent, unsentLength + more);
            }
            out.get(unsent, unsentLength, more);
            unsentLength += more;
        }
    }

    /** Returns whether nothing is left. */
    private boolean sendUnsent(SocketChannel channel) throws IOException {
        if (unsentLength > 0) {
            int sent = channel.write(ByteBuffer.wrap(unsent, 0, unsentLength));
            unsentLength -= sent;
            System.arraycopy(unsent, sent, unsent, 0, unsentLength);
        }
        if (unsentLength == 0) {
            unsent = null;
        }
        return unsentLength == 0;
    }

    private void takeIncomplete(ByteBuffer into) {
        into.clear();
        if (incomplete != null) {
            into.put(incomplete, 0, incompleteLength);
            buffers.release(incomplete);
            incomplete = null;
        }
    }

    private void keepIncomplete(ByteBuffer from) {
        incompleteLength = from.remaining();
        if (incompleteLength > 0) {
            incomplete = buffers.array(incompleteLength);
            from.get(incomplete, 0, incompleteLength);
        }
    }

    /** The connection ends: tells the server, unless it cannot be told at once. */
    void end(SocketChannel channel) {
        if (engine == null) {
            return;
        }
        try {
            engine.closeOutbound();
            ByteBuffer out = buffers.out.clear();
            while (!engine.isOutboundDone() && engine.wrap(NOTHING, out).bytesProduced() > 0) {
                // An alert may come before it.
            }
            if (unsentLength == 0) {
                channel.write(out.flip());
            }
        } catch (IOException | RuntimeException e) {
            // The connection ends either way.
        }
        engine = null;
        handshaking = false;
        unsent = null;
        unsentLength = 0;
        if (incomplete != null) {
            buffers.release(incomplete);
            incomplete = null;
        }
    }
}
