package io.github.swipestorm.client.telemetry;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** A sample while it is being made. A value that is no number or below zero is left out: nothing that is read can be. */
final class Interval {

    private final long nanos;
    private final Map<Reading, Double> readings = new EnumMap<>(Reading.class);
    private List<Double> coreBusy = List.of();

    /** A sample about the last so many nanoseconds, at least 1. */
    Interval(long nanos) {
        this.nanos = nanos;
    }

    /** How long it is. */
    double seconds() {
        return nanos / 1e9;
    }

    /** Notes a value down. */
    void put(Reading reading, double value) {
        if (value >= 0 && Double.isFinite(value)) {
            readings.put(reading, value);
        }
    }

    /** Notes down how much of something there was in each second. */
    void putRate(Reading reading, double amount) {
        put(reading, amount / seconds());
    }

    /** Notes down the busy share of each core. */
    void putCores(List<Double> busy) {
        coreBusy = busy;
    }

    /** The finished sample. */
    TelemetrySample at(long atUs) {
        return new TelemetrySample(atUs, Math.max(1, nanos / 1_000), readings, coreBusy);
    }
}
