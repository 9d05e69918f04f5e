package io.github.swipestorm.client.transport.httpclient;

import io.github.swipestorm.client.clock.NanoClock;
import io.github.swipestorm.client.transport.ConnectionListener;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.security.GeneralSecurityException;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLSocket;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.client5.http.ssl.HostnameVerificationPolicy;
import org.apache.hc.client5.http.ssl.NoopHostnameVerifier;
import org.apache.hc.client5.http.ssl.TlsSocketStrategy;
import org.apache.hc.client5.http.ssl.TrustAllStrategy;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.ssl.SSLContexts;

/**
 * Speaks TLS on connected sockets. The peer must present a certificate for the host's name that chains to the JVM's
 * trust store, unless the plan disables verification. Thread-safe.
 */
public final class TlsSockets implements TlsSocketStrategy {

    /** Bytes that arrive this soon after the handshake are session tickets. */
    private static final long FRESH_NANOS = 1_000_000;

    /** The socket that carries TLS, and since when. */
    private record Carrier(Socket socket, long since) {}

    private final boolean insecure;
    private final NanoClock clock;
    private final ConnectionListener listener;
    /** Created on demand: reading the JVM's trust store takes a fifth of a second. Guarded by this. */
    private TlsSocketStrategy strategy;

    private final Map<Socket, Carrier> carriers = Collections.synchronizedMap(new WeakHashMap<>());

    /**
     * Speaks TLS.
     *
     * @param insecure whether certificates are not verified
     * @param listener receives how long each handshake took
     */
    public TlsSockets(boolean insecure, NanoClock clock, ConnectionListener listener) {
        this.insecure = insecure;
        this.clock = clock;
        this.listener = listener;
    }

    /** Reads the trust store now unless it has been read. */
    synchronized TlsSocketStrategy ready() {
        if (strategy == null) {
            strategy = insecure ? withoutVerification() : DefaultClientTlsStrategy.createDefault();
        }
        return strategy;
    }

    private static TlsSocketStrategy withoutVerification() {
        try {
            SSLContext context = SSLContexts.custom()
                    .loadTrustMaterial(TrustAllStrategy.INSTANCE)
                    .build();
            return new DefaultClientTlsStrategy(
                    context, HostnameVerificationPolicy.CLIENT, NoopHostnameVerifier.INSTANCE);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("This JVM cannot speak TLS", e);
        }
    }

    @Override
    public SSLSocket upgrade(Socket socket, String host, int port, Object attachment, HttpContext context)
            throws IOException {
        try {
            TlsSocketStrategy handshake = ready();
            long begun = clock.nanoTime();
            SSLSocket secured = handshake.upgrade(socket, host, port, attachment, context);
            long now = clock.nanoTime();
            listener.secured(now - begun);
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
