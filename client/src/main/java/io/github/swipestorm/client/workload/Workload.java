package io.github.swipestorm.client.workload;

import io.github.swipestorm.client.http.Operation;
import io.github.swipestorm.client.registry.Named;
import io.github.swipestorm.client.registry.Registry;
import java.util.List;

/**
 * What to send. A request is a pure function of the plan's seed and of its index, so that the same seed gives the same
 * requests with any sending model, transport and number of workers. Thread-safe; two workloads that send the same
 * should be equal.
 *
 * <p>To select a workload by name, register it: its class is public, has a public constructor without parameters, and
 * is named in {@code META-INF/services/io.github.swipestorm.client.workload.Workload}.
 */
public interface Workload extends Named {

    /** All registered workloads. */
    Registry<Workload> REGISTRY = new Registry<>(Workload.class);

    /**
     * The registered workload with a name, ignoring case.
     *
     * @throws IllegalArgumentException when there is none, with a message that lists the names
     */
    static Workload named(String name) {
        return REGISTRY.named(name);
    }

    /** All operations of its requests; an operation's id is its index in this list. At least one. */
    List<Operation> operations();

    /** The requests of a seed; called once for each phase of a run. */
    Requests requests(long seed);
}
