package io.github.swipestorm.client.engine.internal;

import io.github.swipestorm.client.measure.ConnectionMeasurements;
import io.github.swipestorm.client.measure.HttpUse;
import io.github.swipestorm.client.measure.LatencyHistogram;
import io.github.swipestorm.client.transport.ConnectionListener;
import io.github.swipestorm.client.transport.HttpVersion;
import java.util.Optional;
import java.util.OptionalInt;

/** Records how long it takes to establish each connection of a plan. Thread-safe by a lock, since connections are rare. */
final class ConnectionRecorder implements ConnectionListener {

    private final ConnectionMeasurements times = ConnectionMeasurements.none();
    private Optional<HttpVersion> version = Optional.empty();
    private OptionalInt permitted = OptionalInt.empty();
    private long resent;

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

    @Override
    public synchronized void resent() {
        resent++;
    }

    @Override
    public synchronized void limited(int streams, int wanted) {
        permitted = permitted.isEmpty() || streams < permitted.getAsInt() ? OptionalInt.of(streams) : permitted;
    }

    @Override
    public synchronized void negotiated(HttpVersion chosen) {
        version = Optional.of(chosen);
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
        return new ConnectionMeasurements(
                times.connect(),
                times.nameLookup(),
                times.tlsHandshake(),
                version.map(used -> new HttpUse(used.toString(), permitted, resent)));
    }
}
