package io.github.swipestorm.client.distribution;

import io.github.swipestorm.client.setting.PlanException;
import io.github.swipestorm.client.setting.Setting;

/**
 * The numbers that some models want.
 *
 * @param batch requests that a Less-Blocking worker claims at once, at least 1
 * @param producers threads that fill the Producer-Consumer queue, at least 1
 * @param queueCapacity places in that queue, 1 to 100,000,000
 */
public record ModelSettings(int batch, int producers, int queueCapacity) {

    /** The reference study's numbers. */
    public static final ModelSettings DEFAULT = new ModelSettings(500, 1, 10_000);

    /** Eight bytes for each place: a larger number is a typing error. */
    private static final int MOST_QUEUE_CAPACITY = 100_000_000;

    public ModelSettings {
        PlanException.requireInRange(Setting.BATCH, batch, 1, Long.MAX_VALUE);
        PlanException.requireInRange(Setting.PRODUCERS, producers, 1, Long.MAX_VALUE);
        PlanException.requireInRange(Setting.QUEUE_CAPACITY, queueCapacity, 1, MOST_QUEUE_CAPACITY);
    }
}
