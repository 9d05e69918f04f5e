package io.github.swipestorm.client.clock;

/**
 * The source of all instants of a run: sent, due and done, time-outs, waits and sampling. Only differences of instants of
 * the same clock mean anything. Safe for any number of threads.
 */
@FunctionalInterface
public interface NanoClock {

    /** The JVM's monotonic clock, which no change of the time of day touches. */
    NanoClock SYSTEM = System::nanoTime;

    /** The present instant in nanoseconds; may be negative. */
    long nanoTime();
}
