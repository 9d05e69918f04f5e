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

    /** Think time limits the throughput when workers think for this share of their time or more, */
    static final double THINKING = 0.5;
    /**
     * and queues for no more than this share of it: without any queue throughput would be higher by no more than a ninth.
     */
    static final double QUEUED = 0.1;
    /** A mean number of active users that differs from all users by no more than this share is reported as all of them. */
    private static final double ABOUT = 0.01;
    /** The verdict also gives the completed iterations per second when they are lower than the cycle rate by more than this share. */
    private static final double PARTIAL = 0.05;
    /** The client's own part of a cycle is reported from this share on. */
    private static final double VISIBLE = 0.001;

    private ConcurrencyRules() {}

    /**
     * Users who think nearly all of the time. Slow responses, whatever their cause, hardly delay them: throughput depends on the
     * number of users, unless the server's CPU is used up.
     */
    static Optional<Verdict> thinkingNearlyAlways(Evidence evidence) {
        return evidence.thinkingShare() >= 1 - QUEUED
                        && usersDecide(evidence)
                        && ServerRules.processor(evidence).isEmpty()
                ? Optional.of(thinking(evidence))
                : Optional.empty();
    }

    /** Users who think most of the time, and do not queue for the rest. On a full machine they may queue without showing it. */
    static Optional<Verdict> thinkingMostly(Evidence evidence) {
        return evidence.thinkingShare() >= THINKING
                        && usersDecide(evidence)
                        && !MachineRules.isFull(evidence)
                        && (evidence.queuedShare() <= QUEUED || nothingQueues(evidence))
                ? Optional.of(thinking(evidence))
                : Optional.empty();
    }

    /** Whether users begin their next iteration by themselves, and not by a rate that leaves some of them without one. */
    private static boolean usersDecide(Evidence evidence) {
        return evidence.offered()
                .map(offered -> offered.cause()
                        .filter(OfferedLoad.Cause.WORKERS_BUSY::equals)
                        .isPresent())
                .orElse(true);
    }

    private static Verdict thinking(Evidence evidence) {
        return new Verdict(
                Bound.THINKING,
                evidence.cycle()
                        .map(cycle -> law(cycle, evidence.slots()))
                        .orElseGet(() -> NumberFormat.counted(evidence.slots(), "user", "users") + " thought for "
                                + NumberFormat.percent(evidence.thinkingShare())
                                + " of their time, as the plan asks, and waited for answers for "
                                + NumberFormat.percent(evidence.waitedShare())),
                "neither server nor client is the limit: more users or less thinking will raise it"
                        + evidence.offered()
                                .flatMap(OfferedLoad::why)
                                .map(why -> "; " + why)
                                .orElse(""));
    }

    /** The arithmetic of N = X (R + Z). */
    private static String law(Evidence.Cycle cycle, long slots) {
        double whole = cycle.thinking() + cycle.waiting() + cycle.other();
        String other = cycle.other() >= VISIBLE * whole ? " + " + seconds(cycle.other()) + " in the client" : "";
        return users(cycle.users(), slots) + " / (" + seconds(cycle.thinking()) + " thinking + "
                + seconds(cycle.waiting()) + " waiting" + other + ") = " + rate(cycle.perSecond()) + " iterations/s"
                + completed(cycle);
    }

    /** Iterations that the run began or ended within are in the cycle, and not among those completed. */
    private static String completed(Evidence.Cycle cycle) {
        return cycle.completedPerSecond() >= (1 - PARTIAL) * cycle.perSecond()
                ? ""
                : " once each user goes on with the next one; over this whole run, which ended within iterations, "
                        + rate(cycle.completedPerSecond()) + "/s were completed";
    }

    private static String users(double active, long all) {
        return Math.abs(active - all) <= ABOUT * all
                ? NumberFormat.counted(all, "user", "users")
                : NumberFormat.decimal(active, active < 100 ? 1 : 0) + " users on average";
    }

    private static String seconds(double seconds) {
        return NumberFormat.decimal(seconds, seconds >= 0.001 ? 3 : 6) + " s";
    }

    private static String rate(double perSecond) {
        return NumberFormat.decimal(perSecond, perSecond >= 10 ? 1 : 3);
    }

    static Optional<Verdict> waiting(Evidence evidence) {
        LatencyEvidence latency = evidence.latency();
        // On a saturated machine requests queue for CPU time, which response times do not show.
        if (MachineRules.isFull(evidence)
                || evidence.waitingShare() < ServerRules.WAITING
                || !nothingQueues(evidence)
                || latency.meanMs() <= 0) {
            return Optional.empty();
        }
        return Optional.of(verdict(
                evidence,
                evidence.slots() == 1
                        ? "one worker waited for " + NumberFormat.percent(evidence.waitingShare())
                                + " of its time, each time for " + ServerRules.ms(latency.meanMs()) + " on average"
                        : waited(evidence)
                                + (latency.stretch() <= STRETCH
                                        ? ""
                                        : ", the workers' first ones no less than later ones ("
                                                + ServerRules.ms(
                                                        latency.firstMs().orElseThrow()) + ")")
                                + ": next to nothing queued"));
    }

    private static String waited(Evidence evidence) {
        return NumberFormat.count(evidence.slots()) + " workers waited for "
                + NumberFormat.percent(evidence.waitingShare()) + " of " + evidence.time() + "; the median answer took "
                + ServerRules.ms(evidence.latency().medianMs()) + ", the fastest "
                + ServerRules.ms(evidence.latency().leastMs());
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

    /** One worker alone cannot cause a queue, however much response times vary. */
    private static boolean nothingQueues(Evidence evidence) {
        return evidence.slots() == 1 || evidence.latency().stretch() <= STRETCH || firstAlike(evidence);
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
        String seen = waited(evidence)
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
                        + " the limit; if only latency does, the server is"
                        + (NetworkRules.possible(evidence) ? ", or the network to it" : ""));
    }
}
