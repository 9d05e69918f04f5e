package io.github.swipestorm.client.transport.httpclient;

import io.github.swipestorm.client.http.Target;
import io.github.swipestorm.client.transport.CachedAddress;
import io.github.swipestorm.client.transport.TransportSettings;
import io.github.swipestorm.client.transport.http1.LineReader;
import io.github.swipestorm.client.transport.http1.ResponseParser;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.TlsConfig;
import org.apache.hc.client5.http.impl.io.ManagedHttpClientConnectionFactory;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.io.SocketConfig;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;

/** How HttpClient's connections are made and kept; the same on both roads of transport {@code classic}. */
final class ConnectionPool {

    /** Bounds on what a hostile or broken server can make the client hold. */
    private static final Http1Config HTTP = Http1Config.custom()
            .setMaxLineLength(LineReader.LONGEST)
            .setMaxHeaderCount(ResponseParser.MOST_HEADERS)
            .setMaxEmptyLineCount(10)
            .build();

    private ConnectionPool() {}

    /**
     * A pool of one connection for each worker.
     *
     * @param tls how connections to secure targets are secured
     */
    static PoolingHttpClientConnectionManager open(TransportSettings settings, TlsSockets tls) {
        if (settings.target().secure()) {
            // Before the clock starts, and not on the first connections of all workers at once.
            tls.ready();
        }
        Timeout connect = Timeout.of(settings.timeouts().connect());
        Target firstHop = settings.choice().detours().proxy().orElse(settings.target());
        return PoolingHttpClientConnectionManagerBuilder.create()
                // One connection for each worker, no more and no fewer.
                .setMaxConnTotal(settings.connections())
                .setMaxConnPerRoute(settings.connections())
                // The name is looked up once: DNS is not what is being measured, and every attempt meets the same host.
                .setDnsResolver(new CachedAddress(firstHop.host()))
                .setDefaultSocketConfig(SocketConfig.custom()
                        // Requests are small and complete when written; waiting to fill a packet would only add delay.
                        .setTcpNoDelay(true)
                        // The watchdog ends late attempts. A socket time-out costs a poll and a second read each time.
                        .setSoTimeout(Timeout.DISABLED)
                        .build())
                .setDefaultConnectionConfig(ConnectionConfig.custom()
                        .setConnectTimeout(connect)
                        .setSocketTimeout(Timeout.DISABLED)
                        // A stale check reads from the socket before each request. Without it a connection that the
                        // server closed while it was idle shows as a failed attempt, class "closed", and a retry.
                        .setValidateAfterInactivity(TimeValue.NEG_ONE_MILLISECOND)
                        .build())
                .setDefaultTlsConfig(
                        TlsConfig.custom().setHandshakeTimeout(connect).build())
                .setTlsSocketStrategy(tls)
                .setConnectionFactory(ManagedHttpClientConnectionFactory.builder()
                        .http1Config(HTTP)
                        .responseParserFactory(StrictResponseParser::new)
                        .build())
                .build();
    }
}
