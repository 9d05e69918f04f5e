package io.github.swipestorm.client.transport;

import io.github.swipestorm.client.transport.httpclient.ChainedTransport;
import io.github.swipestorm.client.transport.httpclient.ClassicTransport;
import java.util.Set;

/** Apache HttpClient 5, one blocking connection for each worker; with its execution chain only for proxies and redirects. */
public record Classic() implements TransportType {

    private static final Set<Capability> CAPABILITIES = Set.of(
            Capability.TLS,
            Capability.PROXY,
            Capability.BASIC_AUTHENTICATION,
            Capability.REDIRECTS,
            Capability.VIRTUAL_THREADS,
            Capability.RESET_ON_CLOSE);

    @Override
    public String name() {
        return "classic";
    }

    @Override
    public Set<Capability> capabilities() {
        return CAPABILITIES;
    }

    @Override
    public Transport open(TransportSettings settings) {
        return settings.choice().features().indirect()
                ? new ChainedTransport(settings)
                : new ClassicTransport(settings);
    }

    @Override
    public String toString() {
        return name();
    }
}
