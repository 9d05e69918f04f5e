package io.github.swipestorm.client.engine.internal;

import io.github.swipestorm.client.measure.LatencyDistribution;
import io.github.swipestorm.client.measure.LatencyHistogram;

/** How long it took to establish each connection of a plan. Thread-safe by a lock, since connections are rare. */
final class ConnectTimes {

    private final LatencyHistogram histogram = new LatencyHistogram();

    synchronized void record(long nanos) {
        histogram.record(nanos / 1_000);
    }

    /** How many connections were recorded so far. */
    synchronized long count() {
        return histogram.count();
    }

    /** The recorded times; call it when no connection is being made any more. */
    synchronized LatencyDistribution distribution() {
        return histogram;
    }
}
