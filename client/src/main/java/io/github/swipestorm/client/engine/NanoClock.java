package io.github.swipestorm.client.engine;

/** Where instants of a run come from; only their differences mean anything. Safe for any number of threads. */
@FunctionalInterface
public interface NanoClock {

    /** The JVM's monotonic clock, which no change of the time of day touches. */
    NanoClock SYSTEM = System::nanoTime;

    /** The present instant in nanoseconds. */
    long nanoTime();
}
