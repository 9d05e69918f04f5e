package io.github.swipestorm.client.report.store;

import io.github.swipestorm.client.engine.Probe;
import io.github.swipestorm.client.engine.RunResult;
import io.github.swipestorm.client.engine.StopReason;
import io.github.swipestorm.client.engine.Tail;
import io.github.swipestorm.client.engine.WarmUpResult;
import io.github.swipestorm.client.experiment.Objectives;
import io.github.swipestorm.client.experiment.Objectives.Judgement;
import io.github.swipestorm.client.http.FailureKind;
import io.github.swipestorm.client.inference.ConfidenceInterval;
import io.github.swipestorm.client.inference.Steadiness;
import io.github.swipestorm.client.measure.Counts;
import io.github.swipestorm.client.measure.LatencySummary;
import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.record.RecordsFileStatus;
import io.github.swipestorm.client.report.run.RunSummary;
import io.github.swipestorm.client.telemetry.ServerProcesses;
import io.github.swipestorm.client.verdict.LittlesLawCheck;
import io.github.swipestorm.client.verdict.OfferedLoad;
import io.github.swipestorm.client.verdict.Verdict;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/**
 * The shape of {@code summary.json}, version 2, which {@code summary.schema.json} describes. A quantity with a unit has the
 * unit at the end of its name: {@code Us}, {@code Ms}, {@code Seconds}, {@code Bytes}, {@code Cores}, {@code PerSecond}; a
 * share of 0 to 1 ends in {@code Share}. A statistic of no values is null. {@link SummaryFile} reads older versions, too.
 */
