package io.github.swipestorm.client.telemetry;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * What was read at one instant of a run, about the interval since the sample before. Immutable.
 *
 * @param atUs the instant, in microseconds since the start of the run
 * @param intervalUs how long the interval was
 * @param readings those that could be had; what cannot be read on this machine is absent, not zero
 * @param coreBusy share of the interval that each of the machine's cores was busy, 0 to 1; empty where it cannot be read
 */
public record TelemetrySample(long atUs, long intervalUs, Map<Reading, Double> readings, List<Double> coreBusy) {

    public TelemetrySample {
        Map<Reading, Double> copy = new EnumMap<>(Reading.class);
        copy.putAll(readings);
        readings = copy;
        coreBusy = List.copyOf(coreBusy);
    }

    /** A reading, if it could be had. */
    public OptionalDouble get(Reading reading) {
        Double value = readings.get(reading);
        return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
    }
}
