package io.github.swipestorm.client.report.store;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.github.swipestorm.client.engine.AgentRun;
import io.github.swipestorm.client.engine.LoadChange;
import io.github.swipestorm.client.engine.Probe;
import io.github.swipestorm.client.engine.RunResult;
import io.github.swipestorm.client.engine.StopReason;
import io.github.swipestorm.client.engine.WarmUpResult;
import io.github.swipestorm.client.http.FailureKind;
import io.github.swipestorm.client.inference.ConfidenceInterval;
import io.github.swipestorm.client.inference.Estimate;
import io.github.swipestorm.client.inference.ResponseSizeChange;
import io.github.swipestorm.client.inference.Steadiness;
import io.github.swipestorm.client.inference.Steadiness.Finding;
import io.github.swipestorm.client.inference.Steadiness.SteadyPart;
import io.github.swipestorm.client.measure.BucketedLatencies;
import io.github.swipestorm.client.measure.ConnectionMeasurements;
import io.github.swipestorm.client.measure.Counts;
import io.github.swipestorm.client.measure.ExactLatencies;
import io.github.swipestorm.client.measure.HttpUse;
import io.github.swipestorm.client.measure.IterationMeasurements;
import io.github.swipestorm.client.measure.LatencySummary;
import io.github.swipestorm.client.measure.OperationMeasurements;
import io.github.swipestorm.client.measure.Timeline;
import io.github.swipestorm.client.measure.TimelineSecond;
import io.github.swipestorm.client.objective.Objectives;
import io.github.swipestorm.client.objective.Objectives.Judgement;
import io.github.swipestorm.client.objective.Objectives.Status;
import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.plan.PlanDocument;
import io.github.swipestorm.client.record.Attempt;
import io.github.swipestorm.client.record.Measurements;
import io.github.swipestorm.client.record.RecordsFileStatus;
import io.github.swipestorm.client.registry.EnumLabels;
import io.github.swipestorm.client.setting.Times;
import io.github.swipestorm.client.telemetry.GcPause;
import io.github.swipestorm.client.telemetry.Metric;
import io.github.swipestorm.client.telemetry.ServerProcesses;
import io.github.swipestorm.client.telemetry.Telemetry;
import io.github.swipestorm.client.text.NumberFormat;
import io.github.swipestorm.client.verdict.LittlesLawCheck;
import io.github.swipestorm.client.verdict.OfferedLoad;
import io.github.swipestorm.client.verdict.Verdict;
import io.github.swipestorm.client.verdict.Verdicts;
import io.github.swipestorm.client.workload.Workload;
import java.lang.reflect.RecordComponent;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.math3.stat.StatUtils;

/**
 * Everything reported about a run except its charts: the content of {@code summary.json}, version 3, which {@code
 * summary.schema.json} describes, and the source of the console's summary, the page and Markdown. It is the same whether the run is
 * just over or its file was read; {@link SummaryFile} writes and reads it, older versions too.
 *
 * <p>The file has the fields of all three parts side by side. A quantity with a unit has the unit at the end of its name: {@code
 * Us}, {@code Ms}, {@code Seconds}, {@code Bytes}, {@code Cores}, {@code PerSecond}; a share of 0 to 1 ends in {@code Share}. What
 * a run does not have, and what a file of another version does not say, is empty.
 *
 * @param start known when the run starts
 * @param figures counted of requests and attempts, which the records tell as well
 * @param findings what else is known at the end
 */
