package io.github.swipestorm.client.telemetry;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Builds a sample. Omits values that are not numbers or are below zero, as no reading can be. CPU time is counted in
 * steps of up to 10 ms, so an interval shorter than {@link #SHORTEST_NANOS} has none, and CPU readings are limited to
 * the machine's cores.
 */
final class SampleBuilder {

    /** CPU time of a shorter interval is mostly the counters' steps. */
    static final long SHORTEST_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final long nanos;
    private final Map<Metric, Double> readings = new EnumMap<>(Metric.class);
    private List<Double> coreBusy = List.of();

    /** A sample of the last nanoseconds, at least 1. */
    SampleBuilder(long nanos) {
        this.nanos = nanos;
    }

    /** Its length. */
    double seconds() {
        return nanos / 1e9;
    }

    /** Adds a value. */
    void put(Metric reading, double value) {
        if (value >= 0 && Double.isFinite(value)) {
            readings.put(reading, value);
        }
    }

    /** Adds an amount as a rate per second. */
    void putRate(Metric reading, double amount) {
        put(reading, amount / seconds());
    }

    /** Adds the busy share of each core. */
    void putCores(List<Double> busy) {
        coreBusy = busy;
    }

    /** A value that was added already; NaN when there is none. */
    double get(Metric reading) {
        return readings.getOrDefault(reading, Double.NaN);
    }

    /** How many cores were busy in total; NaN when that is not known. */
    double busyCores() {
        return coreBusy.isEmpty()
                ? Double.NaN
                : coreBusy.stream().mapToDouble(Double::doubleValue).sum();
    }

    /** The finished sample. */
    TelemetrySample at(long atUs) {
        if (nanos < SHORTEST_NANOS) {
            readings.keySet().removeIf(Metric::usesCpu);
            coreBusy = List.of();
        } else {
            double cores = coreBusy.isEmpty() ? Runtime.getRuntime().availableProcessors() : coreBusy.size();
            readings.replaceAll((reading, value) -> reading.usesCpu() ? Math.min(value, cores) : value);
        }
        return new TelemetrySample(atUs, Math.max(1, nanos / 1_000), readings, coreBusy);
    }
}
