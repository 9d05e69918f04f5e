package io.github.swipestorm.client.model;

/**
 * The numbers that some models want.
 *
 * @param batch requests that a Less-Blocking worker claims at once, at least 1
 * @param producers threads that fill the Producer-Consumer queue, at least 1
 * @param queueCapacity places in that queue, at least 1
 */
public record ModelSettings(int batch, int producers, int queueCapacity) {

    /** The mission's numbers. */
    public static final ModelSettings DEFAULT = new ModelSettings(500, 1, 10_000);

    public ModelSettings {
        requirePositive("batch", batch);
        requirePositive("number of producers", producers);
        requirePositive("queue capacity", queueCapacity);
    }

    private static void requirePositive(String name, int value) {
        if (value < 1) {
            throw new IllegalArgumentException("The " + name + " must be at least 1, not " + value);
        }
    }
}
