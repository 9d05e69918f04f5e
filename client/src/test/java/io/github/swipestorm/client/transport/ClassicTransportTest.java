package io.github.swipestorm.client.transport;

class ClassicTransportTest extends TransportContract {

    @Override
    TransportChoice choice() {
        return TransportChoice.of(Transports.CLASSIC);
    }
}
