package io.github.swipestorm.client.distribution;

import io.github.swipestorm.client.registry.Named;
import io.github.swipestorm.client.registry.Registry;

/**
 * The rule that shares a run's requests among its workers. A model hands out indexes and does nothing else: it never
 * sends, retries, records, counts, prints, sleeps or reads a clock, so that models differ in nothing but the rule. It has no
 * state of its own, and is safe for any number of threads; two models of one class should be equal.
 *
 * <p>A model that is to be known by its name is registered: its class is public, has a public constructor without parameters,
 * and is named in {@code META-INF/services/io.github.swipestorm.client.distribution.SendingModel}.
 */
public interface SendingModel extends Named {

    /** All models that are registered. */
    Registry<SendingModel> REGISTRY = new Registry<>(SendingModel.class);

    /**
     * The registered model with a name, in whatever case that is written.
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
     * Shares a job out; called once for each phase of a run.
     *
     * @param settings of which a model takes the numbers that it needs
     */
    WorkDistribution share(WorkItems job, ModelSettings settings);
}
