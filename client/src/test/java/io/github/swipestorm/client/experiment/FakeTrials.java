package io.github.swipestorm.client.experiment;

import io.github.swipestorm.client.engine.StopReason;
import io.github.swipestorm.client.objective.Objectives;
import io.github.swipestorm.client.objective.Objectives.Status;
import io.github.swipestorm.client.testing.Plans;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;

/** Makes runs up: a throughput that depends on the variant, with noise that depends on nothing but variant and round. */
public final class FakeTrials implements TrialRunner {

    private static final Instant START = Instant.parse("2026-11-21T10:00:00Z");

    private final ToDoubleFunction<Variant> throughput;
    private final double noise;
    private final List<String> made = new ArrayList<>();

    /** @param noise standard deviation of the throughput's logarithm */
    public FakeTrials(double noise, ToDoubleFunction<Variant> throughput) {
        this.noise = noise;
        this.throughput = throughput;
    }

    /** A variant that nothing is ever sent for. */
    public static Variant variant(String name, int threads) {
        return new Variant(
                name,
                "nowhere",
                Plans.plan(Plans.NOWHERE).threads(threads).requests(1_000).build());
    }

    /** The runs that were made, as variant and round. */
    public List<String> made() {
        return made;
    }

    @Override
    public Trial run(PlannedRun planned) {
        made.add(planned.variant().name() + " " + planned.round());
        // Random itself gives numbers that are alike from seeds that are.
        SplittableRandom random =
                new SplittableRandom(planned.variant().name().hashCode() * 1_000_003L + planned.round());
        double rate = throughput.applyAsDouble(planned.variant()) * Math.exp(noise * random.nextGaussian());
        return trial(planned, rate);
    }

    /** A run of ten seconds with that throughput, in which workers do nothing but wait for answers. */
    public static Trial trial(PlannedRun planned, double rate) {
        double workers = planned.variant().plan().threads();
        double latency = 1e3 * workers / rate;
        Map<RunMetric, Double> quantities = new EnumMap<>(RunMetric.class);
        quantities.put(RunMetric.PLANNED, Math.rint(10 * rate));
        quantities.put(RunMetric.OK, Math.rint(10 * rate));
        quantities.put(RunMetric.FAILED, 0.0);
        quantities.put(RunMetric.NEVER_SENT, 0.0);
        quantities.put(RunMetric.ATTEMPTS, Math.rint(10 * rate));
        quantities.put(RunMetric.WALL_TIME, 10.0);
        quantities.put(RunMetric.THROUGHPUT, rate);
        for (RunMetric mean : List.of(RunMetric.SERVICE_MEAN, RunMetric.RESPONSE_MEAN, RunMetric.REQUEST_MEAN)) {
            quantities.put(mean, latency);
        }
        quantities.put(RunMetric.REQUEST_STDEV, latency / 4);
        for (RunMetric median : List.of(RunMetric.SERVICE_P50, RunMetric.RESPONSE_P50)) {
            quantities.put(median, 0.9 * latency);
        }
        for (RunMetric slow : List.of(RunMetric.SERVICE_P99, RunMetric.RESPONSE_P99)) {
            quantities.put(slow, 3 * latency);
        }
        quantities.put(RunMetric.WORKERS_AT_WORK, workers);
        quantities.put(RunMetric.CLIENT_CPU, 20e-6 * 10 * rate);
        return new Trial(
                planned.variant().name(),
                planned.round(),
                START.plusSeconds(11L * planned.round()),
                StopReason.TIME_OVER,
                Optional.of("server-bound"),
                Optional.empty(),
                quantities);
    }

    /** The same run, of a workload of these operations: each has as many requests, and times that many times as long. */
    public static Trial ofOperations(Trial trial, Map<String, Double> slower) {
        Map<String, Map<RunMetric, Double>> operations = new LinkedHashMap<>();
        slower.forEach((name, factor) -> {
            Map<RunMetric, Double> quantities = new EnumMap<>(RunMetric.class);
            for (RunMetric metric : RunMetric.OF_OPERATION) {
                trial.get(metric)
                        .ifPresent(value -> quantities.put(
                                metric, metric.unit().equals("ms") ? value * factor : value / slower.size()));
            }
            operations.put(name, quantities);
        });
        return new Trial(
                trial.variant(),
                trial.round(),
                trial.startedAt(),
                trial.ended(),
                trial.bound(),
                trial.objectives(),
                trial.quantities(),
                operations);
    }

    /** The same run, held against objectives. */
    public static Trial judged(Trial trial, Status status) {
        return new Trial(
                trial.variant(),
                trial.round(),
                trial.startedAt(),
                trial.ended(),
                trial.bound(),
                Optional.of(new Objectives.Result(status, status == Status.MET ? "" : "p99<10ms by 2.000 ms")),
                trial.quantities());
    }
}
