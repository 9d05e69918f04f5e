package io.github.swipestorm.client.transport.nio;

import io.github.swipestorm.client.transport.CachedAddresses;
import io.github.swipestorm.client.transport.EventLoop;
import io.github.swipestorm.client.transport.EventTransport;
import io.github.swipestorm.client.transport.TlsContexts;
import io.github.swipestorm.client.transport.TlsOptions;
import io.github.swipestorm.client.transport.TransportSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Plain sockets on event loops: HTTP/1.1 in clear text and over TLS, with the fewest system calls and the least work per
 * request.
 */
public final class NioTransport implements EventTransport {

    private final List<NioLoop> loops = new ArrayList<>();
    private final TlsOptions options;
    /** Null until a connection needs it. */
    private TlsContexts tls;

    public NioTransport(TransportSettings settings) {
        int count = Math.min(settings.choice().eventLoops(), settings.connections());
        CachedAddresses resolver = new CachedAddresses(settings.clock(), settings.onConnect());
        options = settings.choice().tls();
        try {
            for (int i = 0; i < count; i++) {
                int connections = (settings.connections() - i + count - 1) / count;
                loops.add(new NioLoop(settings, connections, resolver, this::tls));
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

    @Override
    public List<EventLoop> loops() {
        return List.copyOf(loops);
    }

    @Override
    public void close() {
        loops.forEach(NioLoop::close);
    }
}
