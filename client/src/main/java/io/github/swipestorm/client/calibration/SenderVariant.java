package io.github.swipestorm.client.calibration;

import io.github.swipestorm.client.plan.WorkerThreads;
import io.github.swipestorm.client.transport.Capability;
import io.github.swipestorm.client.transport.TransportType;
import java.util.ArrayList;
import java.util.List;

/**
 * A combination of transport and worker threads that has its own capacity.
 *
 * @param transport how requests are sent
 * @param workerThreads kind of threads that workers run on
 */
public record SenderVariant(TransportType transport, WorkerThreads workerThreads) {

    /** All variants of these transports that this JVM supports. */
    public static List<SenderVariant> of(List<TransportType> transports) {
        List<SenderVariant> variants = new ArrayList<>();
        for (TransportType transport : transports) {
            variants.add(new SenderVariant(transport, WorkerThreads.PLATFORM));
            if (transport.can(Capability.VIRTUAL_THREADS) && WorkerThreads.VIRTUAL.available()) {
                variants.add(new SenderVariant(transport, WorkerThreads.VIRTUAL));
            }
        }
        return variants;
    }

    /** Its name in reports. */
    @Override
    public String toString() {
        return transport.can(Capability.EVENT_LOOPS)
                ? transport.name()
                : transport.name() + ", " + workerThreads + " threads";
    }
}
