package io.github.swipestorm.client.telemetry;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * The samples of the client, the machine and the server during a run. Immutable.
 *
 * @param samples in the order of time
 * @param pauses of the client's garbage collector, in the order of time
 */
public record Telemetry(List<TelemetrySample> samples, List<GcPause> pauses) {

    /** No samples. */
    public static final Telemetry NONE = new Telemetry(List.of(), List.of());

    public Telemetry {
        samples = List.copyOf(samples);
        pauses = List.copyOf(pauses);
    }

    /** These samples followed by later ones of the same run. */
    public Telemetry and(Telemetry later) {
        return new Telemetry(
                Stream.concat(samples.stream(), later.samples.stream()).toList(),
                Stream.concat(pauses.stream(), later.pauses.stream()).toList());
    }

    /** The samples after the last one of an earlier state, and the pauses after its last one. */
    public Telemetry since(Telemetry earlier) {
        long sampledUs = earlier.samples.isEmpty()
                ? -1
                : earlier.samples.get(earlier.samples.size() - 1).atUs();
        long pausedUs = earlier.pauses.isEmpty()
                ? -1
                : earlier.pauses.get(earlier.pauses.size() - 1).startUs();
        return new Telemetry(
                samples.stream().filter(sample -> sample.atUs() > sampledUs).toList(),
                pauses.stream().filter(pause -> pause.startUs() > pausedUs).toList());
    }

    /** The samples after an instant of the run, for example the end of the ramp-up. */
    public Telemetry after(Duration start) {
        long startUs = start.toNanos() / 1_000;
        return new Telemetry(
                samples.stream()
                        .filter(sample -> sample.atUs() - sample.intervalUs() >= startUs)
                        .toList(),
                pauses.stream().filter(pause -> pause.startUs() >= startUs).toList());
    }

    /**
     * The samples up to the end of a run. The last sample is taken a moment later, when every worker has ended: it gets
     * the time stamp of the run's end, as it covers the time before it. Later samples are omitted.
     *
     * @param end of the run since its start; nothing is omitted when it is zero, as then no attempt was made
     */
    public Telemetry until(Duration end) {
        long endUs = end.toNanos() / 1_000;
        if (endUs == 0) {
            return this;
        }
        return new Telemetry(
                samples.stream()
                        .filter(sample -> sample.atUs() - sample.intervalUs() < endUs)
                        .map(sample -> sample.until(endUs))
                        .toList(),
                pauses.stream().filter(pause -> pause.startUs() < endUs).toList());
    }

    /**
     * The samples of several clients that began at the same instant, as if they were one: what each of them used is added up, what
     * was seen of a machine counts once for each machine, and of the busiest thread and the longest delay the worst counts.
     *
     * @param machines the clients of each machine
     */
    public static Telemetry merged(Collection<List<Telemetry>> machines) {
        return MergedSamples.of(machines);
    }

    /** The highest value of a metric in any sample; absent when it was never read. */
    public OptionalDouble max(Metric reading) {
        return samples.stream()
                .map(sample -> sample.get(reading))
                .flatMapToDouble(OptionalDouble::stream)
                .max();
    }

    /** The mean number of busy cores of the machine; absent where that could not be read. */
    public OptionalDouble busyCores() {
        List<Double> means = coreBusyMeans();
        return means.isEmpty()
                ? OptionalDouble.empty()
                : OptionalDouble.of(
                        means.stream().mapToDouble(Double::doubleValue).sum());
    }

    /** The share of the time that each of the machine's cores was busy, 0 to 1; empty where that could not be read. */
    public List<Double> coreBusyMeans() {
        double[] sums = new double[cores()];
        long time = 0;
        for (TelemetrySample sample : samples) {
            if (sample.coreBusy().size() == sums.length) {
                for (int core = 0; core < sums.length; core++) {
                    sums[core] += sample.coreBusy().get(core) * sample.intervalUs();
                }
                time += sample.intervalUs();
            }
        }
        double all = time;
        return DoubleStream.of(sums).map(sum -> sum / all).boxed().toList();
    }

    /** How many cores the machine has; 0 where that could not be read. */
    public int cores() {
        return samples.stream()
                .mapToInt(sample -> sample.coreBusy().size())
                .max()
                .orElse(0);
    }

    /** The mean of a metric over the run, each sample weighted with its interval; absent when it was never read. */
    public OptionalDouble mean(Metric reading) {
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
