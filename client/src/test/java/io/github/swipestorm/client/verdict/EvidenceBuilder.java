package io.github.swipestorm.client.verdict;

import io.github.swipestorm.client.engine.Probe;
import io.github.swipestorm.client.http.Target;
import io.github.swipestorm.client.inference.ResponseSizeChange;
import io.github.swipestorm.client.inference.Steadiness;
import io.github.swipestorm.client.inference.Steadiness.Finding;
import io.github.swipestorm.client.measure.Counts;
import io.github.swipestorm.client.measure.LatencySummary;
import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.plan.SelfWarmUp;
import io.github.swipestorm.client.plan.WarmUp;
import io.github.swipestorm.client.telemetry.Metric;
import io.github.swipestorm.client.telemetry.ServerProcesses;
import io.github.swipestorm.client.telemetry.Telemetry;
import io.github.swipestorm.client.telemetry.TelemetrySample;
import io.github.swipestorm.client.testing.Plans;
import io.github.swipestorm.client.transport.Nio;
import io.github.swipestorm.client.transport.TransportChoice;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Evidence for the rules, changed figure by figure. It begins with a run in which nothing decides: 20 workers, half-idle
 * CPUs, answers that differ, no queue to be seen, everything ok.
 */
final class EvidenceBuilder {

    private LoadPlan.Builder plan =
            Plans.plan(new Target("http", "server.example", 80, "")).threads(20).requests(1);
    private Optional<String> workerDeath = Optional.empty();
    private Optional<String> exhausted = Optional.empty();
    private double seconds = 10;
    private Steadiness steadiness = assessed(Finding.STEADY);
    private Evidence.Outcomes outcomes = new Evidence.Outcomes(10_000, 0, 10_000, 0, 0, 0, 0, "");
    private Optional<OfferedLoad> offered = Optional.empty();
    private LatencyEvidence latency = new LatencyEvidence(5, 5, 15, 16, OptionalDouble.of(16), 1, 0, 0, 1);
    private double waitingShare = 0.95;
    private double thinkingShare;
    private Optional<Evidence.Cycle> cycle = Optional.empty();
    private OptionalDouble client = OptionalDouble.of(0.5);
    private OptionalDouble clientLimit = OptionalDouble.of(4);
    private OptionalDouble busiestLoop = OptionalDouble.empty();
    private OptionalDouble recording = OptionalDouble.of(0.1);
    private OptionalDouble server = OptionalDouble.empty();
    private OptionalDouble serverLimit = OptionalDouble.empty();
    private OptionalDouble busy = OptionalDouble.of(1);
    private OptionalDouble gcShare = OptionalDouble.of(0.01);
    private OptionalDouble lagMs = OptionalDouble.of(5);
    private double deviation;
    private Optional<Probe> probe = Optional.empty();
    private Optional<String> unwatched = Optional.empty();
    private Optional<ClientCapacity> capacity = Optional.empty();

    EvidenceBuilder threads(int value) {
        plan.threads(value);
        return this;
    }

    EvidenceBuilder transport(TransportChoice value) {
        plan.transport(value);
        return this;
    }

    EvidenceBuilder target(String url) {
        plan = Plans.plan(Target.parse(url)).threads(20).requests(1);
        return this;
    }

    EvidenceBuilder warm() {
        plan.warmUp(new WarmUp(100, Optional.empty(), SelfWarmUp.NONE));
        return this;
    }

    EvidenceBuilder exhausted(String value) {
        exhausted = Optional.of(value);
        return this;
    }

    EvidenceBuilder workerDeath(String value) {
        workerDeath = Optional.of(value);
        return this;
    }

    EvidenceBuilder seconds(double value) {
        seconds = value;
        return this;
    }

    EvidenceBuilder attempts(long value) {
        outcomes = new Evidence.Outcomes(value, 0, value, 0, 0, 0, 0, "");
        return this;
    }

    EvidenceBuilder requestsFailed(long failed, long all) {
        outcomes = new Evidence.Outcomes(all, failed, 6 * all, failed, 0, 0, 0, "status 503");
        return this;
    }

    /** All answers were redirects. */
    EvidenceBuilder redirected(long all) {
        outcomes = new Evidence.Outcomes(all, all, all, all, 0, 0, 0, "status 302");
        return this;
    }

    EvidenceBuilder attemptsFailed(long failed, long all) {
        outcomes = new Evidence.Outcomes(all - failed, 0, all, failed, 0, 0, 0, "timeout");
        return this;
    }

    EvidenceBuilder clientLimits(long failed, long all) {
        outcomes = new Evidence.Outcomes(all, failed, all, failed, failed, 0, 0, "client-limit");
        return this;
    }

