package io.github.swipestorm.client.transport.httpclient;

import io.github.swipestorm.client.clock.NanoClock;
import io.github.swipestorm.client.transport.ConnectionListener;
import io.github.swipestorm.client.transport.TlsContexts;
import io.github.swipestorm.client.transport.TlsOptions;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLSocket;
import org.apache.hc.client5.http.ssl.TlsSocketStrategy;
import org.apache.hc.core5.http.protocol.HttpContext;

/** Speaks TLS on connected sockets, as {@link TlsContexts} says. Thread-safe. */
public final class TlsSockets implements TlsSocketStrategy {

    /** The attribute of a connection's context that holds its worker, whose sessions it resumes. */
    private static final String WORKER = "swipestorm.tls-worker";

    /** Bytes that arrive this soon after the handshake are session tickets. */
    private static final long FRESH_NANOS = 1_000_000;

    /** The socket that carries TLS, and since when. */
    private record Carrier(Socket socket, long since) {}

    private final TlsOptions options;
    private final NanoClock clock;
    private final ConnectionListener listener;
    /** Created on demand: reading the JVM's trust store takes a fifth of a second. Guarded by this. */
    private TlsContexts contexts;

    private final Map<Socket, Carrier> carriers = Collections.synchronizedMap(new WeakHashMap<>());

    /** @param listener receives how long each handshake took */
    public TlsSockets(TlsOptions options, NanoClock clock, ConnectionListener listener) {
        this.options = options;
        this.clock = clock;
        this.listener = listener;
    }

    /** Reads the trust store now unless it has been read. */
    synchronized TlsContexts ready() {
        if (contexts == null) {
            contexts = new TlsContexts(options);
        }
        return contexts;
    }

    /** Lets the connections that are made with a context resume the sessions of one worker. */
    static void assign(HttpContext context, Worker worker) {
        context.setAttribute(WORKER, worker);
    }

    /** A worker, without sessions yet. */
    Worker worker() {
        return new Worker();
    }

    /** A worker's sessions, from the first handshake on. Not thread-safe. */
    final class Worker {

        private TlsContexts.Worker worker;

        private SSLSocket secure(Socket socket, String host, int port) throws IOException {
            if (worker == null) {
                worker = ready().worker();
            }
            return worker.secure(socket, host, port);
        }
    }

    @Override
    public SSLSocket upgrade(Socket socket, String host, int port, Object attachment, HttpContext context)
            throws IOException {
        Worker worker = context != null && context.getAttribute(WORKER) instanceof Worker own ? own : worker();
        try {
            SSLSocket secured = worker.secure(socket, host, port);
            long begun = clock.nanoTime();
            secured.startHandshake();
            long now = clock.nanoTime();
            listener.secured(now - begun);
            if (socket instanceof Plain plain) {
                plain.secured = true;
            }
            carriers.put(secured, new Carrier(socket, now));
            return secured;
        } catch (SSLException | SocketTimeoutException e) {
            throw e;
        } catch (IOException e) {
            // A reset alone does not tell that it happened during a handshake.
            throw (SSLException) new SSLHandshakeException(e.getMessage()).initCause(e);
        }
    }

    /**
     * A socket that may carry TLS. The JVM takes the end of the stream for the end of TLS, unless a property of the whole
     * JVM says otherwise; anybody can end a stream, so that a body without a length might be cut off.
     */
    static final class Plain extends Socket {

        private volatile boolean secured;
        private InputStream in;

        @Override
        public synchronized InputStream getInputStream() throws IOException {
            if (in == null) {
                in = new FilterInputStream(super.getInputStream()) {

                    @Override
                    public int read() throws IOException {
                        return requireNotCutOff(super.read());
                    }

                    @Override
                    public int read(byte[] bytes, int from, int length) throws IOException {
                        return requireNotCutOff(super.read(bytes, from, length));
                    }
                };
            }
            return in;
        }

        /** After TLS's close_notify nothing is read any more. */
        private int requireNotCutOff(int read) throws SocketException {
            if (read < 0 && secured) {
                throw new SocketException("the server closed the connection without the close_notify of TLS");
            }
            return read;
        }
    }

    /**
     * Whether unread bytes have arrived: a response, the end of the stream, or a TLS control message. Costs two system
     * calls at most, and never blocks.
     */
    boolean hasNews(SSLSocket secured) throws IOException {
        if (secured.getInputStream().available() > 0) {
            return true;
        }
        Carrier carrier = carriers.get(secured);
        return carrier != null
                && clock.nanoTime() - carrier.since() > FRESH_NANOS
                && carrier.socket().getInputStream().available() > 0;
    }
}
