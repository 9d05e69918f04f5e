package io.github.swipestorm.client.transport;

import io.github.swipestorm.client.transport.httpclient.ChainedTransport;
import io.github.swipestorm.client.transport.httpclient.ClassicTransport;
import io.github.swipestorm.client.transport.nio.NioTransport;
import java.util.function.Function;

/** The transports there are. */
public enum TransportType {
    /** Apache HttpClient 5, one blocking connection for each worker; with its execution chain only for detours. */
    CLASSIC(
            "classic",
            false,
            settings -> settings.choice().detours().any()
                    ? new ChainedTransport(settings)
                    : new ClassicTransport(settings)),
    /** Non-blocking sockets on a few event loops. */
    NIO("nio", true, NioTransport::new);

    private final String word;
    private final boolean eventDriven;
    private final Function<TransportSettings, Transport> constructor;

    TransportType(String word, boolean eventDriven, Function<TransportSettings, Transport> constructor) {
        this.word = word;
        this.eventDriven = eventDriven;
        this.constructor = constructor;
    }

    /** The word that stands for it in options and files. */
    @Override
    public String toString() {
        return word;
    }

    /** Whether many workers share a thread, in an {@link EventTransport}. */
    public boolean eventDriven() {
        return eventDriven;
    }

    /** Makes the transport ready; no connection is opened yet. */
    public Transport open(TransportSettings settings) {
        return constructor.apply(settings);
    }
}
