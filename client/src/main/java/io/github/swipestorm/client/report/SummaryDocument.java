package io.github.swipestorm.client.report;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import io.github.swipestorm.client.engine.LoadPlan;
import io.github.swipestorm.client.engine.RunResult;
import io.github.swipestorm.client.engine.StopReason;
import io.github.swipestorm.client.engine.WarmUpResult;
import io.github.swipestorm.client.experiment.Objectives.Judgement;
import io.github.swipestorm.client.http.FailureKind;
import io.github.swipestorm.client.http.Target;
import io.github.swipestorm.client.model.ModelSettings;
import io.github.swipestorm.client.model.OpenLoop;
import io.github.swipestorm.client.record.Counts;
import io.github.swipestorm.client.record.RecordsFate;
import io.github.swipestorm.client.stats.LatencySummary;
import io.github.swipestorm.client.transport.Credentials;
import io.github.swipestorm.client.verdict.Bound;
import io.github.swipestorm.client.verdict.LittleCheck;
import io.github.swipestorm.client.verdict.OfferedLoad;
import io.github.swipestorm.client.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * The shape of {@code summary.json}, version 1, which {@code summary.schema.json} describes. Times are in the unit that
 * a name ends with.
 */
record SummaryDocument(
        int schemaVersion,
        String command,
        String startedAt,
        String endedBecause,
        boolean interrupted,
        Plan plan,
        Environment environment,
        Requests requests,
        Attempts attempts,
        double wallTimeSeconds,
        double throughputPerSecond,
        Double clientCpuSeconds,
        Map<String, LatencySummary> latency,
        Map<String, LatencySummary> serviceTimeByMethod,
        Offered offered,
        List<Judged> objectives,
        VerdictSection verdict,
        LittleCheck littlesLaw,
        TelemetrySection telemetry,
        WarmUp selfWarmUp,
        WarmUp warmUp,
        Records records,
        List<String> files,
        List<String> violations,
        List<String> problems,
        Map<String, Long> failureDetails) {

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(SerializationFeature.INDENT_OUTPUT)
            // Another version of the program may leave a figure out.
            .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            // isEmpty() of a latency summary is a question to it, not a part of it.
            .changeDefaultVisibility(visibility -> visibility.withIsGetterVisibility(JsonAutoDetect.Visibility.NONE))
            .build();

    record Plan(
            String target,
            String model,
            ModelSettings modelSettings,
            String workload,
            Rates openLoop,
            String transport,
            boolean keepAlive,
            Integer eventLoops,
            int pipeline,
            boolean spin,
            String proxy,
            String authentication,
            boolean followRedirects,
            boolean insecure,
            int threads,
            String workerThreads,
            Long requests,
            Double durationSeconds,
            double rampUpSeconds,
            int retries,
            List<String> retryOn,
            double retryBackoffSeconds,
            double connectTimeoutSeconds,
            double responseTimeoutSeconds,
            double totalTimeoutSeconds,
            double giveUpSeconds,
            long seed) {

        static Plan of(LoadPlan plan) {
            return of(plan, plan.target().toString());
        }

        /** With something else than the address to call the target by. */
        static Plan of(LoadPlan plan, String target) {
            return new Plan(
                    target,
                    plan.model().toString(),
                    plan.modelSettings(),
                    plan.workload().toString(),
                    plan.openLoop().map(Rates::of).orElse(null),
                    plan.transport().kind().toString(),
                    plan.transport().keepAlive(),
                    plan.transport().kind().eventDriven() ? plan.transport().eventLoops() : null,
                    plan.transport().pipeline(),
                    plan.transport().spin(),
                    plan.transport().detours().proxy().map(Target::toString).orElse(null),
                    plan.transport()
                            .detours()
                            .credentials()
                            .map(Credentials::toString)
                            .orElse(null),
                    plan.transport().detours().followRedirects(),
                    plan.unverified(),
                    plan.threads(),
                    plan.workerThreads().toString(),
                    plan.stop().bounded() ? plan.stop().requests() : null,
                    plan.stop().duration().map(SummaryDocument::seconds).orElse(null),
                    seconds(plan.rampUp()),
                    plan.retry().retries(),
                    plan.retry().on().stream().map(Enum::toString).sorted().toList(),
                    seconds(plan.retry().backoff()),
                    seconds(plan.timeouts().connect()),
                    seconds(plan.timeouts().response()),
                    seconds(plan.timeouts().total()),
                    seconds(plan.giveUp()),
                    plan.seed());
        }
    }

    record Rates(String start, List<RateStage> stages, String arrivals) {

        record RateStage(double durationSeconds, String target) {}

        static Rates of(OpenLoop loop) {
            return new Rates(
                    loop.start().toString(),
                    loop.stages().stream()
                            .map(stage -> new RateStage(
                                    seconds(stage.duration()), stage.target().toString()))
                            .toList(),
                    loop.arrivals().toString());
        }
    }

    record Offered(double offeredPerSecond, double begunPerSecond, boolean met, String why) {

        static Offered of(OfferedLoad load) {
            return new Offered(
                    load.offeredPerSecond(),
                    load.begunPerSecond(),
                    load.met(),
                    load.why().orElse(null));
        }
    }

    record Judged(String objective, Double measured, String unit, boolean met) {

        static Judged of(Judgement judgement) {
            return new Judged(
                    judgement.objective().toString(),
                    judgement.measured().isPresent() ? judgement.measured().getAsDouble() : null,
                    judgement.objective().unit(),
                    judgement.met());
        }
    }

    record VerdictSection(String bound, String evidence, String consequence) {

        static VerdictSection of(Verdict verdict) {
            return new VerdictSection(verdict.bound().toString(), verdict.evidence(), verdict.consequence());
        }
    }

    record Requests(long planned, long ok, long okAtFirstAttempt, long okAfterRetries, long failed, long dropped) {}

    record Attempts(
            long total,
            double amplification,
            long bodyBytes,
            Map<Integer, Long> byStatus,
            Map<String, Long> byFailure) {

        static Attempts of(Counts counts, double amplification) {
            Map<String, Long> failures = new LinkedHashMap<>();
            for (FailureKind kind : FailureKind.values()) {
                Long attempts = counts.attemptsByFailure().get(kind);
                if (attempts != null) {
                    failures.put(kind.word(), attempts);
                }
            }
            return new Attempts(
                    counts.attempts(),
                    amplification,
                    counts.bytes(),
                    new TreeMap<>(counts.attemptsByStatus()),
                    failures);
        }
    }

    record WarmUp(long requestsOk, long requestsFailed, long attempts, double wallTimeSeconds) {

        static WarmUp of(WarmUpResult warmUp) {
            return new WarmUp(
                    warmUp.counts().ok(),
                    warmUp.counts().failed(),
                    warmUp.counts().attempts(),
                    seconds(warmUp.wallTime()));
        }
    }

    record Records(String file, long rows, long missing) {

        static Records of(RecordsFate fate) {
            return new Records(fate.file().getFileName().toString(), fate.rows(), fate.missing());
        }
    }

    static SummaryDocument of(
            RunResult result,
            Verdict verdict,
            String command,
            List<RunSummary.Road> roads,
            List<Judgement> judgements,
            List<String> files,
            List<String> violations,
            List<String> problems) {
        Counts counts = result.counts();
        Map<String, LatencySummary> latency = new LinkedHashMap<>();
        latency.put("serviceTime", result.recorded().service().summary());
        latency.put("responseTime", result.recorded().response().summary());
        latency.put("sendLag", result.recorded().sendLag().summary());
        latency.put("failedAttempts", result.recorded().failed().summary());
        latency.put("wholeRequests", result.recorded().requests().summary());
        latency.put("connectTime", result.connects().summary());
        Map<String, LatencySummary> byMethod = new LinkedHashMap<>();
        roads.forEach(road -> byMethod.put(road.name(), road.latencies()));
        return new SummaryDocument(
                1,
                command,
                result.startedAt().toString(),
                result.reason().toString(),
                result.reason() == StopReason.INTERRUPTED,
                Plan.of(result.plan()),
                Environment.current(),
                new Requests(
                        result.planned(),
                        counts.ok(),
                        counts.okAtFirst(),
                        counts.okAfterRetries(),
                        counts.failed(),
                        result.dropped()),
                Attempts.of(counts, result.amplification()),
                seconds(result.wallTime()),
                result.throughput(),
                result.cpuTime().map(SummaryDocument::seconds).orElse(null),
                latency,
                byMethod,
                OfferedLoad.of(result).map(Offered::of).orElse(null),
                judgements.stream().map(Judged::of).toList(),
                VerdictSection.of(verdict),
                LittleCheck.of(result).orElse(null),
                TelemetrySection.of(result.telemetry()),
                result.selfWarmUp().map(WarmUp::of).orElse(null),
                result.warmUp().map(WarmUp::of).orElse(null),
                result.recorded().records().map(Records::of).orElse(null),
                files,
                violations,
                problems,
                result.recorded().failureDetails());
    }

    /** The text of the file. */
    String toJson() {
        return JSON.writeValueAsString(this) + "\n";
    }

    /** The content of the file, for those who look for single values. */
    JsonNode toTree() {
        return JSON.valueToTree(this);
    }

    /**
     * The content of a file of this or another version of the program.
     *
     * @param warnings is told when there is a file that cannot be read
     * @return without any field when there is no file, or none that can be read
     */
    static JsonNode read(Path file, Consumer<String> warnings) {
        if (Files.exists(file)) {
            try {
                return JSON.readTree(Files.readString(file));
            } catch (IOException e) {
                warnings.accept(unreadable(file, e.toString()));
            } catch (JacksonException e) {
                warnings.accept(unreadable(file, "line " + e.getLocation().getLineNr() + " is not JSON"));
            }
        }
        return JSON.createObjectNode();
    }

    /** The latencies that a part of a file's content tells of; those of no values when it does not. */
    static LatencySummary latencies(JsonNode section) {
        try {
            return section.isObject() ? JSON.treeToValue(section, LatencySummary.class) : LatencySummary.EMPTY;
        } catch (JacksonException e) {
            return LatencySummary.EMPTY;
        }
    }

    /** The verdict that a file's content has; empty when it has none, or one that this version does not know. */
    static Optional<Verdict> verdict(JsonNode summary) {
        JsonNode section = summary.path("verdict");
        return Stream.of(Bound.values())
                .filter(bound -> bound.toString().equals(section.path("bound").asString("")))
                .map(bound -> new Verdict(
                        bound,
                        section.path("evidence").asString(""),
                        section.path("consequence").asString("")))
                .findFirst();
    }

    private static String unreadable(Path file, String why) {
        return "plan and environment are not in the report, as " + file + " cannot be read: " + why;
    }

    private static double seconds(Duration duration) {
        return duration.toNanos() / 1e9;
    }
}
