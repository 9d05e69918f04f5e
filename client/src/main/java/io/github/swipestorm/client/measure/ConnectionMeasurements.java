package io.github.swipestorm.client.measure;

import java.util.Optional;

/**
 * How long it took to establish the connections of a run, including those before the clock started.
 *
 * @param connect from the beginning to the established connection; the other two are parts of it
 * @param nameLookup of the host's name, once per run; empty for an address, and where a proxy looks the name up
 * @param tlsHandshake of each connection over TLS
 * @param http empty for a plan with HTTP/1.1
 */
public record ConnectionMeasurements(
        LatencyHistogram connect, LatencyHistogram nameLookup, LatencyHistogram tlsHandshake, Optional<HttpUse> http) {

    /** No connection. */
    public static ConnectionMeasurements none() {
        return new ConnectionMeasurements(
                LatencyHistogram.growing(), LatencyHistogram.growing(), LatencyHistogram.growing(), Optional.empty());
    }

    /** How many connections were established. */
    public long count() {
        return connect.count();
    }

    /** The connections of both of two runs, or two parts of one. */
    public ConnectionMeasurements plus(ConnectionMeasurements other) {
        return new ConnectionMeasurements(
                connect.plus(other.connect),
                nameLookup.plus(other.nameLookup),
                tlsHandshake.plus(other.tlsHandshake),
                http.isPresent() && other.http.isPresent()
                        ? Optional.of(http.get().plus(other.http.get()))
                        : http.or(() -> other.http));
    }
}
