package io.github.swipestorm.client.transport.httpclient;

import io.github.swipestorm.client.http.Target;
import io.github.swipestorm.client.transport.CachedAddresses;
import io.github.swipestorm.client.transport.TransportSettings;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.TlsConfig;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.core5.http.io.SocketConfig;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;

/** How HttpClient's connections are created and pooled; the same for both paths of transport {@code classic}. */
final class ConnectionPool {

    private ConnectionPool() {}

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
        return PoolingHttpClientConnectionManagerBuilder.create()
                // Exactly one connection per worker.
                .setMaxConnTotal(settings.connections())
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
                .setDefaultTlsConfig(
                        TlsConfig.custom().setHandshakeTimeout(connect).build())
                .setTlsSocketStrategy(tls)
                .setConnectionFactory(StrictConnection.factory())
                .build();
    }
}