public record SummaryDocument(
        int schemaVersion,
        String state,
        String command,
        String startedAt,
        String endedBecause,
        boolean interrupted,
        PlanSection plan,
        Environment environment,
        Requests requests,
        Attempts attempts,
        double wallTimeSeconds,
        Double throughputPerSecond,
        Double clientCpuSeconds,
        Map<String, LatencySection> latency,
        Map<String, LatencySection> serviceTimeByMethod,
        Offered offered,
        List<Map<String, Object>> objectives,
        String inconclusive,
        VerdictSection verdict,
        SteadinessSection steadiness,
        TailSection tail,
        LittlesLawCheck littlesLaw,
        TelemetrySection telemetry,
        WarmUp selfWarmUp,
        WarmUp warmUp,
        ProbeSection probe,
        ServerSection server,
        Records records,
        List<String> files,
        List<String> violations,
        List<String> problems,
        Map<String, Long> failureDetails) {

    /** What the file says until the run has ended. */
    public record Running(
            int schemaVersion,
            String state,
            String command,
            String startedAt,
            PlanSection plan,
            Environment environment) {

        public static Running of(LoadPlan plan, String command) {
            return new Running(
                    SummaryFile.VERSION,
                    SummaryFile.RUNNING,
                    command,
                    Instant.now().toString(),
                    PlanSection.of(plan),
                    Environment.current());
        }

        public String toJson() {
            return SummaryFile.JSON.writeValueAsString(this) + "\n";
        }
    }

    record Offered(Double offeredPerSecond, Double begunPerSecond, boolean met, String why) {

        /** A run without attempts took no time, and has no rates. */
        static Offered of(OfferedLoad load, RunResult result) {
            boolean timed = !result.wallTime().isZero();
            return new Offered(
                    timed ? load.offeredPerSecond() : null,
                    timed ? load.begunPerSecond() : null,
                    load.met(),
                    load.why().orElse(null));
        }
    }

    /** The summary of some durations, with null for statistics of no values. */
    record LatencySection(
            long count,
            Double meanUs,
            Double stdevUs,
            Double minUs,
            Double p50Us,
            Double p75Us,
            Double p90Us,
            Double p95Us,
            Double p99Us,
            Double p999Us,
            Double p9999Us,
            Double maxUs) {

        private static final LatencySection EMPTY =
                new LatencySection(0, null, null, null, null, null, null, null, null, null, null, null);

        static LatencySection of(LatencySummary latencies) {
            return latencies.isEmpty()
                    ? EMPTY
                    : new LatencySection(
                            latencies.count(),
                            latencies.meanUs(),
                            latencies.stdevUs(),
                            (double) latencies.minUs(),
                            latencies.p50Us(),
                            latencies.p75Us(),
                            latencies.p90Us(),
                            latencies.p95Us(),
                            latencies.p99Us(),
                            latencies.p999Us(),
                            latencies.p9999Us(),
                            (double) latencies.maxUs());
        }
    }

    record VerdictSection(String bound, String evidence, String consequence) {

        static VerdictSection of(Verdict verdict) {
            return new VerdictSection(verdict.bound().toString(), verdict.evidence(), verdict.consequence());
        }
    }

    /** Whether throughput and latency kept one level; {@code steadyPart} is null when too few seconds did. */
    record SteadinessSection(Course throughput, Course latency, SteadyPart steadyPart, AnswerSize answerSize) {

        record Course(String finding, String description) {

            static Course of(Steadiness.Course course) {
                return new Course(course.finding().toString(), course.description());
            }
        }

        record SteadyPart(
                long fromSecond,
                long toSecond,
                double throughputPerSecond,
                double lowPerSecond,
                double highPerSecond,
                double level) {

            static SteadyPart of(Steadiness.SteadyPart part) {
                ConfidenceInterval interval = part.throughput().interval();
                return new SteadyPart(
                        part.fromSecond(),
                        part.toSecond(),
                        part.throughput().value(),
                        interval.low(),
                        interval.high(),
                        interval.level());
            }
        }

        record AnswerSize(double firstThirdMeanBytes, double lastThirdMeanBytes, String description) {

            static AnswerSize of(io.github.swipestorm.client.inference.AnswerSize size) {
                return new AnswerSize(size.firstBytes(), size.lastBytes(), size.description());
            }
        }

        static SteadinessSection of(Steadiness steadiness) {
            return new SteadinessSection(
                    Course.of(steadiness.throughput()),
                    Course.of(steadiness.latency()),
                    steadiness.part().map(SteadyPart::of).orElse(null),
                    steadiness.answerSize().map(AnswerSize::of).orElse(null));
        }
    }

    /** When workers had run out of requests while others continued. */
    record TailSection(double fromSeconds, double toSeconds, int workers, double idleShare, String description) {

        static TailSection of(Tail tail) {
            return new TailSection(
                    tail.from().toNanos() / 1e9,
                    tail.to().toNanos() / 1e9,
                    tail.workers(),
                    tail.idleShare(),
                    tail.description());
        }
    }

    record Requests(long planned, long ok, long okAtFirstAttempt, long okAfterRetries, long failed, long neverSent) {}

    record Attempts(
            long total,
            Double amplification,
            long bodyBytes,
            Map<Integer, Long> byStatus,
            Map<String, Long> byFailure) {

        static Attempts of(Counts counts, Double amplification) {
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
                    PlanSection.seconds(warmUp.wallTime()));
        }
    }

    record ProbeSection(List<PhaseSection> phases, String incomplete) {

        record PhaseSection(
                int threads,
                long requestsOk,
                long requestsFailed,
                long attempts,
                double wallTimeSeconds,
                double throughputPerSecond) {

            static PhaseSection of(Probe.Phase phase) {
                return new PhaseSection(
                        phase.threads(),
                        phase.counts().ok(),
                        phase.counts().failed(),
                        phase.counts().attempts(),
                        PlanSection.seconds(phase.wallTime()),
                        phase.throughput());
            }
        }

        static ProbeSection of(Probe probe) {
            return new ProbeSection(
                    probe.phases().stream().map(PhaseSection::of).toList(),
                    probe.incomplete().orElse(null));
        }
    }

    record ServerSection(boolean onThisMachine, List<Long> watchedProcessIds, String unwatched) {

        static ServerSection of(ServerProcesses server) {
            return new ServerSection(
                    server.here(), server.pids(), server.unwatched().orElse(null));
        }
    }

    record Records(String file, long rows, long missing) {

        static Records of(RecordsFileStatus status) {
            return new Records(status.file().getFileName().toString(), status.rows(), status.missing());
        }
    }

    public static SummaryDocument of(
            RunResult result,
            Verdict verdict,
            Steadiness steadiness,
            String command,
            List<RunSummary.PercentileMethod> methods,
            List<Judgement> judgements,
            Optional<Objectives.Result> objectives,
            List<String> files,
            List<String> violations,
            List<String> problems) {
        Counts counts = result.counts();
        Map<String, LatencySection> latency = new LinkedHashMap<>();
        latency.put("serviceTime", LatencySection.of(result.recorded().service().summary()));
        latency.put(
                "responseTime", LatencySection.of(result.recorded().response().summary()));
        latency.put("sendLag", LatencySection.of(result.recorded().sendLag().summary()));
        latency.put(
                "failedAttempts", LatencySection.of(result.recorded().failed().summary()));
        latency.put(
                "wholeRequests", LatencySection.of(result.recorded().requests().summary()));
        latency.put("connectTime", LatencySection.of(result.connects().summary()));
        Map<String, LatencySection> byMethod = new LinkedHashMap<>();
        methods.forEach(method -> byMethod.put(method.name(), LatencySection.of(method.latencies())));
        return new SummaryDocument(
                SummaryFile.VERSION,
                SummaryFile.ENDED,
                command,
                result.startedAt().toString(),
                result.reason().toString(),
                result.reason() == StopReason.INTERRUPTED,
                PlanSection.of(result.plan()),
                Environment.current(),
                new Requests(
                        result.planned(),
                        counts.ok(),
                        counts.okAtFirst(),
                        counts.okAfterRetries(),
                        counts.failed(),
                        result.dropped()),
                Attempts.of(counts, counts.ended() == 0 ? null : result.amplification()),
                PlanSection.seconds(result.wallTime()),
                result.wallTime().isZero() ? null : result.throughput(),
                result.cpuTime().map(PlanSection::seconds).orElse(null),
                latency,
                byMethod,
                OfferedLoad.of(result).map(load -> Offered.of(load, result)).orElse(null),
                judgements.stream()
                        .map(judgement ->
                                ObjectiveSection.fields(judgement.objective(), judgement.measured(), met(judgement)))
                        .toList(),
                objectives
                        .filter(found -> found.status() == Objectives.Status.INCONCLUSIVE)
                        .map(Objectives.Result::reason)
                        .orElse(null),
                VerdictSection.of(verdict),
                SteadinessSection.of(steadiness),
                result.tail().map(TailSection::of).orElse(null),
                LittlesLawCheck.of(result).orElse(null),
                TelemetrySection.of(result.telemetry()),
                result.selfWarmUp().map(WarmUp::of).orElse(null),
                result.warmUp().map(WarmUp::of).orElse(null),
                result.probe().map(ProbeSection::of).orElse(null),
                ServerSection.of(result.server()),
                result.recorded().records().map(Records::of).orElse(null),
                files,
                violations,
                problems,
                result.recorded().failureDetails());
    }

    private static Boolean met(Judgement judgement) {
        return switch (judgement.status()) {
            case MET -> true;
            case MISSED -> false;
            case INCONCLUSIVE -> null;
        };
    }

    /** The text of the file. */
    public String toJson() {
        return SummaryFile.JSON.writeValueAsString(this) + "\n";
    }

    /** The content of the file as a tree, for access to single values. */
    public JsonNode toTree() {
        return SummaryFile.JSON.valueToTree(this);
    }
}
