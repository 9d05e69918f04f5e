package io.github.swipestorm.client.transport;

import io.github.swipestorm.client.registry.Named;
import io.github.swipestorm.client.registry.Registry;
import java.util.Set;

/**
 * A transport that plans can select: its capabilities, and how it is opened. Thread-safe; two instances of one class
 * should be equal.
 *
 * <p>To select one by name, register it: its class is public, has a public constructor without parameters, and is named
 * in {@code META-INF/services/io.github.swipestorm.client.transport.TransportType}.
 */
public interface TransportType extends Named {

    /** All registered transports. */
    Registry<TransportType> REGISTRY = new Registry<>(TransportType.class);

    /**
     * The registered transport with a name, ignoring case.
     *
     * @throws IllegalArgumentException when there is none, with a message that lists the names
     */
    static TransportType named(String name) {
        return REGISTRY.named(name);
    }

    /** All its capabilities. */
    Set<Capability> capabilities();

    /** Whether it has a capability. */
    default boolean can(Capability capability) {
        return capabilities().contains(capability);
    }

    /**
     * How many connections it has open at once, at most: one per worker. A transport on which workers share connections
     * has fewer.
     *
     * @param workers at least 1
     */
    default int connections(int workers) {
        return workers;
    }

    /** Prepares the transport; opens no connection yet. */
    Transport open(TransportSettings settings);
}
