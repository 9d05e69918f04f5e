package io.github.swipestorm.client.telemetry;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/** The samples of several clients as those of one. */
final class MergedSamples {

    private static final long SECOND_US = 1_000_000;

    /** Metrics of the client process itself: the sum of all clients. */
    private static final Set<Metric> ADDED = EnumSet.of(
            Metric.CLIENT_CPU,
            Metric.SAMPLING,
            Metric.CLIENT_CPU_LIMIT,
            Metric.CLIENT_RSS,
            Metric.ALLOCATION,
            Metric.VOLUNTARY_SWITCHES,
            Metric.INVOLUNTARY_SWITCHES,
            Metric.OPEN_SOCKETS,
            Metric.ACTIVE_USERS,
            Metric.WORKERS,
            Metric.IN_FLIGHT,
            Metric.QUEUE_DEPTH);

    /** What each client sees of its machine. */
    private static final Set<Metric> OF_MACHINE =
            EnumSet.of(Metric.BYTES_IN, Metric.BYTES_OUT, Metric.CPU_STEAL, Metric.OTHERS_CPU);

    /** Where the mean over all clients says most. */
    private static final Set<Metric> AVERAGED = EnumSet.of(Metric.GC_PAUSE, Metric.MEAN_LAG, Metric.WAITING_SHARE);

    private MergedSamples() {}

    static Telemetry of(Collection<List<Telemetry>> machines) {
        List<Telemetry> all = machines.stream().flatMap(List::stream).toList();
        if (all.size() == 1) {
            return all.get(0);
        }
        long periodUs = periodUs(all);
        Map<Long, List<List<TelemetrySample>>> periods = new TreeMap<>();
        for (List<Telemetry> machine : machines) {
            Map<Long, List<TelemetrySample>> ofMachine = new TreeMap<>();
            machine.forEach(client -> inPeriods(client, periodUs)
                    .forEach((period, sample) -> ofMachine
                            .computeIfAbsent(period, absent -> new ArrayList<>())
                            .add(sample)));
            ofMachine.forEach((period, samples) ->
                    periods.computeIfAbsent(period, absent -> new ArrayList<>()).add(samples));
        }
        List<TelemetrySample> merged = new ArrayList<>();
        long before = 0;
        for (List<List<TelemetrySample>> period : periods.values()) {
            TelemetrySample sample = merged(period, before);
            merged.add(sample);
            before = sample.atUs();
        }
        return new Telemetry(
                merged,
                all.stream()
                        .flatMap(client -> client.pauses().stream())
                        .sorted(Comparator.comparingLong(GcPause::startUs))
                        .toList());
    }

    /** As long as the longest interval of a sample, in whole seconds. */
    private static long periodUs(List<Telemetry> all) {
        long longest = all.stream()
                .flatMap(client -> client.samples().stream())
                .mapToLong(TelemetrySample::intervalUs)
                .max()
                .orElse(SECOND_US);
        return Math.max(1, Math.round((double) longest / SECOND_US)) * SECOND_US;
    }

    /** One sample for each period, by the middle of its interval. */
    private static Map<Long, TelemetrySample> inPeriods(Telemetry client, long periodUs) {
        Map<Long, TelemetrySample> periods = new TreeMap<>();
        client.samples()
                .forEach(sample -> periods.merge(
                        (sample.atUs() - sample.intervalUs() / 2) / periodUs, sample, TelemetrySample::and));
        return periods;
    }

    private static TelemetrySample merged(List<List<TelemetrySample>> machines, long before) {
        List<TelemetrySample> all = machines.stream().flatMap(List::stream).toList();
        Map<Metric, Double> readings = new EnumMap<>(Metric.class);
        for (Metric metric : Metric.values()) {
            OptionalDouble value = value(metric, machines, all);
            value.ifPresent(known -> readings.put(metric, known));
        }
        long atUs = all.stream().mapToLong(TelemetrySample::atUs).max().orElse(before);
        return new TelemetrySample(
                atUs,
                Math.max(1, atUs - before),
                readings,
                machines.stream().flatMap(clients -> cores(clients).stream()).toList());
    }

    private static OptionalDouble value(
            Metric metric, List<List<TelemetrySample>> machines, List<TelemetrySample> all) {
        List<Double> values = values(metric, all);
        if (values.isEmpty()) {
            return OptionalDouble.empty();
        }
        if (metric == Metric.CLIENT_CPU_LIMIT) {
            return OptionalDouble.of(
                    machines.stream().mapToDouble(MergedSamples::limit).sum());
        }
        if (metric == Metric.OTHERS_CPU) {
            return OptionalDouble.of(
                    machines.stream().mapToDouble(MergedSamples::others).sum());
        }
        if (OF_MACHINE.contains(metric)) {
            return OptionalDouble.of(machines.stream()
                    .mapToDouble(clients -> highest(values(metric, clients)))
                    .sum());
        }
        DoubleStream numbers = values.stream().mapToDouble(Double::doubleValue);
        if (ADDED.contains(metric)) {
            return OptionalDouble.of(numbers.sum());
        }
        return AVERAGED.contains(metric) ? numbers.average() : numbers.max();
    }

    private static List<Double> values(Metric metric, List<TelemetrySample> samples) {
        return samples.stream()
                .map(sample -> sample.readings().get(metric))
                .filter(Objects::nonNull)
                .toList();
    }

    private static double highest(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).max().orElse(0);
    }

    /** What the clients of one machine may use together: no more than it has. */
    private static double limit(List<TelemetrySample> clients) {
        double sum = values(Metric.CLIENT_CPU_LIMIT, clients).stream()
                .mapToDouble(Double::doubleValue)
                .sum();
        int cores = cores(clients).size();
        return cores == 0 ? sum : Math.min(cores, sum);
    }

    /** To each client of one machine, the other ones are other processes. */
    private static double others(List<TelemetrySample> clients) {
        double own = values(Metric.CLIENT_CPU, clients).stream()
                .mapToDouble(Double::doubleValue)
                .sum();
        double notTheServers = clients.stream()
                .filter(client -> client.get(Metric.OTHERS_CPU).isPresent())
                .mapToDouble(client -> client.get(Metric.OTHERS_CPU).getAsDouble()
                        + client.get(Metric.CLIENT_CPU).orElse(0))
                .max()
                .orElse(0);
        return Math.max(0, notTheServers - own);
    }

    /** The cores of one machine, as the first client that can read them sees them. */
    private static List<Double> cores(List<TelemetrySample> clients) {
        return Stream.concat(clients.stream().map(TelemetrySample::coreBusy), Stream.of(List.<Double>of()))
                .filter(cores -> !cores.isEmpty())
                .findFirst()
                .orElse(List.of());
    }
}
