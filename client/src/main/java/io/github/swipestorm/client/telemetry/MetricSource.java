package io.github.swipestorm.client.telemetry;

import java.io.IOException;

/** Something that is looked at for each sample; for the one thread that samples. */
interface MetricSource extends AutoCloseable {

    /**
     * Reads what it reads. The first time, counters only learn where they stand.
     *
     * @throws IOException when it cannot be read on this machine, or not any more; it is then not asked again
     */
    void read(SampleBuilder interval) throws IOException;

    @Override
    default void close() {}
}
