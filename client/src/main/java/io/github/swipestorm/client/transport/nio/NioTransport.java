package io.github.swipestorm.client.transport.nio;

import io.github.swipestorm.client.transport.CachedAddresses;
import io.github.swipestorm.client.transport.EventLoop;
import io.github.swipestorm.client.transport.EventTransport;
import io.github.swipestorm.client.transport.TlsContexts;
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

    public NioTransport(TransportSettings settings) {
        int count = Math.min(settings.choice().eventLoops(), settings.connections());
        CachedAddresses resolver = new CachedAddresses(settings.clock(), settings.onConnect());
        TlsContexts tls =
                settings.target().secure() ? new TlsContexts(settings.choice().tls()) : null;
        try {
            for (int i = 0; i < count; i++) {
                int connections = (settings.connections() - i + count - 1) / count;
                loops.add(new NioLoop(settings, connections, resolver, tls));
            }
        } catch (IOException e) {
            close();
            throw new UncheckedIOException("No event loop can be opened: " + e.getMessage(), e);
        }
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
