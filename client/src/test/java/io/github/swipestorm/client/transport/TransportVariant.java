package io.github.swipestorm.client.transport;

import io.github.swipestorm.client.transport.httpclient.ChainedTransport;
import java.util.Optional;
import java.util.Set;

/** The transports there are: what is promised of answers, connections and requests is promised of each. */
enum TransportVariant {
    CLASSIC(TransportChoice.of(new Classic()), ""),
    /** Credentials change only one header. */
    CHAINED(
            TransportChoice.of(new Chain())
                    .with(new HttpFeatures(Optional.empty(), Optional.of(new Credentials("jo", "a:b")), false)),
            "Authorization: Basic am86YTpi\r\n"),
    NIO(
            TransportChoice.of(new Nio())
                    .with(new HttpFeatures(Optional.empty(), Optional.of(new Credentials("jo", "a:b")), false)),
            "Authorization: Basic am86YTpi\r\n");

    /** Transport classic as with a proxy or redirects, but without either. */
    private record Chain() implements TransportType {

        @Override
        public String name() {
            return "chain";
        }

        @Override
        public Set<Capability> capabilities() {
            return new Classic().capabilities();
        }

        @Override
        public Transport open(TransportSettings settings) {
            return new ChainedTransport(settings);
        }
    }

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
