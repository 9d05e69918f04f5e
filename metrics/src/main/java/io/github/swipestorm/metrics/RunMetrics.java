package io.github.swipestorm.metrics;

import io.github.swipestorm.client.clock.NanoClock;
import io.github.swipestorm.client.engine.RunObserver;
import io.github.swipestorm.client.engine.RunResult;
import io.github.swipestorm.client.engine.RunStage;
import io.github.swipestorm.client.http.FailureKind;
import io.github.swipestorm.client.http.Redaction;
import io.github.swipestorm.client.measure.Counts;
import io.github.swipestorm.client.measure.IterationMeasurements;
import io.github.swipestorm.client.measure.OperationMeasurements;
import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.record.Measurements;
import io.github.swipestorm.client.telemetry.Metric;
import io.github.swipestorm.client.telemetry.Telemetry;
import io.github.swipestorm.client.telemetry.TelemetrySample;
import io.github.swipestorm.metrics.MetricFamily.Series;
import io.github.swipestorm.metrics.MetricFamily.Type;
import io.github.swipestorm.metrics.MetricFamily.Unit;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * The metrics of the runs of one command, as one reader sees them. Everything comes from what a run records anyway, in
 * a copy that is made when they are read: nothing is done per attempt. Label values are names that the plan gives to
 * its parts, statuses and reasons of failures, so that their number is bounded. Thread-safe.
 */
public final class RunMetrics {

    /** Readers that come at once share a copy. */
    private static final long FRESH_NANOS = 400_000_000;

    /** Runs of an experiment that ended unread; older ones are forgotten. */
    private static final int MOST_UNREAD = 16;

    private static final int LONGEST_LABEL = 120;

    private final NanoClock clock;
    private final String version;
    /** By the labels of the run, the earliest first. */
    private final Map<Map<String, String>, List<MetricFamily>> ended = new LinkedHashMap<>();

    private Optional<Current> current = Optional.empty();
    private int runsEnded;

    /**
     * Metrics of no run yet.
     *
     * @param clock measures how long a run has taken
     * @param version of Swipestorm
     */
    public RunMetrics(NanoClock clock, String version) {
        this.clock = clock;
        this.version = version;
    }

    /**
     * Observes the next run.
     *
     * @param run the name of the command's run or experiment
     * @param variant what the experiment varies
     * @param round of the experiment, from 1
     */
    public RunObserver run(String run, String variant, int round) {
        Map<String, String> labels = new LinkedHashMap<>();
        labels.put("run", label(run));
        labels.put("variant", label(variant));
        labels.put("round", Integer.toString(round));
        return new Current(labels);
    }

    /** How many runs have ended. */
    synchronized int runsEnded() {
        return runsEnded;
    }

    /**
     * The metrics of the current run, and of those that ended since the last call. After the end of the last run, each call returns
     * its final figures.
     */
    synchronized List<MetricFamily> read() {
        Map<String, MetricFamily> all = new LinkedHashMap<>();
        add(all, List.of(info("build", "The version of Swipestorm.", Map.of("version", version))));
        ended.values().forEach(families -> add(all, families));
        current.map(Current::families).ifPresent(families -> add(all, families));
        forgetAllBut(current.isPresent() ? 0 : 1);
        return List.copyOf(all.values());
    }

    private void forgetAllBut(int most) {
        Iterator<Map<String, String>> earliest = ended.keySet().iterator();
        for (int surplus = ended.size() - most; surplus > 0; surplus--) {
            earliest.next();
            earliest.remove();
        }
    }

    private static void add(Map<String, MetricFamily> all, List<MetricFamily> families) {
        families.forEach(family -> all.merge(family.name(), family, (some, others) -> {
            List<Series> both = new ArrayList<>(some.series());
            both.addAll(others.series());
            return new MetricFamily(some.name(), some.type(), some.unit(), some.help(), both);
        }));
    }

    private static MetricFamily info(String name, String help, Map<String, String> labels) {
        return new MetricFamily(name, Type.INFO, Unit.NONE, help, List.of(new Series(labels, 1, null)));
    }

    /** In one short line, without credentials. */
    private static String label(String text) {
        String plain = Redaction.of(text).replaceAll("\\p{Cntrl}", " ");
        return plain.length() <= LONGEST_LABEL ? plain : plain.substring(0, LONGEST_LABEL);
    }

    /** What a run is doing. */
    private enum Stage {
        PREPARING,
        WARMING_UP,
        CONNECTING,
        RUNNING,
        PROBING,
        ENDED
    }

    /** One run. Guarded by the metrics that it belongs to. */
    private final class Current implements RunObserver {

        private final Map<String, String> labels;
        private final Map<Metric, Double> sums = new EnumMap<>(Metric.class);
        private Stage stage = Stage.PREPARING;
        private Optional<LoadPlan> plan = Optional.empty();
        private Supplier<Optional<Measurements>> soFar = Optional::empty;
        private Supplier<Telemetry> telemetry = () -> Telemetry.NONE;
        private long startNanos;
        private long summedUntilUs;
        private Measurements last = Measurements.none();
        private List<MetricFamily> families = List.of();
        private long madeNanos;

