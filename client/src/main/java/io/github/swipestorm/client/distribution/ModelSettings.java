package io.github.swipestorm.client.distribution;

import io.github.swipestorm.client.setting.PlanException;
import io.github.swipestorm.client.setting.Setting;

/**
 * Parameters of the sending models.
 *
 * @param batch requests that a Less-Blocking worker claims at once, at least 1
 * @param producers threads that fill the Producer-Consumer queue, at least 1
 * @param queueCapacity capacity of that queue, 1 to 100,000,000
 */
public record ModelSettings(int batch, int producers, int queueCapacity) {

    /** The reference study's parameters. */
    public static final ModelSettings DEFAULT = new ModelSettings(500, 1, 10_000);

    /** 8 bytes per slot; a larger capacity is almost certainly a typo. */
    private static final int MOST_QUEUE_CAPACITY = 100_000_000;

    public ModelSettings {
        PlanException.requireInRange(Setting.BATCH, batch, 1, Long.MAX_VALUE);
        PlanException.requireInRange(Setting.PRODUCERS, producers, 1, Long.MAX_VALUE);
        PlanException.requireInRange(Setting.QUEUE_CAPACITY, queueCapacity, 1, MOST_QUEUE_CAPACITY);
    }
}
