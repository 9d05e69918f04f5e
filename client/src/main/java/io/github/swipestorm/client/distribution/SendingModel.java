package io.github.swipestorm.client.distribution;

/**
 * The rule that shares a run's requests among its workers. A model hands out indexes and does nothing else: it never
 * sends, retries, records, counts, prints, sleeps or reads a clock, so that models differ in nothing but the rule.
 */
public interface SendingModel {

    /** Shares a job out; called once for each run. */
    WorkDistribution share(WorkItems job);
}
