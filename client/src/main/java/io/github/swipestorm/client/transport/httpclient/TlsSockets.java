package io.github.swipestorm.client.transport.httpclient;

import io.github.swipestorm.client.clock.NanoClock;
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
 * Speaks TLS on connected sockets. Whoever answers has to show a certificate for the host's name that leads to one in the
 * JVM's trust store, unless the plan wants no look at certificates. For any number of threads.
 */
public final class TlsSockets implements TlsSocketStrategy {

    /** For so long after the handshake what comes are session tickets. */
    private static final long FRESH_NANOS = 1_000_000;

    /** The socket that TLS is spoken on, and since when. */
    private record Carrier(Socket socket, long since) {}

    private final boolean insecure;
    private final NanoClock clock;
    /** Made when it is needed: reading the JVM's trust store takes a fifth of a second. Guarded by this. */
    private TlsSocketStrategy strategy;

    private final Map<Socket, Carrier> carriers = Collections.synchronizedMap(new WeakHashMap<>());

    /**
     * Speaks TLS.
     *
     * @param insecure whether any certificate will do
     */
    public TlsSockets(boolean insecure, NanoClock clock) {
        this.insecure = insecure;
        this.clock = clock;
    }

    /** Reads the trust store now, if that was not done before. */
    synchronized TlsSocketStrategy ready() {
        if (strategy == null) {
            strategy = insecure ? trustingAnyone() : DefaultClientTlsStrategy.createDefault();
        }
        return strategy;
    }

    private static TlsSocketStrategy trustingAnyone() {
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
            SSLSocket secured = ready().upgrade(socket, host, port, attachment, context);
            carriers.put(secured, new Carrier(socket, clock.nanoTime()));
            return secured;
        } catch (SSLException | SocketTimeoutException e) {
            throw e;
        } catch (IOException e) {
            // A reset does not say by itself that it met a handshake.
            throw (SSLException) new SSLHandshakeException(e.getMessage()).initCause(e);
        }
    }

    /**
     * Whether something has come that was not read yet: an answer, an end, or a matter of TLS itself. Costs two system calls
     * at most, and never waits.
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
