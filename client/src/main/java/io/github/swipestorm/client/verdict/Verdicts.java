package io.github.swipestorm.client.verdict;

import io.github.swipestorm.client.engine.RunResult;
import io.github.swipestorm.client.verdict.Interference.Kind;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Decides what limited a run. Pure rules over its figures, evaluated in a fixed order; the first that applies decides.
 * The order keeps a verdict from claiming too much: failures, then too little data, then a rate that was met, then a
 * throughput that was still rising, then the client, and the server only when the client was not the limit. Thresholds
 * are constants beside the rules; docs/numbers.md lists them with the reasons.
 */
public final class Verdicts {

    /** Rules that need only the run, and more than response times. */
    private static final List<Function<Evidence, Optional<Verdict>>> DIRECT = List.of(
            ErrorRules::deadWorker,
            ErrorRules::exhausted,
            ErrorRules::clientLimits,
            ErrorRules::failures,
            LengthRules::time,
            RateRules::met,
            LengthRules::attempts,
            SteadinessRules::warmingUp,
            ClientRules::processor,
            ClientRules::eventLoop,
            ClientRules::recording,
            MachineRules::full,
            ConcurrencyRules::thinkingNearlyAlways,
            ClientRules::garbageCollector,
            ClientRules::schedulingLag,
            RateRules::fellBehind,
            ClientRules::waiting,
            ClientRules::capacity,
            ServerRules::processor);

    /** The remaining rules: evidence of a probe comes before that of response times. */
    private static final List<Function<Evidence, Optional<Verdict>>> INDIRECT = List.of(
            NetworkRules::connects,
            ProbeRules::probe,
            ConcurrencyRules::thinkingMostly,
            ServerRules::queueing,
            ConcurrencyRules::waiting);

    /** Rules for a client that could not follow the plan. */
    private static final List<Function<Evidence, Optional<Verdict>>> STARVED = List.of(
            ErrorRules::deadWorker,
            ErrorRules::exhausted,
            ErrorRules::clientLimits,
            ClientRules::garbageCollector,
            ClientRules::schedulingLag,
            ClientRules::waiting);

    /** Rules for a client at its limit, though it followed the plan. */
    private static final List<Function<Evidence, Optional<Verdict>>> AT_LIMIT = List.of(
            ClientRules::processor,
            ClientRules::eventLoop,
            ClientRules::recording,
            MachineRules::full,
            ClientRules::capacity);

    private Verdicts() {}

    /**
     * The verdict on a run.
     *
     * @param calibration of this client on the machine and JVM of the run, if there is one; not used for a run of several agents
     */
    public static Verdict of(RunResult result, Optional<Calibration> calibration) {
        return result.agents().isEmpty() ? of(Evidence.of(result, calibration)) : AgentRules.verdict(result);
    }

    static Verdict of(Evidence evidence) {
        return first(DIRECT, evidence)
                .or(() -> first(INDIRECT, evidence))
                .map(verdict -> SteadinessRules.qualified(evidence, verdict))
                .orElseGet(() -> ConcurrencyRules.neither(evidence));
    }

    /**
     * Whether the run's verdict rests on response times only, so that a probe would add evidence. Where users think most of
     * the time, the limit is known without one.
     */
    public static boolean needsProbe(RunResult result, Optional<Calibration> calibration) {
        if (!result.agents().isEmpty()) {
            // Agents make no probe.
            return false;
        }
        Evidence evidence = Evidence.of(result, calibration);
        return first(DIRECT, evidence)
                .or(() -> ConcurrencyRules.thinkingMostly(evidence))
                .isEmpty();
    }

    /**
     * How the client distorted the figures by which objectives are judged; empty without evidence of that. It uses the
     * same rules as the verdict, but evaluates all of them: an open loop whose rate was met may have been hindered.
     *
     * @param calibration of this client on the machine and JVM of the run, if there is one
     */
    public static Optional<Interference> interference(RunResult result, Optional<Calibration> calibration) {
        if (result.agents().isEmpty()) {
            return interference(Evidence.of(result, calibration));
        }
        return interference(Evidence.of(result, Optional.empty()))
                .or(() -> result.agents().stream()
                        .flatMap(agent -> interference(Evidence.of(agent.result(), Optional.empty())).stream()
                                .map(found -> new Interference(
                                        found.kind(), "agent " + agent.name() + ": " + found.reason())))
                        .findFirst());
    }

    static Optional<Interference> interference(Evidence evidence) {
        return rate(evidence)
                .or(() -> starved(evidence))
                .or(() -> firstOfClient(AT_LIMIT, evidence)
                        .filter(verdict -> longEnough(evidence))
                        .map(verdict -> new Interference(Kind.AT_LIMIT, verdict.evidence())));
    }

    /** A rate that the client did not keep, for a reason that is or may be its own. */
    private static Optional<Interference> rate(Evidence evidence) {
        return evidence.offered()
                .flatMap(offered -> offered.cause()
                        .flatMap(cause -> switch (cause) {
                            case ENDED_EARLY -> Optional.empty();
                            case WORKERS_BUSY, WORKERS_BUSY_AT_TIMES ->
                                List.of(Bound.SERVER, Bound.ERRORS)
                                                .contains(of(evidence).bound())
                                        ? Optional.empty()
                                        : Optional.of(busyWorkers(evidence));
                            case CLIENT_BUSY, CLIENT_LATE -> Optional.of(Kind.STARVED);
                        })
                        .map(kind -> new Interference(
                                kind,
                                "the offered rate was not met: " + offered.why().orElseThrow())));
    }

    /** Service times are the server's own only when nothing delayed the client or took the server's CPU time. */
    private static Kind busyWorkers(Evidence evidence) {
        boolean undisturbed = !MachineRules.isFull(evidence)
                && of(evidence).bound() != Bound.CLIENT
                && firstOfClient(STARVED, evidence).isEmpty();
        return undisturbed ? Kind.TOO_FEW_WORKERS : Kind.STARVED;
    }

    private static Optional<Interference> starved(Evidence evidence) {
        boolean kept = evidence.offered().map(OfferedLoad::met).orElse(false);
        return firstOfClient(STARVED, evidence)
                .filter(verdict -> longEnough(evidence))
                .map(verdict -> new Interference(kept ? Kind.AT_LIMIT : Kind.STARVED, verdict.evidence()));
    }

    /** The first of some rules that finds the client at fault, or the run unclear. */
    private static Optional<Verdict> firstOfClient(
            List<Function<Evidence, Optional<Verdict>>> rules, Evidence evidence) {
        return applying(rules, evidence)
                .filter(verdict -> verdict.bound() == Bound.CLIENT || verdict.bound() == Bound.UNCLEAR)
                .findFirst();
    }

    private static Optional<Verdict> first(List<Function<Evidence, Optional<Verdict>>> rules, Evidence evidence) {
        return applying(rules, evidence).findFirst();
    }

    private static Stream<Verdict> applying(List<Function<Evidence, Optional<Verdict>>> rules, Evidence evidence) {
        return rules.stream().map(rule -> rule.apply(evidence)).flatMap(Optional::stream);
    }

    private static boolean longEnough(Evidence evidence) {
        return LengthRules.time(evidence).isEmpty()
                && LengthRules.attempts(evidence).isEmpty();
    }
}