public record RunDocument(
        @JsonUnwrapped Start start,
        @JsonUnwrapped Figures figures,
        @JsonUnwrapped Findings findings) {

    /** The version that is written. */
    static final int VERSION = 3;

    private static final String RUNNING = "running";
    private static final String ENDED = "ended";

    /** Where no file tells of a run. */
    public static final RunDocument NONE =
            new RunDocument(empty(Start.class), empty(Figures.class), empty(Findings.class));

    /** What was measured for an objective, with its unit, or why nothing was. */
    public String measured(Judged objective) {
        return objective
                .measured()
                .map(value -> "measured " + value + " " + objective.unit())
                .orElseGet(() -> neverSent(objective) ? "never sent" : "nothing was measured");
    }

    private boolean neverSent(Judged objective) {
        String quantity = objective.quantity == null ? "" : objective.quantity;
        int begin = quantity.indexOf('[');
        if (begin < 0
                || !quantity.endsWith("]")
                || quantity.startsWith("iteration.")
                || quantity.startsWith("abandoned")) {
            return false;
        }
        String operation = quantity.substring(begin + 1, quantity.length() - 1);
        return figures.operations.stream().anyMatch(row -> row.name.equals(operation) && row.attempts.total == 0);
    }

    /**
     * What the file says until the run has ended.
     *
     * @param state {@code running} from the start until the results are written; still so when the client was killed
     * @param command that makes the run
     * @param startedAt when the clock started; of a run in progress, when the client began, warm-ups included
     */
    public record Start(
            int schemaVersion,
            String state,
            String command,
            String startedAt,
            Optional<PlanDocument> plan,
            Optional<Environment> environment) {

        public Start {
            state = orEmpty(state);
            command = orEmpty(command);
            startedAt = orEmpty(startedAt);
        }

        /** A run that begins now. */
        public static Start now(LoadPlan plan, String command) {
            return of(RUNNING, command, Instant.now(), plan);
        }

        private static Start of(String state, String command, Instant startedAt, LoadPlan plan) {
            return new Start(
                    VERSION,
                    state,
                    command,
                    startedAt.toString(),
                    Optional.of(PlanDocument.of(plan)),
                    Optional.of(Environment.current()));
        }
    }

    /**
     * The figures that a live view, the end of a run and its records have in common.
     *
     * @param workers how many sent; empty when the records do not contain it
     * @param wallTimeSeconds from the first attempt sent to the last one done
     * @param throughputPerSecond ok requests in a second of wall time; empty when no time passed
     * @param successShare of the requests that ended those that were ok; empty when none ended
     * @param bodyBytesPerSecond received in bodies of responses; empty when no time passed
     * @param sentBytesPerSecond of requests, heads and bodies; empty when no time passed, or it was not recorded
     * @param throughputVariationShare the coefficient of variation of the ok attempts of each whole second; empty with fewer than two
     * @param operations a row for each, in the order of the workload; they add up to the run
     * @param iterations what users did; empty for a workload without scenarios
     * @param serviceTimeByMethod the service time's percentiles by the name of each way there was to compute them
     * @param bucketWidthUs how far off those of the method {@code bucketed} may be; empty without that method
     */
    public record Figures(
            Requests requests,
            Attempts attempts,
            OptionalInt workers,
            double wallTimeSeconds,
            OptionalDouble throughputPerSecond,
            OptionalDouble successShare,
            OptionalDouble bodyBytesPerSecond,
            OptionalDouble sentBytesPerSecond,
            OptionalDouble throughputVariationShare,
            Latencies latency,
            List<OperationFigures> operations,
            Optional<Iterations> iterations,
            Map<String, LatencySummary> serviceTimeByMethod,
            OptionalDouble bucketWidthUs) {

        /** The name of the percentile method that every run has. */
        public static final String HISTOGRAM = "histogram";

        public Figures {
            requests = requests == null ? Requests.of(Counts.NONE, 0, 0) : requests;
            attempts = attempts == null ? Attempts.of(Counts.NONE, Map.of()) : attempts;
            latency = latency == null ? Latencies.NONE : latency;
            operations = orEmpty(operations);
            serviceTimeByMethod = orEmpty(serviceTimeByMethod);
        }

        /**
         * The figures of a run that is over.
         *
         * @param methods of the service time's percentiles besides the histogram
         */
        public static Figures of(RunResult result, PercentileMethods methods) {
            Figures counted = of(
                    variation(result.recorded().timeline(), Window.WHOLE),
                    result.recorded(),
                    Requests.of(result.counts(), result.planned(), result.dropped()),
                    Map.of(),
                    OptionalInt.of(result.plan().threads()),
                    Times.seconds(result.wallTime()),
                    result.connects(),
                    methods);
            return counted.with(
                    asked(result.plan().workload(), counted.operations),
                    counted.iterations.map(made -> made.ended(result)));
        }

        private static List<OperationFigures> asked(Workload workload, List<OperationFigures> rows) {
            List<Double> shares = workload.shares();
            Map<String, Double> byName = new LinkedHashMap<>();
            workload.operations().stream()
                    .filter(operation -> operation.id() < shares.size())
                    .forEach(operation -> byName.put(operation.name(), shares.get(operation.id())));
            return rows.stream()
                    .map(row -> row.asked(
                            byName.containsKey(row.name)
                                    ? OptionalDouble.of(byName.get(row.name))
                                    : OptionalDouble.empty()))
                    .toList();
        }

        /** The share of attempts that were not ok; empty without attempts. */
        public OptionalDouble errorShare() {
            return attempts.total == 0
                    ? OptionalDouble.empty()
                    : OptionalDouble.of((double) (attempts.total - requests.ok) / attempts.total);
        }

        /** A row for all operations together, which are the run. */
        public OperationFigures all(String name) {
            return new OperationFigures(
                    name,
                    requests,
                    attempts,
                    throughputPerSecond,
                    bodyBytesPerSecond,
                    sentBytesPerSecond,
                    mean(attempts.bodyBytes, answers(attempts)),
                    OptionalDouble.empty(),
                    OptionalDouble.empty(),
                    latency.serviceTime,
                    latency.responseTime,
                    latency.timeToFirstByte);
        }

        /**
         * The figures of a run in progress, or of one whose records are read. Those of the plan and of connections are missing.
         *
         * @param otherFailures attempts without an answer by words for the reason, which are counted by nothing else
         */
        public static Figures of(
                Measurements recorded,
                Map<String, Long> otherFailures,
                OptionalInt workers,
                double wallTimeSeconds,
                PercentileMethods methods) {
            return ofPart(
                    Window.WHOLE, recorded.timeline(), recorded, otherFailures, workers, wallTimeSeconds, methods);
        }

        /**
         * The same for the requests that were sent in a part of the run.
         *
         * @param whole the timeline of the whole run, which also has the responses in that part to requests sent before it
         */
        public static Figures ofPart(
                Window part,
                Timeline whole,
                Measurements recorded,
                Map<String, Long> otherFailures,
                OptionalInt workers,
                double wallTimeSeconds,
                PercentileMethods methods) {
            Requests begun = Requests.of(recorded.counts(), recorded.counts().ended(), 0);
            ConnectionMeasurements connects = ConnectionMeasurements.none();
            OptionalDouble variation = variation(whole, part);
            return of(variation, recorded, begun, otherFailures, workers, wallTimeSeconds, connects, methods);
        }

        private static Figures of(
                OptionalDouble variation,
                Measurements recorded,
                Requests requests,
                Map<String, Long> otherFailures,
                OptionalInt workers,
                double wallTimeSeconds,
                ConnectionMeasurements connects,
                PercentileMethods methods) {
            Map<String, LatencySummary> byMethod = new LinkedHashMap<>();
            byMethod.put(HISTOGRAM, recorded.service().summary());
            byMethod.putAll(methods.others());
            return new Figures(
                    requests,
                    Attempts.of(recorded.counts(), otherFailures),
                    workers,
                    wallTimeSeconds,
                    mean(requests.ok, wallTimeSeconds),
                    mean(requests.ok, requests.ended()),
                    mean(recorded.counts().bytes(), wallTimeSeconds),
                    sent(recorded.counts(), wallTimeSeconds),
                    variation,
                    new Latencies(
                            recorded.service().summary(),
                            recorded.response().summary(),
                            recorded.sendLag().summary(),
                            recorded.failed().summary(),
                            recorded.requests().summary(),
                            connects.connect().summary(),
                            connects.nameLookup().summary(),
                            connects.tlsHandshake().summary(),
                            recorded.firstByte().summary()),
                    recorded.operations().stream()
                            .map(row -> OperationFigures.of(row, requests.ended(), wallTimeSeconds))
                            .toList(),
                    Iterations.of(recorded, wallTimeSeconds),
                    byMethod,
                    methods.bucketWidthUs());
        }

        /** The coefficient of variation of the throughput of the whole seconds of a part. */
        private static OptionalDouble variation(Timeline timeline, Window part) {
            long endUs = Math.min(timeline.endUs(), part.toUs());
            double[] whole = timeline.seconds().stream()
                    .filter(second ->
                            second.second() * 1_000_000 >= part.fromUs() && (second.second() + 1) * 1_000_000 <= endUs)
                    .mapToDouble(TimelineSecond::ok)
                    .toArray();
            double mean = StatUtils.mean(whole);
            return whole.length < 2 || mean == 0
                    ? OptionalDouble.empty()
                    : OptionalDouble.of(Math.sqrt(StatUtils.variance(whole)) / mean);
        }

        /**
         * The same with operations in the order of another document of the run, and with the shares that it says are asked.
         *
         * @param whole whether these are the figures of the whole run, so that what records do not tell is that of the document
         */
        public Figures inOrderOf(Figures document, boolean whole) {
            return with(inOrder(document.operations), whole ? document.iterations : iterations);
        }

        private Figures with(List<OperationFigures> rows, Optional<Iterations> ofUsers) {
            return new Figures(
                    requests,
                    attempts,
                    workers,
                    wallTimeSeconds,
                    throughputPerSecond,
                    successShare,
                    bodyBytesPerSecond,
                    sentBytesPerSecond,
                    throughputVariationShare,
                    latency,
                    rows,
                    ofUsers,
                    serviceTimeByMethod,
                    bucketWidthUs);
        }

        private List<OperationFigures> inOrder(List<OperationFigures> rows) {
            Map<String, OperationFigures> ours = new LinkedHashMap<>();
            operations.forEach(row -> ours.put(row.name, row));
            List<OperationFigures> ordered = new ArrayList<>();
            for (OperationFigures row : rows) {
                OperationFigures counted = ours.remove(row.name);
                ordered.add((counted == null ? OperationFigures.none(row.name) : counted).asked(row.askedShare));
            }
            ordered.addAll(ours.values());
            return ordered;
        }
    }

    /**
     * The figures of one operation.
     *
     * @param requests that ended; how many of them were planned is not known of one operation
     * @param throughputPerSecond ok requests in a second of the run's wall time; empty when no time passed
     * @param bodyBytesPerSecond received in bodies of responses; empty when no time passed
     * @param sentBytesPerSecond of requests, heads and bodies; empty when no time passed, or it was not recorded
     * @param meanAnswerBytes of complete responses' bodies; empty without any
     * @param achievedShare of all requests that ended; empty when none did
     * @param askedShare that the workload asks for; empty when it does not
     */
    public record OperationFigures(
            String name,
            Requests requests,
            Attempts attempts,
            OptionalDouble throughputPerSecond,
            OptionalDouble bodyBytesPerSecond,
            OptionalDouble sentBytesPerSecond,
            OptionalDouble meanAnswerBytes,
            OptionalDouble achievedShare,
            OptionalDouble askedShare,
            LatencySummary serviceTime,
            LatencySummary responseTime,
            LatencySummary timeToFirstByte) {

        public OperationFigures {
            name = orEmpty(name);
            requests = requests == null ? Requests.of(Counts.NONE, 0, 0) : requests;
            attempts = attempts == null ? Attempts.of(Counts.NONE, Map.of()) : attempts;
            serviceTime = orEmpty(serviceTime);
            responseTime = orEmpty(responseTime);
            timeToFirstByte = orEmpty(timeToFirstByte);
        }

        private static OperationFigures of(OperationMeasurements row, long ended, double wallTimeSeconds) {
            Counts counts = row.counts();
            return new OperationFigures(
                    row.name(),
                    Requests.of(counts, counts.ended(), 0),
                    Attempts.of(counts, Map.of()),
                    mean(counts.ok(), wallTimeSeconds),
                    mean(counts.bytes(), wallTimeSeconds),
                    sent(counts, wallTimeSeconds),
                    mean(counts.bytes(), counts.answers()),
                    mean(counts.ended(), ended),
                    OptionalDouble.empty(),
                    row.service().summary(),
                    row.response().summary(),
                    row.firstByte().summary());
        }

        private static OperationFigures none(String name) {
            OptionalDouble unknown = OptionalDouble.empty();
            return new OperationFigures(
                    name, null, null, unknown, unknown, unknown, unknown, unknown, unknown, null, null, null);
        }

        private OperationFigures asked(OptionalDouble share) {
            return with(name, share);
        }

        /** The same under another name. */
        public OperationFigures named(String other) {
            return with(other, askedShare);
        }

        private OperationFigures with(String newName, OptionalDouble share) {
            return new OperationFigures(
                    newName,
                    requests,
                    attempts,
                    throughputPerSecond,
                    bodyBytesPerSecond,
                    sentBytesPerSecond,
                    meanAnswerBytes,
                    achievedShare,
                    share,
                    serviceTime,
                    responseTime,
                    timeToFirstByte);
        }

        /** The sum of two operations, as far as it follows from their figures: percentiles do not. */
        public OperationFigures plusWithoutLatencies(OperationFigures other) {
            Attempts both = attempts.plus(other.attempts);
            return new OperationFigures(
                    name,
                    requests.plus(other.requests),
                    both,
                    sum(throughputPerSecond, other.throughputPerSecond),
                    sum(bodyBytesPerSecond, other.bodyBytesPerSecond),
                    sum(sentBytesPerSecond, other.sentBytesPerSecond),
                    mean(both.bodyBytes, answers(both)),
                    sum(achievedShare, other.achievedShare),
                    sum(askedShare, other.askedShare),
                    null,
                    null,
                    null);
        }

        private static OptionalDouble sum(OptionalDouble one, OptionalDouble other) {
            return one.isPresent() && other.isPresent()
                    ? OptionalDouble.of(one.getAsDouble() + other.getAsDouble())
                    : one.isPresent() ? one : other;
        }
    }

    /**
     * What users did in their iterations.
     *
     * @param requestsPerIteration the most that one has: request r of iteration i has the number i times this, plus r; empty while the
     *     run is in progress
     * @param neverBegun iterations of the plan that the end of the run, or of a worker, left; empty while the run is in progress, which
     *     leaves unknown what is under way
     * @param all scenarios together
     * @param scenarios a row for each, in the order of the workload; they add up to {@code all}
     */
    public record Iterations(
            OptionalInt requestsPerIteration,
            OptionalLong neverBegun,
            ScenarioFigures all,
            List<ScenarioFigures> scenarios) {

        public Iterations {
            all = all == null
                    ? new ScenarioFigures(
                            null, 0, 0, 0, 0, 0, OptionalDouble.empty(), OptionalDouble.empty(), null, null)
                    : all;
            scenarios = orEmpty(scenarios);
        }

        private static Optional<Iterations> of(Measurements recorded, double wallTimeSeconds) {
            List<ScenarioFigures> rows = recorded.iterations().stream()
                    .map(row -> ScenarioFigures.of(row.scenario(), row, wallTimeSeconds))
                    .toList();
            return recorded.iterations().stream()
                    .reduce(IterationMeasurements::plus)
                    .map(all -> new Iterations(
                            OptionalInt.empty(),
                            OptionalLong.empty(),
                            ScenarioFigures.of("all", all, wallTimeSeconds),
                            rows));
        }

        private Iterations ended(RunResult result) {
            LoadPlan plan = result.plan();
            return new Iterations(
                    plan.workload().iterations(plan.seed(), plan.target()).stream()
                            .mapToInt(sequence -> sequence.requestsPerIteration())
                            .findFirst(),
                    OptionalLong.of(result.droppedIterations()),
                    all,
                    scenarios);
        }
    }

    /**
     * The figures of the iterations of a scenario: begun = completed + abandoned + under way at the end.
     *
     * @param abandoned that ended early because a step failed
     * @param underWay that the end of the run interrupted
     * @param late that began later than their pace asks
     * @param completedPerSecond in a second of the run's wall time; empty when no time passed
     * @param meanThinkingSeconds think time of a completed one; empty without any
     * @param duration of completed ones from beginning to end, think times included
     * @param lag begun - due; in a closed loop an iteration is due when its worker is free
     */
    public record ScenarioFigures(
            String name,
            long begun,
            long completed,
            long abandoned,
            long underWay,
            long late,
            OptionalDouble completedPerSecond,
            OptionalDouble meanThinkingSeconds,
            LatencySummary duration,
            LatencySummary lag) {

        public ScenarioFigures {
            name = orEmpty(name);
            duration = orEmpty(duration);
            lag = orEmpty(lag);
        }

        private static ScenarioFigures of(String name, IterationMeasurements row, double wallTimeSeconds) {
            return new ScenarioFigures(
                    name,
                    row.begun(),
                    row.completed(),
                    row.abandoned(),
                    row.underWay(),
                    row.late(),
                    mean(row.completed(), wallTimeSeconds),
                    row.meanThinkingSeconds(),
                    row.durations().summary(),
                    row.lag().summary());
        }
    }

    private static OptionalDouble mean(double sum, double count) {
        return count > 0 ? OptionalDouble.of(sum / count) : OptionalDouble.empty();
    }

    private static OptionalDouble sent(Counts counts, double seconds) {
        return counts.sentBytes() == 0 ? OptionalDouble.empty() : mean(counts.sentBytes(), seconds);
    }

    /** Complete responses. */
    private static long answers(Attempts attempts) {
        return attempts.withoutStatus
                + attempts.byStatus.values().stream().mapToLong(Long::longValue).sum()
                + attempts.byFailure.getOrDefault(FailureKind.CHECK.word(), 0L);
    }

    /**
     * The service time's percentiles by the ways that need all values.
     *
     * @param others by their names
     * @param bucketWidthUs of the method {@code bucketed}
     */
    public record PercentileMethods(Map<String, LatencySummary> others, OptionalDouble bucketWidthUs) {

        /** Of all values. */
        public static final String EXACT = "exact";

        /** Of the reference study: counts in buckets of one width. */
        public static final String BUCKETED = "bucketed";

        /** The values were not kept. */
        public static final PercentileMethods NONE = new PercentileMethods(Map.of(), OptionalDouble.empty());

        /** The results for all values. */
        public static PercentileMethods of(ExactLatencies values) {
            BucketedLatencies buckets = values.bucketed();
            Map<String, LatencySummary> others = new LinkedHashMap<>();
            others.put(EXACT, values.summary());
            others.put(BUCKETED, buckets.summary());
            return new PercentileMethods(others, OptionalDouble.of(buckets.widthUs()));
        }
    }

    /** How requests ended: planned = ok + failed + never sent. */
    public record Requests(
            long planned, long ok, long okAtFirstAttempt, long okAfterRetries, long failed, long neverSent) {

        private static Requests of(Counts counts, long planned, long neverSent) {
            return new Requests(
                    planned, counts.ok(), counts.okAtFirst(), counts.okAfterRetries(), counts.failed(), neverSent);
        }

        /** Those that were begun and ended. */
        public long ended() {
            return ok + failed;
        }

        private Requests plus(Requests other) {
            return new Requests(
                    planned + other.planned,
                    ok + other.ok,
                    okAtFirstAttempt + other.okAtFirstAttempt,
                    okAfterRetries + other.okAfterRetries,
                    failed + other.failed,
                    neverSent + other.neverSent);
        }
    }

    /**
     * Exchanges with the server.
     *
     * @param amplification attempts for each request that ended; empty when none did
     * @param bodyBytes received in bodies of responses
     * @param sentBytes of requests, heads and bodies; 0 when it was not recorded
     * @param byStatus those with a complete answer, by its status
     * @param withoutStatus those with a complete answer of a protocol that has no statuses, plain TCP; left out when there are none
     * @param byFailure those without a usable answer, by the word for the reason
     */
    public record Attempts(
            long total,
            OptionalDouble amplification,
            long bodyBytes,
            long sentBytes,
            Map<Integer, Long> byStatus,
            @JsonInclude(JsonInclude.Include.NON_DEFAULT) long withoutStatus,
            Map<String, Long> byFailure) {

        public Attempts {
            byStatus = orEmpty(byStatus);
            byFailure = orEmpty(byFailure);
        }

        private static Attempts of(Counts counts, Map<String, Long> otherFailures) {
            Map<Integer, Long> statuses = new TreeMap<>(counts.attemptsByStatus());
            Long withoutStatus = statuses.remove(Attempt.NO_STATUS);
            Map<String, Long> failures = new LinkedHashMap<>();
            new TreeMap<>(counts.attemptsByFailure()).forEach((kind, attempts) -> failures.put(kind.word(), attempts));
            failures.putAll(otherFailures);
            return new Attempts(
                    counts.attempts(),
                    counts.ended() == 0
                            ? OptionalDouble.empty()
                            : OptionalDouble.of((double) counts.attempts() / counts.ended()),
                    counts.bytes(),
                    counts.sentBytes(),
                    statuses,
                    withoutStatus == null ? 0 : withoutStatus,
                    failures);
        }

        private Attempts plus(Attempts other) {
            Map<Integer, Long> statuses = new TreeMap<>(byStatus);
            other.byStatus.forEach((status, count) -> statuses.merge(status, count, Long::sum));
            Map<String, Long> failures = new LinkedHashMap<>(byFailure);
            other.byFailure.forEach((word, count) -> failures.merge(word, count, Long::sum));
            return new Attempts(
                    total + other.total,
                    OptionalDouble.empty(),
                    bodyBytes + other.bodyBytes,
                    sentBytes + other.sentBytes,
                    statuses,
                    withoutStatus + other.withoutStatus,
                    failures);
        }
    }

    /**
     * Durations, in microseconds.
     *
     * @param serviceTime done - sent of ok attempts
     * @param responseTime done - due of ok attempts
     * @param sendLag sent - due of first attempts
     * @param failedAttempts done - sent of the other attempts
     * @param wholeRequests of ok requests, from the first attempt sent to the last one done
     * @param connectTime of each connection that was established
     * @param nameLookupTime of the host's name, a part of a connect time
     * @param tlsHandshakeTime of each connection over TLS, a part of its connect time
     * @param timeToFirstByte from sending until the head of the response had arrived, of ok attempts
     */
    public record Latencies(
            LatencySummary serviceTime,
            LatencySummary responseTime,
            LatencySummary sendLag,
            LatencySummary failedAttempts,
            LatencySummary wholeRequests,
            LatencySummary connectTime,
            LatencySummary nameLookupTime,
            LatencySummary tlsHandshakeTime,
            LatencySummary timeToFirstByte) {

        private static final Latencies NONE = new Latencies(null, null, null, null, null, null, null, null, null);

        public Latencies {
            serviceTime = orEmpty(serviceTime);
            responseTime = orEmpty(responseTime);
            sendLag = orEmpty(sendLag);
            failedAttempts = orEmpty(failedAttempts);
            wholeRequests = orEmpty(wholeRequests);
            connectTime = orEmpty(connectTime);
            nameLookupTime = orEmpty(nameLookupTime);
            tlsHandshakeTime = orEmpty(tlsHandshakeTime);
            timeToFirstByte = orEmpty(timeToFirstByte);
        }
    }

    /**
     * What is known of the whole run when it has ended, besides its figures.
     *
     * @param endedBecause the label of a {@link StopReason}, or of one that another version has
     * @param interrupted whether a signal ended the run
     * @param workerDeath what killed a worker, when one died
     * @param clientCpuSeconds CPU time of the client's process while the clock ran
     * @param objectives the result of each; empty when there were none, or the run was interrupted
     * @param objectivesNotJudged the text of those of a run that was interrupted
     * @param inconclusive why the objectives are neither met nor missed
     * @param records the state of the per-request CSV; empty when none was wanted
     * @param files names of the run's files in its directory
     * @param violations sums that do not come out
     * @param problems what could not be written or read
     * @param failureDetails why attempts failed, the most frequent reasons
     * @param http which version of HTTP was used; empty for a plan with HTTP/1.1
     * @param agents what each machine did, of a run that was spread over several; otherwise empty
     */
    public record Findings(
            String endedBecause,
            boolean interrupted,
            Optional<String> workerDeath,
            OptionalDouble clientCpuSeconds,
            Optional<Offered> offered,
            List<Judged> objectives,
            Optional<String> objectivesNotJudged,
            Optional<String> inconclusive,
            Optional<Verdict> verdict,
            Optional<Steady> steadiness,
            Optional<Tail> tail,
            Optional<LittlesLawCheck> littlesLaw,
            Optional<Sampled> telemetry,
            Optional<WarmUp> selfWarmUp,
            Optional<WarmUp> warmUp,
            Optional<Probed> probe,
            Optional<Server> server,
            Optional<Records> records,
            List<String> files,
            List<String> violations,
            List<String> problems,
            Map<String, Long> failureDetails,
            @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<HttpUse> http,
            @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Agent> agents,
            @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Change> loadChanges) {

        public Findings {
            agents = orEmpty(agents);
            loadChanges = orEmpty(loadChanges);
            endedBecause = orEmpty(endedBecause);
            objectives = orEmpty(objectives);
            files = orEmpty(files);
            violations = orEmpty(violations);
            problems = orEmpty(problems);
            failureDetails = orEmpty(failureDetails);
        }

        /** Why the run ended; empty when the file does not say, or gives a reason that this version does not know. */
        public Optional<StopReason> reason() {
            return EnumLabels.find(StopReason.values(), endedBecause);
        }
    }

    /**
     * A change of the load that was made while the run was in progress.
     *
     * @param atSeconds since the start of the run
     * @param level from then on, such as {@code 200/s} or {@code 50u}
     */
    public record Change(double atSeconds, String level) {

        private static Change of(LoadChange change) {
            return new Change(Times.seconds(change.at()), change.level());
        }
    }

    /**
     * The load that an open loop offered. A run without attempts took no time, and has no rates.
     *
     * @param why the offered rate was not met
     * @param workersUsed how many workers took part, when further ones could begin; empty when all did, or none was sampled
     */
    public record Offered(
            OptionalDouble offeredPerSecond,
            OptionalDouble begunPerSecond,
            boolean met,
            Optional<String> why,
            OptionalInt workersUsed) {

        private static Offered of(OfferedLoad load, RunResult result) {
            boolean timed = !result.wallTime().isZero();
            OptionalDouble workers = result.telemetry().max(Metric.WORKERS);
            return new Offered(
                    timed ? OptionalDouble.of(load.offeredPerSecond()) : OptionalDouble.empty(),
                    timed ? OptionalDouble.of(load.begunPerSecond()) : OptionalDouble.empty(),
                    load.met(),
                    load.why(),
                    workers.isPresent() ? OptionalInt.of((int) workers.getAsDouble()) : OptionalInt.empty());
        }
    }

    /**
     * An objective and its result, in the units that latencies, shares and rates have in the rest of the file. Of the three
     * limits there is one, and what was measured has its unit.
     *
     * @param objective as text, such as {@code p99<100ms}
     * @param quantity what is measured, such as {@code p99}
     * @param met empty when the client may be the cause of what was measured
     */
    @JsonInclude(JsonInclude.Include.NON_ABSENT)
    public record Judged(
            String objective,
            String quantity,
            OptionalDouble limitUs,
            OptionalDouble measuredUs,
            OptionalDouble limitShare,
            OptionalDouble measuredShare,
            OptionalDouble limitPerSecond,
            OptionalDouble measuredPerSecond,
            @JsonInclude(JsonInclude.Include.ALWAYS) Optional<Boolean> met) {

        private static final double SHARE_OF_PERCENT = 0.01;
        private static final double US_OF_MS = 1_000;

        static Judged of(Judgement judgement) {
            double limit = judgement.objective().bound();
            OptionalDouble measured = judgement.measured();
            String unit = judgement.objective().unit();
            return new Judged(
                    judgement.objective().toString(),
                    judgement.objective().quantity(),
                    times(unit.equals("ms"), OptionalDouble.of(limit), US_OF_MS),
                    times(unit.equals("ms"), measured, US_OF_MS),
                    times(unit.equals("%"), OptionalDouble.of(limit), SHARE_OF_PERCENT),
                    times(unit.equals("%"), measured, SHARE_OF_PERCENT),
                    times(unit.equals("/s"), OptionalDouble.of(limit), 1),
                    times(unit.equals("/s"), measured, 1),
                    judgement.status() == Status.INCONCLUSIVE
                            ? Optional.empty()
                            : Optional.of(judgement.status() == Status.MET));
        }

        private static OptionalDouble times(boolean applies, OptionalDouble value, double factor) {
            return applies && value.isPresent()
                    ? OptionalDouble.of(value.getAsDouble() * factor)
                    : OptionalDouble.empty();
        }

        /** Whether it was met. */
        public Status status() {
            return met.map(kept -> kept ? Status.MET : Status.MISSED).orElse(Status.INCONCLUSIVE);
        }

        /** The unit in which {@code --slo} has it: ms, %, or /s. */
        public String unit() {
            return limitUs.isPresent() || measuredUs.isPresent()
                    ? "ms"
                    : limitShare.isPresent() || measuredShare.isPresent() ? "%" : "/s";
        }

        /** What was measured, in {@link #unit}; empty when nothing was. */
        public Optional<String> measured() {
            return Stream.of(
                            measuredUs.stream().map(us -> us / US_OF_MS),
                            measuredShare.stream().map(share -> share / SHARE_OF_PERCENT),
                            measuredPerSecond.stream())
                    .flatMapToDouble(value -> value)
                    .mapToObj(value -> NumberFormat.decimal(value, 3))
                    .findFirst();
        }
    }

    /** Whether throughput and latency kept one level; {@code steadyPart} is empty when too few seconds did. */
    public record Steady(
            Steadiness.Assessment throughput,
            Steadiness.Assessment latency,
            Optional<Part> steadyPart,
            Optional<Answers> answerSize) {

        /** The seconds that were steady, and their throughput with an interval. */
        public record Part(
                long fromSecond,
                long toSecond,
                double throughputPerSecond,
                double lowPerSecond,
                double highPerSecond,
                double level) {

            private static Part of(SteadyPart part) {
                ConfidenceInterval interval = part.throughput().interval();
                return new Part(
                        part.fromSecond(),
                        part.toSecond(),
                        part.throughput().value(),
                        interval.low(),
                        interval.high(),
                        interval.level());
            }

            public Part {
                Objects.requireNonNull(new ConfidenceInterval(lowPerSecond, highPerSecond, level));
            }

            /** For a chart. */
            private SteadyPart part() {
                return new SteadyPart(
                        fromSecond,
                        toSecond,
                        new Estimate(throughputPerSecond, new ConfidenceInterval(lowPerSecond, highPerSecond, level)));
            }
        }

        /** How the mean size of ok answers changed. */
        public record Answers(double firstThirdMeanBytes, double lastThirdMeanBytes, String description) {

            private static Answers of(ResponseSizeChange change) {
                return new Answers(change.firstBytes(), change.lastBytes(), change.description());
            }
        }

        private static Steady of(Steadiness steadiness) {
            return new Steady(
                    steadiness.throughput(),
                    steadiness.latency(),
                    steadiness.part().map(Part::of),
                    steadiness.responseSizeChange().map(Answers::of));
        }

        /** The assessment of the whole run: that of its latency where the plan determines the throughput. */
        public Steadiness.Assessment decisive() {
            return throughput.finding() == Finding.SCHEDULED ? latency : throughput;
        }
    }

    /** When workers had run out of requests while others continued. */
    public record Tail(double fromSeconds, double toSeconds, int workers, double idleShare, String description) {

        private static Tail of(io.github.swipestorm.client.engine.Tail tail) {
            return new Tail(
                    Times.seconds(tail.from()),
                    Times.seconds(tail.to()),
                    tail.workers(),
                    tail.idleShare(),
                    tail.description());
        }
    }

    /**
     * Means of the samples of the client, the server and the machine.
     *
     * @param samples how many there were
     * @param means of each metric that could be read, under the name that {@link #field} gives it
     * @param longestClientSchedulingLagMs of any sample
     * @param coreBusyShares share of the time that each of the machine's cores was busy
     */
    public record Sampled(
            int samples,
            Map<String, Double> means,
            OptionalDouble longestClientSchedulingLagMs,
            List<Double> coreBusyShares,
            GcPauses gcPauses) {

        public Sampled {
            means = orEmpty(means);
            coreBusyShares = orEmpty(coreBusyShares);
            gcPauses = gcPauses == null ? GcPauses.of(List.of()) : gcPauses;
        }

        /** How often and how long the garbage collector stopped the client; without a pause there is no longest one. */
        public record GcPauses(int count, double totalMs, OptionalDouble longestMs) {

            private static GcPauses of(List<GcPause> pauses) {
                return new GcPauses(
                        pauses.size(),
                        pauses.stream().mapToLong(GcPause::durationUs).sum() / 1e3,
                        pauses.stream()
                                .mapToDouble(pause -> pause.durationUs() / 1e3)
                                .max());
            }
        }

        /** What telemetry tells. */
        public static Sampled of(Telemetry telemetry) {
            Map<String, Double> means = new LinkedHashMap<>();
            for (Metric metric : Metric.values()) {
                telemetry.mean(metric).ifPresent(mean -> means.put(field(metric), mean));
            }
            return new Sampled(
                    telemetry.samples().size(),
                    means,
                    telemetry.max(Metric.SCHEDULING_LAG),
                    telemetry.coreBusyMeans(),
                    GcPauses.of(telemetry.pauses()));
        }

        /** The mean of a metric; empty when it was never read. */
        public OptionalDouble mean(Metric metric) {
            Double mean = means.get(field(metric));
            return mean == null ? OptionalDouble.empty() : OptionalDouble.of(mean);
        }

        /** The name of a metric in the file: its column in {@code telemetry.csv} in camel case, and its unit. */
        static String field(Metric metric) {
            String name = Stream.of(metric.column().split("_"))
                    .map(word -> word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1))
                    .collect(Collectors.joining());
            return name.substring(0, 1).toLowerCase(Locale.ROOT)
                    + name.substring(1)
                    + switch (metric.unit()) {
                        case "cores" -> "Cores";
                        case "bytes" -> "Bytes";
                        case "bytes/s" -> name.contains("Bytes") ? "PerSecond" : "BytesPerSecond";
                        case "ms" -> "Ms";
                        case "ms/s" -> "MsPerSecond";
                        case "1/s" -> "PerSecond";
                        // A number of what the name says, or a share.
                        case "sockets", "users", "workers", "attempts", "requests", "of the workers' time" -> "";
                        default -> throw new IllegalStateException("no suffix for the unit " + metric.unit());
                    };
        }
    }

    /** What was sent before the run; in none of its numbers. */
    public record WarmUp(long requestsOk, long requestsFailed, long attempts, double wallTimeSeconds) {

        private static WarmUp of(WarmUpResult warmUp) {
            return new WarmUp(
                    warmUp.counts().ok(),
                    warmUp.counts().failed(),
                    warmUp.counts().attempts(),
                    Times.seconds(warmUp.wallTime()));
        }
    }

    /**
     * Phases of load after the run, with half and with twice its workers; in none of its numbers.
     *
     * @param incomplete why there are fewer than two
     */
    public record Probed(List<Phase> phases, Optional<String> incomplete, Optional<ConnectTimes> connects) {

        public Probed {
            phases = orEmpty(phases);
        }

        /** How long connecting took without and with load, in milliseconds. */
        public record ConnectTimes(double idleMs, double loadedMs) {}

        /** One of them. */
        public record Phase(
                int threads,
                long requestsOk,
                long requestsFailed,
                long attempts,
                double wallTimeSeconds,
                double throughputPerSecond) {

            private static Phase of(Probe.PhaseResult phase) {
                return new Phase(
                        phase.threads(),
                        phase.counts().ok(),
                        phase.counts().failed(),
                        phase.counts().attempts(),
                        Times.seconds(phase.wallTime()),
                        phase.throughput());
            }
        }

        private static Probed of(Probe probe) {
            return new Probed(
                    probe.phases().stream().map(Phase::of).toList(),
                    probe.incomplete(),
                    probe.connects().map(times -> new ConnectTimes(times.idleMs(), times.loadedMs())));
        }
    }

    /** The processes that were sampled as the server, or why none was. */
    public record Server(boolean onThisMachine, List<Long> watchedProcessIds, Optional<String> unwatched) {

        public Server {
            watchedProcessIds = orEmpty(watchedProcessIds);
        }

        private static Server of(ServerProcesses server) {
            return new Server(server.here(), server.pids(), server.unwatched());
        }
    }

    /**
     * One machine's part of a run. Requests that it never sent are those of its share; of a lost one, those it never reported
     * are among them.
     *
     * @param machine the same for agents of one machine
     * @param throughputPerSecond ok requests in a second of wall time; empty when no time passed
     * @param clientCpuCores mean CPU time of its process; empty where it could not be read
     * @param verdict what limited it; empty for one that was lost
     * @param lost how it was lost; empty for one that reported its whole result
     * @param records the file on its machine with its rows; empty when they are elsewhere, or when there are none
     */
    public record Agent(
            String name,
            String address,
            String machine,
            int cores,
            int workers,
            Requests requests,
            OptionalDouble throughputPerSecond,
            double wallTimeSeconds,
            LatencySummary responseTime,
            OptionalDouble clientCpuCores,
            Optional<Verdict> verdict,
            AgentClock clock,
            Optional<Lost> lost,
            Optional<String> records) {

        public Agent {
            name = orEmpty(name);
            address = orEmpty(address);
            machine = orEmpty(machine);
            requests = requests == null ? Requests.of(Counts.NONE, 0, 0) : requests;
            responseTime = orEmpty(responseTime);
            clock = clock == null ? AgentClock.UNKNOWN : clock;
        }

        private static Agent of(AgentRun agent) {
            RunResult result = agent.result();
            double seconds = Times.seconds(result.wallTime());
            return new Agent(
                    agent.name(),
                    agent.address(),
                    agent.machine(),
                    agent.cores(),
                    result.plan().threads(),
                    Requests.of(result.counts(), result.planned(), result.dropped()),
                    mean(result.counts().ok(), seconds),
                    seconds,
                    result.recorded().response().summary(),
                    result.telemetry().mean(Metric.CLIENT_CPU),
                    agent.loss().isPresent() ? Optional.empty() : Optional.of(Verdicts.of(result, Optional.empty())),
                    AgentClock.of(agent),
                    agent.loss().map(loss -> new Lost(loss.lastSecond(), loss.why(), agent.lostRequests())),
                    agent.records());
        }
    }

    /**
     * The clock of an agent, as exchanges of messages with the coordinator show it.
     *
     * @param aheadMs how far its time of day was ahead of the coordinator's; empty when that was not measured
     * @param uncertaintyMs how far the beginnings of the two may have been apart by what is known of their clocks
     * @param driftMs how far its clock drifted from the coordinator's during the run; empty when that was not measured
     * @param drifted whether that is more than a millisecond, however uncertain the measurement
     * @param lateMs how long after the agreed instant its workers began; empty when that is not known
     */
    public record AgentClock(
            OptionalDouble aheadMs,
            double uncertaintyMs,
            OptionalDouble driftMs,
            boolean drifted,
            OptionalDouble lateMs) {

        private static final AgentClock UNKNOWN =
                new AgentClock(OptionalDouble.empty(), 0, OptionalDouble.empty(), false, OptionalDouble.empty());

        private static AgentClock of(AgentRun agent) {
            return new AgentClock(
                    agent.timeOfDay()
                            .map(ahead -> OptionalDouble.of(ahead.nanos() / 1e6))
                            .orElse(OptionalDouble.empty()),
                    agent.before().uncertaintyNanos() / 1e6,
                    milliseconds(agent.driftNanos()),
                    agent.drifted(),
                    milliseconds(agent.lateNanos()));
        }

        private static OptionalDouble milliseconds(OptionalLong nanos) {
            return nanos.isPresent() ? OptionalDouble.of(nanos.getAsLong() / 1e6) : OptionalDouble.empty();
        }
    }

    /**
     * How an agent was lost.
     *
     * @param lastSecond how many seconds of the run it reported
     * @param requests of its share that it never sent or never reported; 0 where only time ended the run
     */
    public record Lost(int lastSecond, String why, long requests) {

        public Lost {
            why = orEmpty(why);
        }
    }

    /** Requests that were lost with agents; a part of those that were never sent. */
    public long lostRequests() {
        return findings.agents.stream()
                .flatMap(agent -> agent.lost.stream())
                .mapToLong(Lost::requests)
                .sum();
    }

    /** The per-request CSV: rows + missing = attempts. */
    public record Records(String file, long rows, long missing) {

        private static Records of(RecordsFileStatus status) {
            return new Records(status.file().getFileName().toString(), status.rows(), status.missing());
        }
    }

    /**
     * The document of a run that has ended.
     *
     * @param objectives that the run was to keep to
     * @param judgements the result of each
     * @param inconclusive why they are neither met nor missed
     * @param files names of the run's files
     */
    public static RunDocument of(
            RunResult result,
            Figures figures,
            Verdict verdict,
            String command,
            Objectives objectives,
            List<Judgement> judgements,
            Optional<String> inconclusive,
            List<String> files,
            List<String> violations,
            List<String> problems) {
        Findings findings = new Findings(
                result.reason().toString(),
                result.reason() == StopReason.INTERRUPTED,
                result.workerDeath(),
                result.cpuTime()
                        .map(time -> OptionalDouble.of(Times.seconds(time)))
                        .orElse(OptionalDouble.empty()),
                OfferedLoad.of(result).map(load -> Offered.of(load, result)),
                judgements.stream().map(Judged::of).toList(),
                Optional.of(objectives.toString()).filter(text -> judgements.isEmpty() && !text.isEmpty()),
                inconclusive,
                Optional.of(verdict),
                Optional.of(Steady.of(result.steadiness())),
                result.tail().map(Tail::of),
                LittlesLawCheck.of(result),
                Optional.of(Sampled.of(result.telemetry())),
                result.selfWarmUp().map(WarmUp::of),
                result.warmUp().map(WarmUp::of),
                result.probe().map(Probed::of),
                Optional.of(Server.of(result.server())),
                result.recorded().records().map(Records::of),
                files,
                violations,
                problems,
                result.recorded().failureDetails(),
                result.connects().http(),
                result.agents().stream().map(Agent::of).toList(),
                result.changes().stream().map(Change::of).toList());
        return new RunDocument(Start.of(ENDED, command, result.startedAt(), result.plan()), figures, findings);
    }

    /** Whether the file was written at the start of a run and not replaced at its end. */
    public boolean running() {
        return start.state.equals(RUNNING);
    }

    /** Whether the results of the run are in the file. */
    boolean ended() {
        return start.state.equals(ENDED);
    }

    /** When the run started, in microseconds since 1970; empty when the file does not say. */
    public OptionalLong startedAtUs() {
        try {
            return OptionalLong.of(ChronoUnit.MICROS.between(Instant.EPOCH, Instant.parse(start.startedAt)));
        } catch (DateTimeException | ArithmeticException e) {
            return OptionalLong.empty();
        }
    }

    /** The part of the run in which it was steady, for charts; empty when there was none, or it is not known. */
    public Optional<SteadyPart> steadyPart() {
        return findings.steadiness.flatMap(Steady::steadyPart).map(Steady.Part::part);
    }

    private static <T extends Record> T empty(Class<T> type) {
        Class<?>[] types = Stream.of(type.getRecordComponents())
                .map(RecordComponent::getType)
                .toArray(Class<?>[]::new);
        Map<Class<?>, Object> empty = Map.of(
                Optional.class,
                Optional.empty(),
                OptionalInt.class,
                OptionalInt.empty(),
                OptionalDouble.class,
                OptionalDouble.empty(),
                int.class,
                0,
                double.class,
                0.0,
                boolean.class,
                false);
        try {
            return type.getDeclaredConstructor(types)
                    .newInstance(Stream.of(types).map(empty::get).toArray());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String orEmpty(String text) {
        return text == null ? "" : text;
    }

    private static LatencySummary orEmpty(LatencySummary latencies) {
        return latencies == null ? LatencySummary.EMPTY : latencies;
    }

    private static <T> List<T> orEmpty(List<T> list) {
        return list == null ? List.of() : list.stream().filter(Objects::nonNull).toList();
    }

    /** In its order. */
    private static <K, V> Map<K, V> orEmpty(Map<K, V> map) {
        Map<K, V> all = new LinkedHashMap<>();
        if (map != null) {
            map.forEach((key, value) -> {
                if (value != null) {
                    all.put(key, value);
                }
            });
        }
        return all;
    }
}
