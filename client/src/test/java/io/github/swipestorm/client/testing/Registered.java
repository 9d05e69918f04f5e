package io.github.swipestorm.client.testing;

import io.github.swipestorm.client.distribution.SendingModel;
import io.github.swipestorm.client.transport.TransportType;
import java.util.List;

/** The parts that are registered, as arguments of tests. */
public final class Registered {

    private Registered() {}

    public static List<SendingModel> models() {
        return SendingModel.REGISTRY.all();
    }

    public static List<TransportType> transports() {
        return TransportType.REGISTRY.all();
    }
}