    EvidenceBuilder offered(boolean met) {
        LatencySummary lag = new LatencySummary(
                10_000, 100, 100, 0, 100, 100, 100, 100, 100, 100, 100, 100, 100, 80_000, 100, 100, 100, 90_000);
        offered = Optional.of(new OfferedLoad(
                "requests",
                1_000,
                met ? 1_000 : 900,
                lag,
                met,
                met,
                Optional.of(OfferedLoad.Cause.WORKERS_BUSY).filter(cause -> !met),
                Optional.of("why").filter(why -> !met)));
        return this;
    }

    /** Everything was sent at the rate, but some of it late. */
    EvidenceBuilder offeredLate() {
        offered(true);
        offered = offered.map(load -> new OfferedLoad(
                load.unit(),
                load.offeredPerSecond(),
                load.begunPerSecond(),
                load.sendLag(),
                true,
                false,
                Optional.of(OfferedLoad.Cause.CLIENT_LATE),
                Optional.of("why")));
        return this;
    }

    /** The rate was not met. */
    EvidenceBuilder offeredNotMet(OfferedLoad.Cause cause) {
        offered(false);
        offered = offered.map(load -> new OfferedLoad(
                load.unit(),
                load.offeredPerSecond(),
                load.begunPerSecond(),
                load.sendLag(),
                false,
                false,
                Optional.of(cause),
                Optional.of("why")));
        return this;
    }

    EvidenceBuilder latency(double leastMs, double medianMs, double meanMs, double firstMs) {
        latency = new LatencyEvidence(
                leastMs,
                leastMs,
                medianMs,
                meanMs,
                OptionalDouble.of(firstMs),
                latency.growth(),
                latency.leftOver(),
                latency.transferShare(),
                latency.pace());
        return this;
    }

    EvidenceBuilder backlog(double growth, double leftOver, double pace) {
        latency = new LatencyEvidence(
                latency.leastMs(),
                latency.unqueuedMs(),
                latency.medianMs(),
                latency.meanMs(),
                latency.firstMs(),
                growth,
                leftOver,
                latency.transferShare(),
                pace);
        return this;
    }

    /** How far Little's law is from what was measured. */
    EvidenceBuilder deviation(double value) {
        deviation = value;
        return this;
    }

    EvidenceBuilder unwatched(String why) {
        unwatched = Optional.of(why);
        return this;
    }

    /** A probe on a half-idle machine, with 10 workers and with 40. */
    EvidenceBuilder probe(double half, double twice) {
        return probe(half, twice, 0.5, 1);
    }

    /**
     * A probe.
     *
     * @param client cores that the client used in its second phase
     * @param busy of the 4 cores then
     */
    EvidenceBuilder probe(double half, double twice, double client, double busy) {
        probe = Optional.of(new Probe(
                List.of(phase(10, half, 0, 0.2, 0.5), phase(40, twice, 0, client, busy)),
                Optional.empty(),
                Optional.empty()));
        return this;
    }

    /** Its second phase had failures. */
    EvidenceBuilder probeFailed(double half, double twice, long failed) {
        probe = Optional.of(new Probe(
                List.of(phase(10, half, 0, 0.2, 0.5), phase(40, twice, failed, 0.2, 1)),
                Optional.empty(),
                Optional.empty()));
        return this;
    }

    EvidenceBuilder probeIncomplete(double half, String why) {
        probe = Optional.of(new Probe(List.of(phase(10, half, 0, 0.2, 0.5)), Optional.of(why), Optional.empty()));
        return this;
    }

    private static Probe.PhaseResult phase(int threads, double perSecond, long failed, double client, double busy) {
        long ok = Math.round(perSecond * 10);
        Map<Integer, Long> statuses = failed == 0 ? Map.of(201, ok) : Map.of(201, ok, 503, failed);
        TelemetrySample sample = new TelemetrySample(
                1_000_000,
                1_000_000,
                Map.of(Metric.CLIENT_CPU, client, Metric.CLIENT_CPU_LIMIT, 4.0),
                List.of(busy / 4, busy / 4, busy / 4, busy / 4));
        return new Probe.PhaseResult(
                threads,
                new Counts(ok, 0, failed, ok + failed, 0, 0, statuses, Map.of()),
                Duration.ofSeconds(10),
                new Telemetry(List.of(sample), List.of()));
    }

    private static Steadiness assessed(Finding finding) {
        Steadiness.Assessment assessment = new Steadiness.Assessment(finding, "what it did");
        return new Steadiness(assessment, assessment, Optional.empty(), Optional.empty());
    }

    /** How throughput developed during the run. */
    EvidenceBuilder throughput(Finding finding) {
        steadiness = assessed(finding);
        return this;
    }

    /** Answers grew from a mean size to another one. */
    EvidenceBuilder answers(double firstBytes, double lastBytes) {
        steadiness = new Steadiness(
                steadiness.throughput(),
                steadiness.latency(),
                steadiness.part(),
                Optional.of(new ResponseSizeChange(firstBytes, lastBytes, 30)));
        return this;
    }

