package io.github.swipestorm.client.engine.internal;

import io.github.swipestorm.client.measure.LatencyDistribution;
import io.github.swipestorm.client.measure.LatencyHistogram;

/** How long it took to establish each connection of a plan. Connections are rare enough for a lock; for any thread. */
final class ConnectTimes {

    private final LatencyHistogram histogram = new LatencyHistogram();

    synchronized void record(long nanos) {
        histogram.record(nanos / 1_000);
    }

    /** How many were recorded so far. */
    synchronized long count() {
        return histogram.count();
    }

    /** What was recorded; to be asked when no connection is made any more. */
    synchronized LatencyDistribution distribution() {
        return histogram;
    }
}
