package io.github.swipestorm.client.verdict;

import io.github.swipestorm.client.engine.RunResult;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Says what bounded a run. Pure rules over its figures, asked in a fixed order; the first that applies decides. The order is
 * what keeps a verdict from claiming too much: failures, then too little of everything, then a rate that was met, then the
 * client, and the server only when the client was not the limit. Thresholds stand as constants beside the rules;
 * docs/numbers.md lists them with the reasons.
 */
public final class Verdicts {

    private static final List<Function<Evidence, Optional<Verdict>>> RULES = List.of(
            ErrorRules::deadWorker,
            ErrorRules::exhausted,
            ErrorRules::clientLimits,
            ErrorRules::failures,
            LengthRules::time,
            RateRules::met,
            LengthRules::attempts,
            ClientRules::processor,
            ClientRules::eventLoop,
            ClientRules::recording,
            MachineRules::full,
            ClientRules::garbageCollector,
            ClientRules::schedulingLag,
            RateRules::fellBehind,
            ClientRules::waiting,
            ClientRules::ceiling,
            ServerRules::processor,
            ServerRules::queueing,
            ConcurrencyRules::waiting);

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
        return RULES.stream()
                .map(rule -> rule.apply(evidence))
                .flatMap(Optional::stream)
                .findFirst()
                .orElseGet(() -> ConcurrencyRules.neither(evidence));
    }
}
