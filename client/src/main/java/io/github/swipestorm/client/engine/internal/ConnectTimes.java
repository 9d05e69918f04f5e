package io.github.swipestorm.client.engine.internal;

import io.github.swipestorm.client.measure.ConnectionMeasurements;
import io.github.swipestorm.client.measure.LatencyHistogram;
import io.github.swipestorm.client.transport.ConnectionListener;

/** How long it took to establish each connection of a plan. Thread-safe by a lock, since connections are rare. */
final class ConnectTimes implements ConnectionListener {

    private final ConnectionMeasurements times = ConnectionMeasurements.none();

    @Override
    public void connected(long nanos) {
        record(nanos, times.connect());
    }

    @Override
    public void lookedUp(long nanos) {
        record(nanos, times.nameLookup());
    }

    @Override
    public void secured(long nanos) {
        record(nanos, times.tlsHandshake());
    }

    private synchronized void record(long nanos, LatencyHistogram histogram) {
        histogram.record(nanos / 1_000);
    }

    /** How many connections were recorded so far. */
    synchronized long count() {
        return times.count();
    }

    /** The recorded times; call it when no connection is being made any more. */
    synchronized ConnectionMeasurements measurements() {
        return times;
    }
}
