package io.github.swipestorm.client.transport;

import static io.github.swipestorm.client.transport.Capability.BASIC_AUTHENTICATION;
import static io.github.swipestorm.client.transport.Capability.EVENT_LOOPS;
import static io.github.swipestorm.client.transport.Capability.PIPELINING;
import static io.github.swipestorm.client.transport.Capability.PROXY;
import static io.github.swipestorm.client.transport.Capability.REDIRECTS;
import static io.github.swipestorm.client.transport.Capability.RESET_ON_CLOSE;
import static io.github.swipestorm.client.transport.Capability.SPINNING;
import static io.github.swipestorm.client.transport.Capability.TLS;
import static io.github.swipestorm.client.transport.Capability.VIRTUAL_THREADS;

import io.github.swipestorm.client.transport.httpclient.ChainedTransport;
import io.github.swipestorm.client.transport.httpclient.ClassicTransport;
import io.github.swipestorm.client.transport.nio.NioTransport;
import java.util.Set;
import java.util.function.Function;

/** The transports there are, and what each can do. */
public enum TransportType {
    /** Apache HttpClient 5, one blocking connection for each worker; with its execution chain only for HTTP features. */
    CLASSIC(
            "classic",
            Set.of(TLS, PROXY, BASIC_AUTHENTICATION, REDIRECTS, VIRTUAL_THREADS, RESET_ON_CLOSE),
            settings -> settings.choice().detours().any()
                    ? new ChainedTransport(settings)
                    : new ClassicTransport(settings)),
    /** Non-blocking sockets on a few event loops. */
    NIO("nio", Set.of(EVENT_LOOPS, PIPELINING, SPINNING), NioTransport::new);

    private final String word;
    private final Set<Capability> capabilities;
    private final Function<TransportSettings, Transport> constructor;

    TransportType(String word, Set<Capability> capabilities, Function<TransportSettings, Transport> constructor) {
        this.word = word;
        this.capabilities = capabilities;
        this.constructor = constructor;
    }

    /** The word that stands for it in options and files. */
    @Override
    public String toString() {
        return word;
    }

    /** All that it can do. */
    public Set<Capability> capabilities() {
        return capabilities;
    }

    /** Whether it can do something. */
    public boolean can(Capability capability) {
        return capabilities.contains(capability);
    }

    /**
     * How many connections it has open at once, at most: one for each worker, for both of these. A transport on which
     * workers share connections has fewer.
     *
     * @param workers at least 1
     */
    public int connections(int workers) {
        return workers;
    }

    /** Makes the transport ready; no connection is opened yet. */
    public Transport open(TransportSettings settings) {
        return constructor.apply(settings);
    }
}
