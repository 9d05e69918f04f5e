package io.github.swipestorm.client.transport;

import io.github.swipestorm.client.transport.nio.NioTransport;
import java.util.Set;

/** Non-blocking sockets on a few event loops. */
public record Nio() implements TransportType {

    private static final Set<Capability> CAPABILITIES = Set.of(
            Capability.TLS,
            Capability.TCP,
            Capability.EVENT_LOOPS,
            Capability.PIPELINING,
            Capability.HTTP_2,
            Capability.SPINNING,
            Capability.PROXY,
            Capability.BASIC_AUTHENTICATION,
            Capability.REDIRECTS,
            Capability.RESET_ON_CLOSE);

    @Override
    public String name() {
        return "nio";
    }

    @Override
    public Set<Capability> capabilities() {
        return CAPABILITIES;
    }

    @Override
    public Transport open(TransportSettings settings) {
        return new NioTransport(settings);
    }

    @Override
    public String toString() {
        return name();
    }
}
