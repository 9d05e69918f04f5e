package io.github.swipestorm.client.transport;

import io.github.swipestorm.client.http.Target;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.TlsConfig;
import org.apache.hc.client5.http.impl.io.ManagedHttpClientConnectionFactory;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.io.SocketConfig;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;

/**
 * HttpClient 5 below its execution chain: each worker leases one endpoint and sends on it until the connection ends.
 * So none of the chain's helpers can act behind the measurement: no hidden retry, no redirect, no cookie, no
 * decompression, no authentication; what the server sends is what is counted.
 */
final class ClassicTransport implements BlockingTransport {

    /** Bounds on what a hostile or broken server can make the client hold. */
    private static final Http1Config HTTP = Http1Config.custom()
            .setMaxLineLength(LineReader.LONGEST)
            .setMaxHeaderCount(ResponseParser.MOST_HEADERS)
            .setMaxEmptyLineCount(10)
            .build();

    private final TransportSettings settings;
    private final PoolingHttpClientConnectionManager manager;
    private final Watchdog watchdog = new Watchdog();
    private final Set<ClassicConnection> open = ConcurrentHashMap.newKeySet();

    ClassicTransport(TransportSettings settings) {
        this.settings = settings;
        this.manager = manager(settings);
    }

    @Override
    public Connection open() {
        ClassicConnection connection = new ClassicConnection(settings, manager, watchdog, open::remove);
        open.add(connection);
        return connection;
    }

    @Override
    public void close() {
        watchdog.close();
        open.forEach(ClassicConnection::cut);
        manager.close(CloseMode.IMMEDIATE);
    }

    private static PoolingHttpClientConnectionManager manager(TransportSettings settings) {
        Target target = settings.target();
        Timeout connect = Timeout.of(settings.timeouts().connect());
        return PoolingHttpClientConnectionManagerBuilder.create()
                // One connection for each worker, no more and no fewer.
                .setMaxConnTotal(settings.connections())
                .setMaxConnPerRoute(settings.connections())
                // The name is looked up once: DNS is not what is being measured, and every attempt meets the same host.
                .setDnsResolver(new ResolvedOnce(target.host()))
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
                .setConnectionFactory(ManagedHttpClientConnectionFactory.builder()
                        .http1Config(HTTP)
                        .responseParserFactory(StrictResponseParser::new)
                        .build())
                .build();
    }
}
