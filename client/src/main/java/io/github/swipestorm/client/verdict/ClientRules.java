package io.github.swipestorm.client.verdict;

import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.setting.Setting;
import io.github.swipestorm.client.text.NumberFormat;
import io.github.swipestorm.client.transport.Capability;
import io.github.swipestorm.client.transport.TransportType;
import io.github.swipestorm.client.verdict.OfferedLoad.Cause;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/** When the client is the limit. If any of these rules applies, the server can only be better than it seems. */
final class ClientRules {

    /** From this share of its limit on, a CPU counts as fully used: the rest is lost between threads. */
    static final double BUSY = 0.9;
    /** From this share of the time on, the garbage collector's pauses limit the client. */
    static final double GC_SHARE = 0.1;
    /** From this share of the median response time on, scheduling lag may dominate response times, */
    static final double LAG_SHARE = 0.5;
    /** if it is at least this many milliseconds; an undisturbed client has some 0.06 to 0.2. */
    static final double LAG_MS = 1;
    /**
     * Workers of a closed loop that wait for responses for less than this share of their time are busy with the client.
     */
    static final double WAITING = 0.5;
    /** From this share of the calibrated capacity on. */
    static final double NEAR_CAPACITY = 0.85;
    /** Above this share the calibration is not valid: the machine was busy when it was made. */
    static final double ABOVE_CAPACITY = 1.15;

    private ClientRules() {}

    static Verdict verdict(Evidence evidence, String why, String remedy) {
        return new Verdict(
                Bound.CLIENT,
                why,
                "the server's limit is at least " + NumberFormat.decimal(evidence.throughput(), 0)
                        + " req/s, and how much higher this run cannot say; " + remedy);
    }

    static Optional<Verdict> processor(Evidence evidence) {
        OptionalDouble used = evidence.processor().client();
        OptionalDouble limit = evidence.processor().clientLimit();
        if (used.isEmpty() || limit.isEmpty() || used.getAsDouble() < BUSY * limit.getAsDouble()) {
            return Optional.empty();
        }
        return Optional.of(verdict(
                evidence,
                "the client used " + cores(used) + " of the " + NumberFormat.plain(limit.getAsDouble())
                        + " cores that it may use",
                lessWork(evidence.plan())));
    }

    static Optional<Verdict> eventLoop(Evidence evidence) {
        OptionalDouble used = evidence.processor().busiestLoop();
        // A spinning loop always uses a whole core, however little it has to do.
        if (used.isEmpty()
                || used.getAsDouble() < BUSY
                || evidence.plan().transport().spin()) {
            return Optional.empty();
        }
        return Optional.of(verdict(
                evidence,
                "the busiest of " + evidence.plan().transport().eventLoops() + " event loops used " + cores(used)
                        + " of the one core that it can",
                "try more " + Setting.EVENT_LOOPS + " if there are CPUs left, or a second client"));
    }

    static Optional<Verdict> recording(Evidence evidence) {
        OptionalDouble used = evidence.processor().recording();
        if (used.isEmpty() || used.getAsDouble() < BUSY) {
            return Optional.empty();
        }
        return Optional.of(verdict(
                evidence,
                "writing the attempts down used " + cores(used) + " of the one core that a thread can",
                "try " + Setting.RECORDS.to("none") + ", or a name that does not end in .gz"));
    }

    static Optional<Verdict> garbageCollector(Evidence evidence) {
        OptionalDouble share = evidence.processor().gcShare();
        if (share.isEmpty() || share.getAsDouble() < GC_SHARE) {
            return Optional.empty();
        }
        return Optional.of(verdict(
                evidence,
                "the client was paused by its garbage collector for " + NumberFormat.percent(share.getAsDouble())
                        + " of the time",
                "give its JVM more memory (-Xmx)"));
    }

    static Optional<Verdict> schedulingLag(Evidence evidence) {
        OptionalDouble lag = evidence.processor().lagMs();
        if (lag.isEmpty()
                || lag.getAsDouble() < LAG_MS
                || lag.getAsDouble() < LAG_SHARE * evidence.latency().medianMs()) {
            return Optional.empty();
        }
        return Optional.of(verdict(
                evidence,
                "a thread of the client that wanted to run was " + ServerRules.ms(lag.getAsDouble())
                        + " late on average, and the median answer took no more than "
                        + ServerRules.ms(evidence.latency().medianMs()) + " altogether",
                "stop other programs on its machine and give it more CPU time"));
    }

    static Optional<Verdict> waiting(Evidence evidence) {
        if (evidence.offered().isPresent()) {
            return idleThoughLate(evidence);
        }
        // The plan asks for think time, and that roles with a rate wait.
        if (evidence.occupiedShare() >= WAITING || OfferedLoad.scheduled(evidence.plan())) {
            return Optional.empty();
        }
        return Optional.of(verdict(
                evidence,
                "workers waited for answers for only " + NumberFormat.percent(evidence.waitedShare())
                        + " of their time, "
                        + (evidence.thinkingShare() > 0
                                ? "thought for " + NumberFormat.percent(evidence.thinkingShare()) + ", "
                                : "")
                        + "and for the client for the rest",
                "find out what holds them up: pauses between retries, producers, the disk, or too few CPUs"));
    }

    /** Workers of an open loop also wait for requests to become due, so only late requests are evidence. */
    private static Optional<Verdict> idleThoughLate(Evidence evidence) {
        OfferedLoad offered = evidence.offered().orElseThrow();
        boolean slowServer =
                offered.cause().filter(Cause.WORKERS_BUSY_AT_TIMES::equals).isPresent();
        if (offered.met() || slowServer || evidence.occupiedShare() >= OfferedLoad.MOST_WORKERS) {
            return Optional.empty();
        }
        return Optional.of(verdict(
                evidence,
                "1 % of the requests were sent "
                        + NumberFormat.milliseconds(offered.sendLag().p99Us())
                        + " ms late or more, though workers were busy "
                        + "for only " + NumberFormat.percent(evidence.occupiedShare()) + " of their time",
                "stop other programs on its machine, or lower the rate"));
    }

    static Optional<Verdict> capacity(Evidence evidence) {
        return evidence.capacity()
                .filter(capacity -> evidence.attemptsPerSecond() >= NEAR_CAPACITY * capacity.requestsPerSecond())
                .filter(capacity -> evidence.attemptsPerSecond() <= ABOVE_CAPACITY * capacity.requestsPerSecond())
                .map(capacity -> verdict(
                        evidence,
                        "it sent " + NumberFormat.decimal(evidence.attemptsPerSecond(), 0)
                                + " attempts/s, and 'calibrate' found "
                                + "that it sends " + NumberFormat.decimal(capacity.requestsPerSecond(), 0)
                                + " at best on this machine",
                        lessWork(evidence.plan())));
    }

    static String lessWork(LoadPlan plan) {
        // Event loops use less CPU time per request than one thread per worker.
        Set<Capability> wanted = plan.needs();
        Optional<TransportType> lighter = plan.transport().kind().can(Capability.EVENT_LOOPS)
                ? Optional.empty()
                : TransportType.REGISTRY.all().stream()
                        .filter(type -> type.can(Capability.EVENT_LOOPS))
                        .filter(type -> type.capabilities().containsAll(wanted))
                        .findFirst();
        return lighter.map(type ->
                        "try " + Setting.TRANSPORT.to(type.name()) + ", which takes less CPU time for a request")
                .orElse("give the client more CPUs, or use a second client");
    }

    static String cores(OptionalDouble used) {
        return NumberFormat.decimal(used.orElse(0), 2);
    }
}
