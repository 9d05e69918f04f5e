package io.github.swipestorm.client.transport.nio;

import io.github.swipestorm.client.transport.CachedAddresses;
import io.github.swipestorm.client.transport.EventLoop;
import io.github.swipestorm.client.transport.EventTransport;
import io.github.swipestorm.client.transport.HttpProtocol;
import io.github.swipestorm.client.transport.HttpVersion;
import io.github.swipestorm.client.transport.TlsContexts;
import io.github.swipestorm.client.transport.TlsOptions;
import io.github.swipestorm.client.transport.TransportSettings;
import io.github.swipestorm.client.transport.http2.RequestHeads;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Plain sockets on event loops: HTTP/1.1, HTTP/2 and plain TCP, in clear text and over TLS, with the fewest system calls and the
 * least work per request.
 */
public final class NioTransport implements EventTransport {

    private final List<NioLoop> loops = new ArrayList<>();
    private final TlsOptions options;
    /** Null until a connection needs it. */
    private TlsContexts tls;

    /** Opens no connection, except one to negotiate the version of HTTP where the settings leave it open. */
    public NioTransport(TransportSettings settings) {
        CachedAddresses resolver = new CachedAddresses(settings.clock(), settings.onConnect());
        options = settings.choice().tls();
        HttpProtocol http = settings.choice().http();
        boolean http2 = version(settings, resolver) == HttpVersion.HTTP_2;
        int connections = http2 ? http.connections(settings.connections()) : settings.connections();
        int count = Math.min(settings.choice().eventLoops(), connections);
        RequestHeads heads = http2 ? new RequestHeads(settings) : null;
        try {
            for (int i = 0; i < count; i++) {
                int share = (connections - i + count - 1) / count;
                loops.add(new NioLoop(settings, share, heads, resolver, this::tls));
            }
        } catch (IOException e) {
            close();
            throw new UncheckedIOException("No event loop can be opened: " + e.getMessage(), e);
        }
    }

    private synchronized TlsContexts tls() {
        tls = tls == null ? new TlsContexts(options) : tls;
        return tls;
    }

    private HttpVersion version(TransportSettings settings, CachedAddresses resolver) {
        HttpVersion asked = settings.choice().http().version();
        HttpVersion version = asked;
        if (asked == HttpVersion.AUTO) {
            version = settings.target().secure() ? NioTls.negotiated(settings, resolver, tls()) : HttpVersion.HTTP_1_1;
        }
        if (!settings.target().tcp()) {
            settings.onConnect().negotiated(version);
        }
        return version;
    }

    @Override
    public List<EventLoop> loops() {
        return List.copyOf(loops);
    }

    @Override
    public void close() {
        loops.forEach(NioLoop::close);
    }
}
