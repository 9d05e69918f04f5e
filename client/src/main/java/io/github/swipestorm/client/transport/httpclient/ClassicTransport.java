package io.github.swipestorm.client.transport.httpclient;

import io.github.swipestorm.client.transport.BlockingTransport;
import io.github.swipestorm.client.transport.Connection;
import io.github.swipestorm.client.transport.TransportSettings;
import io.github.swipestorm.client.transport.http1.RequestEncoder;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.core5.io.CloseMode;

/**
 * HttpClient 5 below its execution chain: each worker leases one endpoint and sends on it until the connection ends. No
 * part of the chain can act behind the measurement: there are no hidden retries, redirects, cookies, decompression or
 * authentication; the counts are exactly what the server sends.
 */
public final class ClassicTransport implements BlockingTransport {

    private final TransportSettings settings;
    private final TlsSockets tls;
    private final PoolingHttpClientConnectionManager manager;
    private final RequestEncoder encoder;
    private final Watchdog watchdog;
    private final Set<ClassicConnection> open = ConcurrentHashMap.newKeySet();

    public ClassicTransport(TransportSettings settings) {
        this.settings = settings;
        this.watchdog = new Watchdog(settings.clock());
        this.tls = new TlsSockets(settings.choice().tls(), settings.clock(), settings.onConnect());
        this.manager = ConnectionPool.open(settings, tls);
        this.encoder = new RequestEncoder(settings);
    }

    @Override
    public Connection open() {
        ClassicConnection connection = new ClassicConnection(settings, encoder, manager, tls, watchdog, open::remove);
        open.add(connection);
        return connection;
    }

    @Override
    public void close() {
        watchdog.close();
        open.forEach(ClassicConnection::cut);
        manager.close(CloseMode.IMMEDIATE);
    }
}
