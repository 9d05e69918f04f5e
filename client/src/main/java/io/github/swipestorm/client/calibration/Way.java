package io.github.swipestorm.client.calibration;

import io.github.swipestorm.client.engine.WorkerThreads;
import io.github.swipestorm.client.transport.Transports;
import java.util.ArrayList;
import java.util.List;

/**
 * A way of sending that has a limit of its own.
 *
 * @param transport how requests travel
 * @param workerThreads what workers run on
 */
public record Way(Transports transport, WorkerThreads workerThreads) {

    /** All ways that this JVM has, of these transports. */
    public static List<Way> of(List<Transports> transports) {
        List<Way> ways = new ArrayList<>();
        for (Transports transport : transports) {
            ways.add(new Way(transport, WorkerThreads.PLATFORM));
            if (!transport.eventDriven() && WorkerThreads.VIRTUAL.available()) {
                ways.add(new Way(transport, WorkerThreads.VIRTUAL));
            }
        }
        return ways;
    }

    /** Its name for people. */
    @Override
    public String toString() {
        return transport.eventDriven() ? transport.toString() : transport + ", " + workerThreads + " threads";
    }
}