        private Current(Map<String, String> labels) {
            this.labels = labels;
        }

        private void enter(Stage next) {
            synchronized (RunMetrics.this) {
                current = Optional.of(this);
                // A run that is made again takes the place of the first try.
                ended.remove(labels);
                stage = next;
                families = List.of();
            }
        }

        @Override
        public void stage(RunStage next) {
            enter(
                    switch (next) {
                        case CLIENT_WARM_UP, WARM_UP -> Stage.WARMING_UP;
                        case SETUP -> Stage.PREPARING;
                        case CONNECTING -> Stage.CONNECTING;
                    });
        }

        @Override
        public void connecting(LongSupplier established, int workers) {
            enter(Stage.CONNECTING);
        }

        @Override
        public void recording(Supplier<Optional<Measurements>> recorded, Supplier<Telemetry> seen) {
            synchronized (RunMetrics.this) {
                soFar = recorded;
                telemetry = seen;
            }
        }

        @Override
        public void started(LoadPlan started, Supplier<Counts> counts) {
            synchronized (RunMetrics.this) {
                plan = Optional.of(started);
                startNanos = clock.nanoTime();
            }
            enter(Stage.RUNNING);
        }

        @Override
        public void probing(int threads) {
            enter(Stage.PROBING);
        }

        @Override
        public void ended(RunResult result) {
            synchronized (RunMetrics.this) {
                stage = Stage.ENDED;
                last = result.recorded();
                ended.put(
                        labels,
                        families(last, result.telemetry(), result.wallTime().toNanos() / 1e9));
                forgetAllBut(MOST_UNREAD);
                current = Optional.empty();
                runsEnded++;
            }
        }

        private List<MetricFamily> families() {
            long now = clock.nanoTime();
            if (families.isEmpty() || now - madeNanos > FRESH_NANOS) {
                soFar.get().ifPresent(recorded -> last = recorded);
                families = families(last, telemetry.get(), plan.isEmpty() ? 0 : (now - startNanos) / 1e9);
                madeNanos = now;
            }
            return families;
        }

        private List<MetricFamily> families(Measurements recorded, Telemetry samples, double elapsed) {
            List<MetricFamily> all = new ArrayList<>();
            plan.ifPresent(known -> all.add(info(
                    "run",
                    "The plan of the run.",
                    with(
                            "model", known.model().name(),
                            "transport", known.transport().kind().name(),
                            "threads", Integer.toString(known.threads())))));
            all.add(new MetricFamily(
                    "run_stage",
                    Type.GAUGE,
                    Unit.NONE,
                    "What the run is doing: 1 for the current stage, else 0.",
                    stages()));
            all.add(new MetricFamily(
                    "run_elapsed",
                    Type.GAUGE,
                    Unit.SECONDS,
                    "Time since the load began.",
                    List.of(new Series(labels, elapsed, null))));
            if (stage.compareTo(Stage.RUNNING) >= 0) {
                List<OperationMeasurements> rows = labelled(recorded.operations());
                all.addAll(counters(rows));
                all.addAll(latencies(rows, recorded));
                all.addAll(iterations(recorded.iterations()));
                all.addAll(telemetry(samples));
            }
            return all;
        }

        /** Two names may be the same label: a set of labels has one value. */
        private static List<OperationMeasurements> labelled(List<OperationMeasurements> rows) {
            List<OperationMeasurements> labelled = rows.stream()
                    .map(row -> new OperationMeasurements(
                            label(row.name()),
                            row.counts(),
                            row.service(),
                            row.response(),
                            row.firstByte(),
                            row.timeline()))
                    .toList();
            return OperationMeasurements.sum(labelled, List.of());
        }

        private List<Series> stages() {
            List<Series> series = new ArrayList<>();
            for (Stage each : Stage.values()) {
                String name = each.name().toLowerCase(Locale.ROOT);
                series.add(new Series(with("stage", name), each == stage ? 1 : 0, null));
            }
            return series;
        }

        private List<MetricFamily> counters(List<OperationMeasurements> operations) {
            List<Series> requests = new ArrayList<>();
            List<Series> attempts = new ArrayList<>();
            List<Series> received = new ArrayList<>();
            List<Series> sent = new ArrayList<>();
            for (OperationMeasurements row : operations) {
                String operation = row.name();
                Counts counts = row.counts();
                requests.add(series(counts.okAtFirst(), "operation", operation, "outcome", "ok"));
                requests.add(series(counts.okAfterRetries(), "operation", operation, "outcome", "ok_after_retry"));
                requests.add(series(counts.failed(), "operation", operation, "outcome", "failed"));
                counts.attemptsByStatus()
                        .forEach((status, number) -> attempts.add(
                                series(number, "operation", operation, "result", Integer.toString(status))));
                for (FailureKind kind : FailureKind.values()) {
                    long number = counts.attemptsByFailure().getOrDefault(kind, 0L);
                    attempts.add(series(number, "operation", operation, "result", kind.word()));
                }
                received.add(series(counts.bytes(), "operation", operation));
                sent.add(series(counts.sentBytes(), "operation", operation));
            }
            return List.of(
                    new MetricFamily(
                            "requests", Type.COUNTER, Unit.NONE, "Requests that ended, by their outcome.", requests),
                    new MetricFamily(
                            "attempts",
                            Type.COUNTER,
                            Unit.NONE,
                            "Attempts, by the status of the answer or the reason of the failure.",
                            attempts),
                    new MetricFamily("received", Type.COUNTER, Unit.BYTES, "Bytes of the answers' bodies.", received),
                    new MetricFamily(
                            "sent", Type.COUNTER, Unit.BYTES, "Bytes of the requests, heads and bodies.", sent));
        }

