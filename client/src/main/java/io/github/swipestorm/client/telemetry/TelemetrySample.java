package io.github.swipestorm.client.telemetry;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * The metrics of the interval between the previous sample and this one. Immutable.
 *
 * @param atUs the instant, in microseconds since the start of the run
 * @param intervalUs how long the interval was
 * @param readings those that could be had; what cannot be read on this machine is absent, not zero
 * @param coreBusy share of the interval that each of the machine's cores was busy, 0 to 1; empty where it cannot be read
 */
public record TelemetrySample(long atUs, long intervalUs, Map<Metric, Double> readings, List<Double> coreBusy) {

    public TelemetrySample {
        Map<Metric, Double> copy = new EnumMap<>(Metric.class);
        copy.putAll(readings);
        readings = copy;
        coreBusy = List.copyOf(coreBusy);
    }

    /** This sample and the next one as one, about both intervals: the longest lag, and the means of everything else. */
    TelemetrySample and(TelemetrySample next) {
        Map<Metric, Double> both = new EnumMap<>(Metric.class);
        for (Metric reading : Metric.values()) {
            OptionalDouble here = get(reading);
            OptionalDouble there = next.get(reading);
            if (here.isPresent() && there.isPresent()) {
                both.put(
                        reading,
                        reading == Metric.SCHEDULING_LAG
                                ? Math.max(here.getAsDouble(), there.getAsDouble())
                                : mean(here.getAsDouble(), there.getAsDouble(), next));
            } else {
                here.ifPresent(value -> both.put(reading, value));
                there.ifPresent(value -> both.put(reading, value));
            }
        }
        List<Double> cores = new ArrayList<>();
        for (int core = 0; core < Math.min(coreBusy.size(), next.coreBusy.size()); core++) {
            cores.add(mean(coreBusy.get(core), next.coreBusy.get(core), next));
        }
        return new TelemetrySample(next.atUs, intervalUs + next.intervalUs, both, cores);
    }

    /** The same, stamped with {@code endUs}, which lies after its interval's start, when it was taken later. */
    TelemetrySample until(long endUs) {
        return atUs <= endUs
                ? this
                : new TelemetrySample(endUs, Math.max(1, intervalUs - (atUs - endUs)), readings, coreBusy);
    }

    private double mean(double here, double there, TelemetrySample next) {
        return (here * intervalUs + there * next.intervalUs) / (intervalUs + next.intervalUs);
    }

    /** A reading, if it could be had. */
    public OptionalDouble get(Metric reading) {
        Double value = readings.get(reading);
        return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
    }
}
