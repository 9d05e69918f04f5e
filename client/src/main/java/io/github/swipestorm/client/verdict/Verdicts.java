package io.github.swipestorm.client.verdict;

import io.github.swipestorm.client.engine.RunResult;
import io.github.swipestorm.client.verdict.Interference.Kind;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Says what bounded a run. Pure rules over its figures, asked in a fixed order; the first that applies decides. The order is
 * what keeps a verdict from claiming too much: failures, then too little of everything, then a rate that was met, then a
 * throughput that still rose, then the client, and the server only when the client was not the limit. Thresholds stand as constants beside the rules;
 * docs/numbers.md lists them with the reasons.
 */
public final class Verdicts {

    /** Rules that need nothing but the run, and do not rest on answer times alone. */
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
            ClientRules::garbageCollector,
            ClientRules::schedulingLag,
            RateRules::fellBehind,
            ClientRules::waiting,
            ClientRules::ceiling,
            ServerRules::processor);

    /** Rules for what is left: what a probe saw comes before what answer times suggest. */
    private static final List<Function<Evidence, Optional<Verdict>>> INDIRECT =
            List.of(ProbeRules::probe, ConcurrencyRules::thinking, ServerRules::queueing, ConcurrencyRules::waiting);

    /** Rules for a client that could not do what the plan asks for. */
    private static final List<Function<Evidence, Optional<Verdict>>> STARVED = List.of(
            ErrorRules::deadWorker,
            ErrorRules::exhausted,
            ErrorRules::clientLimits,
            ClientRules::garbageCollector,
            ClientRules::schedulingLag,
            ClientRules::waiting);

    /** Rules for a client that had no more to give, though it did what the plan asks for. */
    private static final List<Function<Evidence, Optional<Verdict>>> AT_LIMIT = List.of(
            ClientRules::processor,
            ClientRules::eventLoop,
            ClientRules::recording,
            MachineRules::full,
            ClientRules::ceiling);

    private Verdicts() {}

    /**
     * The verdict on a run.
     *
     * @param calibration of this client on the machine and JVM that the run was made on, if there is one
     */
    public static Verdict of(RunResult result, Optional<Calibration> calibration) {
        return of(Evidence.of(result, calibration));
    }

    static Verdict of(Evidence evidence) {
        return first(DIRECT, evidence)
                .or(() -> first(INDIRECT, evidence))
                .map(verdict -> SteadinessRules.qualified(evidence, verdict))
                .orElseGet(() -> ConcurrencyRules.neither(evidence));
    }

    /** Whether the run alone leaves the verdict to its answer times, so that a probe would tell more. */
    public static boolean needsProbe(RunResult result, Optional<Calibration> calibration) {
        return first(DIRECT, Evidence.of(result, calibration)).isEmpty();
    }

    /**
     * What the client did to the figures by which objectives are judged; empty when nothing shows that it did anything. It
     * rests on the same rules as the verdict, but asks them all: an open loop whose rate was met may have been hindered.
     *
     * @param calibration of this client on the machine and JVM that the run was made on, if there is one
     */
    public static Optional<Interference> interference(RunResult result, Optional<Calibration> calibration) {
        return interference(Evidence.of(result, calibration));
    }

    static Optional<Interference> interference(Evidence evidence) {
        return rate(evidence)
                .or(() -> starved(evidence))
                .or(() -> firstOfClient(AT_LIMIT, evidence)
                        .filter(verdict -> longEnough(evidence))
                        .map(verdict -> new Interference(Kind.AT_LIMIT, verdict.evidence())));
    }

    /** A rate that the client did not keep, for a reason that is its own or may be. */
    private static Optional<Interference> rate(Evidence evidence) {
        return evidence.offered()
                .flatMap(offered -> offered.cause()
                        .flatMap(cause -> switch (cause) {
                            case ENDED_EARLY -> Optional.empty();
                            case WORKERS_BUSY ->
                                List.of(Bound.SERVER, Bound.ERRORS)
                                                .contains(of(evidence).bound())
                                        ? Optional.empty()
                                        : Optional.of(Kind.TOO_FEW_WORKERS);
                            case CLIENT_BUSY, CLIENT_LATE -> Optional.of(Kind.STARVED);
                        })
                        .map(kind -> new Interference(
                                kind,
                                "the offered rate was not met: " + offered.why().orElseThrow())));
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
