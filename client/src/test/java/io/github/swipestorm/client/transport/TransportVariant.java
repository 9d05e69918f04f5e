package io.github.swipestorm.client.transport;

import java.util.Optional;

/** The transports there are: what is promised of answers, connections and requests is promised of each. */
enum TransportVariant {
    CLASSIC(TransportChoice.of(new Classic()), ""),
    /** Credentials require the chain's path, and change only one header compared with the direct one. */
    CHAINED(
            TransportChoice.of(new Classic())
                    .with(new HttpFeatures(Optional.empty(), Optional.of(new Credentials("jo", "a:b")), false)),
            "Authorization: Basic am86YTpi\r\n"),
    NIO(TransportChoice.of(new Nio()), "");

    private final TransportChoice choice;
    private final String ownHeaders;

    TransportVariant(TransportChoice choice, String ownHeaders) {
        this.choice = choice;
        this.ownHeaders = ownHeaders;
    }

    TransportChoice choice() {
        return choice;
    }

    /** Header lines that a request has because of the choice, behind those that every request has. */
    String ownHeaders() {
        return ownHeaders;
    }
}
