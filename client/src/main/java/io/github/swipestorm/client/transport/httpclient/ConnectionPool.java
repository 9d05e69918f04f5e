package io.github.swipestorm.client.transport.httpclient;

import io.github.swipestorm.client.http.Target;
import io.github.swipestorm.client.transport.CachedAddresses;
import io.github.swipestorm.client.transport.HttpFeatures;
import io.github.swipestorm.client.transport.TransportSettings;
import java.net.Socket;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.SchemePortResolver;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.impl.io.DefaultHttpClientConnectionOperator;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.io.HttpClientConnectionOperator;
import org.apache.hc.client5.http.ssl.TlsSocketStrategy;
import org.apache.hc.core5.http.URIScheme;
import org.apache.hc.core5.http.config.RegistryBuilder;
import org.apache.hc.core5.http.io.SocketConfig;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;

/** How HttpClient's connections are created and pooled; the same for both paths of transport {@code classic}. */
final class ConnectionPool {

    private ConnectionPool() {}

    /** Makes sockets that notice when TLS on them is cut off. */
    private static final class Builder extends PoolingHttpClientConnectionManagerBuilder {

        private final boolean secure;

        /** @param secure whether connections may carry TLS */
        private Builder(boolean secure) {
            this.secure = secure;
        }

        @Override
        protected HttpClientConnectionOperator createConnectionOperator(
                SchemePortResolver ports, DnsResolver names, TlsSocketStrategy tls) {
            return new DefaultHttpClientConnectionOperator(
                    proxy -> secure ? new TlsSockets.Plain() : new Socket(),
                    ports,
                    names,
                    RegistryBuilder.<TlsSocketStrategy>create()
                            .register(URIScheme.HTTPS.id, tls)
                            .build());
        }
    }

    /**
     * A pool of one connection per worker.
     *
     * @param tls how connections to secure targets are secured
     */
    static PoolingHttpClientConnectionManager open(TransportSettings settings, TlsSockets tls) {
        if (settings.target().secure()) {
            // Before the clock starts, rather than on the first connections of all workers at once.
            tls.ready();
        }
        Timeout connect = Timeout.of(settings.timeouts().connect());
        Target firstHop = settings.choice().features().proxy().orElse(settings.target());
        return new Builder(settings.target().secure()
                        || settings.choice().features().followRedirects())
                // Exactly one connection per worker, to each server that redirects lead to.
                .setMaxConnTotal(settings.connections()
                        * (settings.choice().features().followRedirects() ? 1 + HttpFeatures.MOST_REDIRECTS : 1))
                .setMaxConnPerRoute(settings.connections())
                // The name is resolved once: DNS is not being measured, and every attempt uses the same addresses.
                .setDnsResolver(new CachedAddresses(settings.clock(), settings.onConnect()))
                .setDefaultSocketConfig(SocketConfig.custom()
                        // Requests are small and complete when written; waiting to fill a packet would only add delay.
                        .setTcpNoDelay(true)
                        // The watchdog ends late attempts. A socket time-out costs an additional poll and read each
                        // time.
                        .setSoTimeout(Timeout.DISABLED)
                        .build())
                .setDefaultConnectionConfig(ConnectionConfig.custom()
                        .setConnectTimeout(connect)
                        .setSocketTimeout(Timeout.DISABLED)
                        // A stale check reads from the socket before each request. Without it, a connection that the
                        // server closed while idle appears as a failed attempt of class "closed" and a retry.
                        .setValidateAfterInactivity(TimeValue.NEG_ONE_MILLISECOND)
                        .build())
                .setTlsSocketStrategy(tls)
                .setConnectionFactory(StrictConnection.factory())
                .build();
    }
}
