package io.github.swipestorm.client.verdict;

import io.github.swipestorm.client.setting.Setting;
import io.github.swipestorm.client.text.NumberFormat;
import java.util.Optional;
import java.util.OptionalDouble;

/** When the number of workers is the limit: each waits for its own response, and none queues behind another one. */
final class ConcurrencyRules {

    /** Up to this ratio of the median to the fastest response most of the time is not queueing. */
    static final double STRETCH = 1.5;
    /**
     * Response times may also vary without a queue: then the workers' first responses take at least this share of the
     * mean. That excludes a queue in front of the server, but not one for CPU time, which all first requests share at
     * once: the server must be known to use less than {@link ServerRules#BUSY} of one core.
     */
    static final double FIRST = 0.9;
    /** This test needs at least this many workers, and a server that was warm. */
    static final long MANY_WORKERS = 50;

    /**
     * From this share of the workers' time on, think time limits the throughput: infinitely fast responses would not
     * double it.
     */
    static final double THINKING = 0.5;

    private ConcurrencyRules() {}

    static Optional<Verdict> thinking(Evidence evidence) {
        if (evidence.thinkingShare() < THINKING || evidence.offered().isPresent() || MachineRules.isFull(evidence)) {
            return Optional.empty();
        }
        return Optional.of(verdict(
                evidence,
                NumberFormat.count(evidence.slots()) + " workers thought for "
                        + NumberFormat.percent(evidence.thinkingShare())
                        + " of their time, as the plan asks, and waited for answers for "
                        + NumberFormat.percent(evidence.waitedShare())));
    }

    static Optional<Verdict> waiting(Evidence evidence) {
        LatencyEvidence latency = evidence.latency();
        // One worker alone cannot cause a queue, however much response times vary.
        boolean nothingQueues = evidence.slots() == 1 || latency.stretch() <= STRETCH || firstAlike(evidence);
        // On a saturated machine requests queue for CPU time, which response times do not show.
        if (MachineRules.isFull(evidence)
                || evidence.waitingShare() < ServerRules.WAITING
                || !nothingQueues
                || latency.meanMs() <= 0) {
            return Optional.empty();
        }
        return Optional.of(verdict(
                evidence,
                evidence.slots() == 1
                        ? "one worker waited for " + NumberFormat.percent(evidence.waitingShare())
                                + " of its time, each time for " + ServerRules.ms(latency.meanMs()) + " on average"
                        : NumberFormat.count(evidence.slots()) + " workers waited for "
                                + NumberFormat.percent(evidence.waitingShare())
                                + " of " + evidence.time() + "; the median answer took "
                                + ServerRules.ms(latency.medianMs())
                                + ", the fastest " + ServerRules.ms(latency.leastMs())
                                + (latency.stretch() <= STRETCH
                                        ? ""
                                        : ", the workers' first ones no less than later ones ("
                                                + ServerRules.ms(
                                                        latency.firstMs().orElseThrow()) + ")")
                                + ": next to nothing queued"));
    }

    /** The verdict with the known facts about the server, and with the law only when the measured values satisfy it. */
    static Verdict verdict(Evidence evidence, String why) {
        String limits = evidence.processor().server().isPresent()
                ? "neither client nor server was at its limit"
                : "the client was not at its limit, and the answers show none of the server's; its CPU is not known"
                        + evidence.whyUnwatched(" (", ")");
        String law = evidence.little()
                .filter(LittlesLawCheck::holds)
                .map(check -> ": throughput is workers by the time that a request keeps one"
                        + (check.thinkSeconds() > 0 ? ", think time included" : "")
                        + " ("
                        + NumberFormat.plain(Math.round(check.workers() * 100) / 100.0) + " / "
                        + ServerRules.ms((check.cycleSeconds() + check.thinkSeconds()) * 1e3) + " = "
                        + NumberFormat.decimal(check.workers() / (check.cycleSeconds() + check.thinkSeconds()), 0)
                        + "/s)")
                .orElse("");
        return new Verdict(Bound.CONCURRENCY, why, limits + law + ", so more " + Setting.THREADS + " help");
    }

    private static boolean firstAlike(Evidence evidence) {
        LatencyEvidence latency = evidence.latency();
        OptionalDouble server = evidence.processor().server();
        return evidence.warm()
                && evidence.slots() >= MANY_WORKERS
                && server.isPresent()
                && server.getAsDouble() < ServerRules.BUSY
                && latency.firstMs().isPresent()
                && latency.firstMs().getAsDouble() >= FIRST * latency.meanMs();
    }

    /** The verdict when no rule decides. */
    static Verdict neither(Evidence evidence) {
        LatencyEvidence latency = evidence.latency();
        String seen = NumberFormat.count(evidence.slots()) + " workers waited for "
                + NumberFormat.percent(evidence.waitingShare()) + " of " + evidence.time() + "; the median answer took "
                + ServerRules.ms(latency.medianMs()) + ", the fastest " + ServerRules.ms(latency.leastMs())
                + (latency.firstMs().isPresent()
                        ? " and the workers' first ones "
                                + ServerRules.ms(latency.firstMs().getAsDouble())
                        : "");
        boolean full = MachineRules.isFull(evidence);
        return new Verdict(
                Bound.UNCLEAR,
                seen
                        + (full
                                ? ", and " + MachineRules.shares(evidence) + ": requests may have queued for CPU time"
                                : ", which fits a server with a queue as well as one whose answers differ"
                                        + evidence.whyUnwatched("; the server's CPU is not known: ", "")),
                (full ? MachineRules.alone(evidence) + "; " : "")
                        + (evidence.warm() ? "" : "add " + Setting.WARM_UP.to("10s") + ", or ")
                        + "run it again with half and with twice the " + Setting.THREADS
                        + ": if throughput follows them, they are"
                        + " the limit; if only latency does, the server is");
    }
}