        private List<MetricFamily> latencies(List<OperationMeasurements> operations, Measurements recorded) {
            List<Series> service = new ArrayList<>();
            List<Series> response = new ArrayList<>();
            List<Series> firstByte = new ArrayList<>();
            for (OperationMeasurements row : operations) {
                Map<String, String> operation = with("operation", row.name());
                service.add(new Series(operation, 0, row.service()));
                response.add(new Series(operation, 0, row.response()));
                if (row.firstByte().count() > 0) {
                    firstByte.add(new Series(operation, 0, row.firstByte()));
                }
            }
            return List.of(
                    new MetricFamily(
                            "service_time",
                            Type.HISTOGRAM,
                            Unit.SECONDS,
                            "Time from sending to the end of the answer, of ok attempts.",
                            service),
                    new MetricFamily(
                            "response_time",
                            Type.HISTOGRAM,
                            Unit.SECONDS,
                            "Time from when the request was due to the end of the answer, of ok attempts.",
                            response),
                    new MetricFamily(
                            "first_byte_time",
                            Type.HISTOGRAM,
                            Unit.SECONDS,
                            "Time from sending to the head of the answer, of ok attempts.",
                            firstByte),
                    new MetricFamily(
                            "failed_time",
                            Type.HISTOGRAM,
                            Unit.SECONDS,
                            "Time from sending to the failure, of attempts that were not ok.",
                            List.of(new Series(labels, 0, recorded.failed()))),
                    new MetricFamily(
                            "send_lag",
                            Type.HISTOGRAM,
                            Unit.SECONDS,
                            "How much later than due requests were sent.",
                            List.of(new Series(labels, 0, recorded.sendLag()))));
        }

        private List<MetricFamily> iterations(List<IterationMeasurements> scenarios) {
            List<Series> numbers = new ArrayList<>();
            List<Series> durations = new ArrayList<>();
            for (IterationMeasurements row : scenarios) {
                String scenario = label(row.scenario());
                numbers.add(series(row.completed(), "scenario", scenario, "outcome", "completed"));
                numbers.add(series(row.abandoned(), "scenario", scenario, "outcome", "abandoned"));
                durations.add(new Series(with("scenario", scenario), 0, row.durations()));
            }
            return List.of(
                    new MetricFamily(
                            "iterations", Type.COUNTER, Unit.NONE, "Iterations of scenarios that ended.", numbers),
                    new MetricFamily(
                            "iteration_duration",
                            Type.HISTOGRAM,
                            Unit.SECONDS,
                            "Time of completed iterations, think times included.",
                            durations));
        }

        private List<MetricFamily> telemetry(Telemetry samples) {
            for (TelemetrySample sample : samples.samples()) {
                // Samples of a long run are merged in pairs: one may cover time that is in the sum already.
                double seconds = Math.min(sample.intervalUs(), sample.atUs() - summedUntilUs) / 1e6;
                if (seconds > 0) {
                    sample.readings().forEach((metric, value) -> sums.merge(metric, value * seconds, Double::sum));
                    summedUntilUs = sample.atUs();
                }
            }
            Optional<TelemetrySample> latest = samples.samples().isEmpty()
                    ? Optional.empty()
                    : Optional.of(samples.samples().get(samples.samples().size() - 1));
            Map<String, MetricFamily> all = new LinkedHashMap<>();
            TelemetryMetric.OF.forEach((metric, as) -> {
                OptionalDouble value = as.type() == Type.COUNTER
                        ? sums.containsKey(metric) ? OptionalDouble.of(sums.get(metric)) : OptionalDouble.empty()
                        : latest.map(sample -> sample.get(metric)).orElse(OptionalDouble.empty());
                if (value.isPresent()) {
                    Series series = as.label().isEmpty()
                            ? new Series(labels, value.getAsDouble() * as.factor(), null)
                            : series(value.getAsDouble() * as.factor(), as.label(), as.labelValue());
                    add(all, List.of(new MetricFamily(as.name(), as.type(), as.unit(), as.help(), List.of(series))));
                }
            });
            return List.copyOf(all.values());
        }

        private Series series(double value, String... more) {
            return new Series(with(more), value, null);
        }

        private Map<String, String> with(String... more) {
            Map<String, String> all = new LinkedHashMap<>(labels);
            for (int i = 0; i < more.length; i += 2) {
                all.put(more[i], more[i + 1]);
            }
            return all;
        }
    }
}
