package io.github.swipestorm.client.distribution;

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

    /** Eight bytes for each place: more than this is a slip of the finger, not a wish. */
    private static final int MOST_QUEUE_CAPACITY = 100_000_000;

    public ModelSettings {
        requirePositive("batch", batch);
        requirePositive("number of producers", producers);
        requirePositive("queue capacity", queueCapacity);
        if (queueCapacity > MOST_QUEUE_CAPACITY) {
            throw new IllegalArgumentException(
                    "The queue capacity must be at most " + MOST_QUEUE_CAPACITY + ", not " + queueCapacity);
        }
    }

    private static void requirePositive(String name, int value) {
        if (value < 1) {
            throw new IllegalArgumentException("The " + name + " must be at least 1, not " + value);
        }
    }
}
