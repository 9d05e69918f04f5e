package io.github.swipestorm.client.telemetry;

import java.io.IOException;

/** A probe that is read for each sample. Confined to the sampling thread. */
interface MetricSource extends AutoCloseable {

    /**
     * Reads the source. The first reading only initialises counters.
     *
     * @throws IOException when it cannot be read on this machine, or not any more; it is then not read again
     */
    void read(SampleBuilder interval) throws IOException;

    @Override
    default void close() {}
}
