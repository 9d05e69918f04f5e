package io.github.swipestorm.client.clock;

/**
 * The source of all instants of a run: sent, due and done, time-outs, waits and sampling. Only differences between
 * instants of the same clock are meaningful. Thread-safe.
 */
@FunctionalInterface
public interface NanoClock {

    /** The JVM's monotonic clock, which changes to the time of day do not affect. */
    NanoClock SYSTEM = System::nanoTime;

    /** The current instant in nanoseconds; may be negative. */
    long nanoTime();
}
