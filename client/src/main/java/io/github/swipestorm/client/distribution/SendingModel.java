package io.github.swipestorm.client.distribution;

import io.github.swipestorm.client.registry.Named;
import io.github.swipestorm.client.registry.Registry;

/**
 * The rule that distributes a run's requests among its workers. A model only hands out indexes: it never sends,
 * retries, records, counts, prints, sleeps or reads a clock, so that models differ only in the rule. Stateless and
 * thread-safe; two instances of one class should be equal.
 *
 * <p>To select a model by name, register it: its class is public, has a public constructor without parameters, and is
 * named in {@code META-INF/services/io.github.swipestorm.client.distribution.SendingModel}.
 */
public interface SendingModel extends Named {

    /** All registered models. */
    Registry<SendingModel> REGISTRY = new Registry<>(SendingModel.class);

    /**
     * The registered model with a name, ignoring case.
     *
     * @throws IllegalArgumentException when there is none, with a message that lists the names
     */
    static SendingModel named(String name) {
        return REGISTRY.named(name);
    }

    /** The name in reports. */
    default String title() {
        return name();
    }

    /**
     * Distributes a job; called once for each phase of a run.
     *
     * @param settings parameters, of which a model uses those that it needs
     */
    WorkDistribution share(WorkItems job, ModelSettings settings);
}
