package io.github.swipestorm.client.telemetry;

import java.util.List;
import java.util.OptionalDouble;

/**
 * What the client saw of itself, of the machine and of the server during a run. Immutable.
 *
 * @param samples in the order of time
 * @param pauses of the client's garbage collector, in the order of time
 */
public record Telemetry(List<TelemetrySample> samples, List<GcPause> pauses) {

    /** Nothing was watched. */
    public static final Telemetry NONE = new Telemetry(List.of(), List.of());

    public Telemetry {
        samples = List.copyOf(samples);
        pauses = List.copyOf(pauses);
    }

    /** The mean of a reading over the run, each sample weighed with its interval; absent when it was never had. */
    public OptionalDouble mean(Reading reading) {
        double sum = 0;
        long time = 0;
        for (TelemetrySample sample : samples) {
            OptionalDouble value = sample.get(reading);
            if (value.isPresent()) {
                sum += value.getAsDouble() * sample.intervalUs();
                time += sample.intervalUs();
            }
        }
        return time == 0 ? OptionalDouble.empty() : OptionalDouble.of(sum / time);
    }
}
