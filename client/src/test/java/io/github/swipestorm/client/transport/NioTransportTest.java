package io.github.swipestorm.client.transport;

class NioTransportTest extends TransportContract {

    @Override
    TransportChoice choice() {
        return TransportChoice.of(Transports.NIO);
    }
}
