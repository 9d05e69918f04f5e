package io.github.swipestorm.client.transport;

import io.github.swipestorm.client.registry.Named;
import io.github.swipestorm.client.registry.Registry;
import java.util.Set;

/**
 * A transport that plans can ask for: what it can do, and how it is opened. Safe for any number of threads; two of one class
 * should be equal.
 *
 * <p>One that is to be known by its name is registered: its class is public, has a public constructor without parameters, and
 * is named in {@code META-INF/services/io.github.swipestorm.client.transport.TransportType}.
 */
public interface TransportType extends Named {

    /** All transports that are registered. */
    Registry<TransportType> REGISTRY = new Registry<>(TransportType.class);

    /**
     * The registered transport with a name, in whatever case that is written.
     *
     * @throws IllegalArgumentException when there is none, with a message that lists the names
     */
    static TransportType named(String name) {
        return REGISTRY.named(name);
    }

    /** All that it can do. */
    Set<Capability> capabilities();

    /** Whether it can do something. */
    default boolean can(Capability capability) {
        return capabilities().contains(capability);
    }

    /**
     * How many connections it has open at once, at most: one for each worker. A transport on which workers share connections
     * has fewer.
     *
     * @param workers at least 1
     */
    default int connections(int workers) {
        return workers;
    }

    /** Makes the transport ready; no connection is opened yet. */
    Transport open(TransportSettings settings);
}