    /** Connecting took so long, in milliseconds, without and with load. */
    EvidenceBuilder connects(double idleMs, double loadedMs) {
        Probe before = probe.orElse(new Probe(List.of(), Optional.of("answers take longer"), Optional.empty()));
        probe = Optional.of(
                new Probe(before.phases(), before.incomplete(), Optional.of(new Probe.ConnectTimes(idleMs, loadedMs))));
        return this;
    }

    /** Sets the size of response bodies, and the share of the service time that passed while they arrived. */
    EvidenceBuilder bodies(long bytes, double share) {
        outcomes = new Evidence.Outcomes(10_000, 0, 10_000, 0, 0, 10_000 * bytes, 1_000_000, "");
        latency = new LatencyEvidence(
                latency.leastMs(),
                latency.unqueuedMs(),
                latency.medianMs(),
                latency.meanMs(),
                latency.firstMs(),
                latency.growth(),
                latency.leftOver(),
                share,
                latency.pace());
        return this;
    }

    EvidenceBuilder waitingShare(double value) {
        waitingShare = value;
        return this;
    }

    /** Share of the workers' time that they thought. */
    EvidenceBuilder thinkingShare(double value) {
        thinkingShare = value;
        return this;
    }

    /** What each user does in an iteration, in seconds. */
    EvidenceBuilder cycle(double users, double thinking, double waiting, double other) {
        return cycle(users, thinking, waiting, other, users / (thinking + waiting + other));
    }

    /** The same with the number of iterations completed per second of the whole run. */
    EvidenceBuilder cycle(double users, double thinking, double waiting, double other, double completed) {
        cycle = Optional.of(new Evidence.Cycle(users, thinking, waiting, other, completed));
        return thinkingShare(thinking / (thinking + waiting + other));
    }

    /** How fast answers would have been without a queue, when not each like the fastest of all. */
    EvidenceBuilder unqueuedMs(double value) {
        latency = new LatencyEvidence(
                latency.leastMs(),
                value,
                latency.medianMs(),
                latency.meanMs(),
                latency.firstMs(),
                latency.growth(),
                latency.leftOver(),
                latency.transferShare(),
                latency.pace());
        return this;
    }

    EvidenceBuilder client(double used, double limit) {
        client = OptionalDouble.of(used);
        clientLimit = OptionalDouble.of(limit);
        return this;
    }

    EvidenceBuilder server(double used, double limit) {
        server = OptionalDouble.of(used);
        serverLimit = OptionalDouble.of(limit);
        return this;
    }

    EvidenceBuilder busy(double cores) {
        busy = OptionalDouble.of(cores);
        return this;
    }

    EvidenceBuilder busiestLoop(double used) {
        busiestLoop = OptionalDouble.of(used);
        transport(TransportChoice.of(new Nio()));
        return this;
    }

    EvidenceBuilder recording(double used) {
        recording = OptionalDouble.of(used);
        return this;
    }

    EvidenceBuilder gcShare(double value) {
        gcShare = OptionalDouble.of(value);
        return this;
    }

    EvidenceBuilder lagMs(double value) {
        lagMs = OptionalDouble.of(value);
        return this;
    }

    EvidenceBuilder capacity(double requestsPerSecond) {
        capacity = Optional.of(new ClientCapacity(
                "swipes", "average", 31.0, "classic", "platform", 0, null, 200, requestsPerSecond, 20, 5, true, "x"));
        return this;
    }

    /** Nothing was sampled, as on a system that tells nothing. */
    EvidenceBuilder withoutTelemetry() {
        client = OptionalDouble.empty();
        clientLimit = OptionalDouble.empty();
        recording = OptionalDouble.empty();
        busy = OptionalDouble.empty();
        gcShare = OptionalDouble.empty();
        lagMs = OptionalDouble.empty();
        return this;
    }

    Verdict verdict() {
        return Verdicts.of(evidence());
    }

    Evidence evidence() {
        LoadPlan built = plan.build();
        return new Evidence(
                built,
                workerDeath,
                exhausted,
                seconds,
                1_000,
                steadiness,
                outcomes,
                offered,
                latency,
                waitingShare,
                thinkingShare,
                cycle,
                Optional.of(new LittlesLawCheck(
                        built.threads(),
                        built.threads() / latency.meanMs() * 1e3 * (1 - thinkingShare),
                        latency.meanMs() / 1e3,
                        latency.meanMs() / 1e3 * thinkingShare / (1 - thinkingShare),
                        deviation,
                        waitingShare)),
                new Evidence.Processor(
                        client, clientLimit, busiestLoop, recording, server, serverLimit, busy, 4, gcShare, lagMs),
                new ServerProcesses(
                        server.isPresent() || built.target().loopback(),
                        server.isPresent() ? List.of(1L) : List.of(),
                        unwatched),
                probe,
                capacity);
    }
}
