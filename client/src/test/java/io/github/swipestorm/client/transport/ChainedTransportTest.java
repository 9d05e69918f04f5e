package io.github.swipestorm.client.transport;

import java.util.Optional;

/** Credentials take the chain's road, and leave everything but one header as it is on the direct one. */
class ChainedTransportTest extends TransportContract {

    @Override
    TransportChoice choice() {
        Detours detours = new Detours(Optional.empty(), Optional.of(new Credentials("jo", "a:b")), false);
        return TransportChoice.of(Transports.CLASSIC).with(detours);
    }

    @Override
    String ownHeaders() {
        return "Authorization: Basic am86YTpi\r\n";
    }
}
