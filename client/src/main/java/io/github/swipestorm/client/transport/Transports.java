package io.github.swipestorm.client.transport;

import java.util.function.Function;

/** The transports there are. */
public enum Transports {
    /** Apache HttpClient 5, one blocking connection for each worker. */
    CLASSIC("classic", ClassicTransport::new);

    private final String word;
    private final Function<TransportSettings, BlockingTransport> constructor;

    Transports(String word, Function<TransportSettings, BlockingTransport> constructor) {
        this.word = word;
        this.constructor = constructor;
    }

    /** The word that stands for it in options and files. */
    @Override
    public String toString() {
        return word;
    }

    /** Makes the transport ready; no connection is opened yet. */
    public BlockingTransport open(TransportSettings settings) {
        return constructor.apply(settings);
    }
}
