package io.github.swipestorm.client.transport;

import java.util.function.Function;

/** The transports there are. */
public enum Transports {
    /** Apache HttpClient 5, one blocking connection for each worker. */
    CLASSIC(ClassicTransport::new);

    private final Function<TransportSettings, BlockingTransport> constructor;

    Transports(Function<TransportSettings, BlockingTransport> constructor) {
        this.constructor = constructor;
    }

    /** Makes the transport ready; no connection is opened yet. */
    public BlockingTransport open(TransportSettings settings) {
        return constructor.apply(settings);
    }
}
