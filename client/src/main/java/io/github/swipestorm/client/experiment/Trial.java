package io.github.swipestorm.client.experiment;

import io.github.swipestorm.client.engine.RunResult;
import io.github.swipestorm.client.engine.StopReason;
import io.github.swipestorm.client.measure.IterationMeasurements;
import io.github.swipestorm.client.measure.LatencySummary;
import io.github.swipestorm.client.measure.OperationMeasurements;
import io.github.swipestorm.client.objective.Objectives;
import io.github.swipestorm.client.setting.Times;
import io.github.swipestorm.client.telemetry.Metric;
import io.github.swipestorm.client.telemetry.Telemetry;
import io.github.swipestorm.client.verdict.OfferedLoad;
import java.time.Instant;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The data that an experiment keeps of one of its runs: no other data is used afterwards, so that new runs and runs
 * read from a file are equivalent. Immutable.
 *
 * @param variant name of the variant
 * @param round its repetition, from 1
 * @param startedAt when the clock started
 * @param ended why the run ended
 * @param bound the verdict's label; empty when there is none
 * @param objectives the result of the objectives; empty when there were none
 * @param quantities the known metrics; no value is negative, NaN or infinite
 * @param operations the known metrics of each operation, in the order of the workload; empty where it has only one
 */
public record Trial(
        String variant,
        int round,
        Instant startedAt,
        StopReason ended,
        Optional<String> bound,
        Optional<Objectives.Result> objectives,
        Map<RunMetric, Double> quantities,
        Map<String, Map<RunMetric, Double>> operations) {

    public Trial {
        quantities = copy(quantities);
        Map<String, Map<RunMetric, Double>> copies = new LinkedHashMap<>();
        operations.forEach((name, itsQuantities) -> copies.put(name, copy(itsQuantities)));
        operations = copies;
    }

    /** A run of a workload that has one operation. */
    public Trial(
            String variant,
            int round,
            Instant startedAt,
            StopReason ended,
            Optional<String> bound,
            Optional<Objectives.Result> objectives,
            Map<RunMetric, Double> quantities) {
        this(variant, round, startedAt, ended, bound, objectives, quantities, Map.of());
    }

    private static Map<RunMetric, Double> copy(Map<RunMetric, Double> quantities) {
        Map<RunMetric, Double> copy = new EnumMap<>(RunMetric.class);
        quantities.forEach((quantity, value) -> {
            if (!Double.isFinite(value) || value < 0) {
                throw new IllegalArgumentException(quantity + " is " + value);
            }
            copy.put(quantity, value);
        });
        return copy;
    }

    /** A run's trial. */
    public static Trial of(
            PlannedRun planned, RunResult result, Optional<String> bound, Optional<Objectives.Result> objectives) {
        return new Trial(
                planned.variant().name(),
                planned.round(),
                result.startedAt(),
                result.reason(),
                bound,
                objectives,
                quantities(result),
                operations(result));
    }

    private static Map<String, Map<RunMetric, Double>> operations(RunResult result) {
        List<OperationMeasurements> several = result.recorded().operations();
        Map<String, Map<RunMetric, Double>> operations = new LinkedHashMap<>();
        if (several.size() > 1) {
            double wall = Times.seconds(result.wallTime());
            for (OperationMeasurements operation : several) {
                Map<RunMetric, Double> quantities = new EnumMap<>(RunMetric.class);
                quantities.put(RunMetric.OK, (double) operation.counts().ok());
                quantities.put(RunMetric.FAILED, (double) operation.counts().failed());
                quantities.put(RunMetric.ATTEMPTS, (double) operation.counts().attempts());
                quantities.put(RunMetric.BODY_BYTES, (double) operation.counts().bytes());
                if (wall > 0) {
                    quantities.put(RunMetric.THROUGHPUT, operation.counts().ok() / wall);
                }
                latencies(operation.service().summary(), operation.response().summary(), quantities);
                operations.put(operation.name(), quantities);
            }
        }
        return operations;
    }

    private static Map<RunMetric, Double> quantities(RunResult result) {
        Map<RunMetric, Double> quantities = new EnumMap<>(RunMetric.class);
        quantities.put(RunMetric.PLANNED, (double) result.planned());
        quantities.put(RunMetric.OK, (double) result.counts().ok());
        quantities.put(RunMetric.FAILED, (double) result.counts().failed());
        quantities.put(RunMetric.NEVER_SENT, (double) result.dropped());
        quantities.put(RunMetric.ATTEMPTS, (double) result.counts().attempts());
        quantities.put(RunMetric.BODY_BYTES, (double) result.counts().bytes());
        double wall = Times.seconds(result.wallTime());
        quantities.put(RunMetric.WALL_TIME, wall);
        quantities.put(RunMetric.THROUGHPUT, result.throughput());
        result.cpuTime().ifPresent(cpu -> quantities.put(RunMetric.CLIENT_CPU, Times.seconds(cpu)));
        latencies(
                result.recorded().service().summary(),
                result.recorded().response().summary(),
                quantities);
        LatencySummary request = result.recorded().requests().summary();
        if (!request.isEmpty()) {
            quantities.put(RunMetric.REQUEST_MEAN, request.meanUs() / 1e3);
            quantities.put(RunMetric.REQUEST_STDEV, request.stdevUs() / 1e3);
        }
        LatencySummary ok = result.recorded().service().summary();
        LatencySummary failed = result.recorded().failed().summary();
        if (wall > 0) {
            double busySeconds = (ok.count() * ok.meanUs() + failed.count() * failed.meanUs()) / 1e6;
            quantities.put(RunMetric.CONCURRENCY, busySeconds / wall);
        }
        if (wall > 0 && !result.workerTime().active().isZero()) {
            quantities.put(
                    RunMetric.WORKERS_AT_WORK, Times.seconds(result.workerTime().active()) / wall);
        }
        double thinking = Times.seconds(result.workerTime().thinking());
        long requests = result.counts().ok() + result.counts().failed();
        if (thinking > 0 && requests > 0) {
            quantities.put(RunMetric.THINK_MEAN, thinking / requests * 1e3);
        }
        result.recorded().iterations().stream()
                .reduce(IterationMeasurements::plus)
                .filter(all -> all.ended() > 0 && wall > 0)
                .ifPresent(all -> {
                    quantities.put(RunMetric.ITERATIONS, all.ended() / wall);
                    if (all.completed() > 0) {
                        quantities.put(
                                RunMetric.ITERATION_P95,
                                all.durations().summary().p95Us() / 1e3);
                    }
                });
        OfferedLoad.of(result).ifPresent(offered -> {
            quantities.put(RunMetric.OFFERED, offered.offeredPerSecond());
            quantities.put(RunMetric.OFFERED_MET, offered.met() ? 1.0 : 0.0);
        });
        telemetry(result.telemetry(), quantities);
        return quantities;
    }

    private static void latencies(LatencySummary service, LatencySummary response, Map<RunMetric, Double> quantities) {
        if (!service.isEmpty()) {
            quantities.put(RunMetric.SERVICE_MEAN, service.meanUs() / 1e3);
            quantities.put(RunMetric.SERVICE_P50, service.p50Us() / 1e3);
            quantities.put(RunMetric.SERVICE_P99, service.p99Us() / 1e3);
            quantities.put(RunMetric.SERVICE_MAX, service.maxUs() / 1e3);
        }
        if (!response.isEmpty()) {
            quantities.put(RunMetric.RESPONSE_MEAN, response.meanUs() / 1e3);
            quantities.put(RunMetric.RESPONSE_P50, response.p50Us() / 1e3);
            quantities.put(RunMetric.RESPONSE_P90, response.p90Us() / 1e3);
            quantities.put(RunMetric.RESPONSE_P99, response.p99Us() / 1e3);
            quantities.put(RunMetric.RESPONSE_MAX, response.maxUs() / 1e3);
        }
    }

    private static void telemetry(Telemetry telemetry, Map<RunMetric, Double> quantities) {
        Map.of(
                        RunMetric.CLIENT_RSS, Metric.CLIENT_RSS,
                        RunMetric.SERVER_CPU, Metric.SERVER_CPU,
                        RunMetric.SERVER_RSS, Metric.SERVER_RSS,
                        RunMetric.OPEN_SOCKETS_MEAN, Metric.OPEN_SOCKETS,
                        RunMetric.BYTES_IN, Metric.BYTES_IN,
                        RunMetric.BYTES_OUT, Metric.BYTES_OUT)
                .forEach((quantity, reading) ->
                        telemetry.mean(reading).ifPresent(mean -> quantities.put(quantity, mean)));
        // The mean has samples before the first connection and after the last one, of which a short run has few.
        Map.of(
                        RunMetric.OPEN_SOCKETS, Metric.OPEN_SOCKETS,
                        RunMetric.CLIENT_RSS_MAX, Metric.CLIENT_RSS,
                        RunMetric.CLIENT_CPU_MAX, Metric.CLIENT_CPU)
                .forEach((quantity, reading) ->
                        telemetry.max(reading).ifPresent(most -> quantities.put(quantity, most)));
        if (!telemetry.samples().isEmpty()) {
            quantities.put(RunMetric.SAMPLES, (double) telemetry.samples().size());
        }
    }

    /** The same with one more value. */
    public Trial with(RunMetric quantity, double value) {
        Map<RunMetric, Double> more = new EnumMap<>(RunMetric.class);
        more.putAll(quantities);
        more.put(quantity, value);
        return new Trial(variant, round, startedAt, ended, bound, objectives, more, operations);
    }

    /** One operation as a run of its own, without verdict and objectives; empty when this run does not have it. */
    public Optional<Trial> operation(String name) {
        return Optional.ofNullable(operations.get(name))
                .map(its -> new Trial(variant, round, startedAt, ended, Optional.empty(), Optional.empty(), its));
    }

    /** Whether the result of the objectives has this status. */
    public boolean came(Objectives.Status status) {
        return objectives.filter(result -> result.status() == status).isPresent();
    }

    /** The value of a metric, if that is known. */
    public OptionalDouble get(RunMetric quantity) {
        Double value = quantities.get(quantity);
        return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
    }

    /** The client's CPU time divided by wall time, in cores, if it is known. */
    public OptionalDouble clientCores() {
        OptionalDouble cpu = get(RunMetric.CLIENT_CPU);
        double wall = get(RunMetric.WALL_TIME).orElse(0);
        return cpu.isPresent() && wall > 0 ? OptionalDouble.of(cpu.getAsDouble() / wall) : OptionalDouble.empty();
    }

    /** Whether every request of the plan was ok. */
    public boolean allOk() {
        return get(RunMetric.FAILED).orElse(0) == 0 && get(RunMetric.NEVER_SENT).orElse(0) == 0;
    }
}
