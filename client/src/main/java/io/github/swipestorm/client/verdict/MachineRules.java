package io.github.swipestorm.client.verdict;

import io.github.swipestorm.client.setting.Setting;
import io.github.swipestorm.client.text.NumberFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * When client and server together saturate the client's machine: the one that uses more is the limit. If other
 * processes keep the machine busy, there is no conclusion; the effect on a run shows in its latencies, its lag and the
 * workers' waiting.
 */
final class MachineRules {

    /** From this share of its cores on, a machine counts as saturated. */
    static final double FULL = 0.9;
    /**
     * Client and server must have used at least this share of the busy cores: the rest is the kernel's network work.
     */
    static final double NEARLY_ALL = 0.85;

    private MachineRules() {}

    static Optional<Verdict> full(Evidence evidence) {
        Evidence.Processor processor = evidence.processor();
        if (processor.client().isEmpty() || !isFull(evidence)) {
            return Optional.empty();
        }
        double client = processor.client().getAsDouble();
        double server = processor.server().orElse(0);
        if (client + server < NEARLY_ALL * processor.busy().orElseThrow()) {
            return Optional.empty();
        }
        if (client >= server) {
            return Optional.of(ClientRules.verdict(
                    evidence,
                    shares(evidence),
                    ClientRules.lessWork(evidence.plan())
                            + (processor.server().isPresent() ? ", or run it on another machine" : "")));
        }
        return Optional.of(new Verdict(
                Bound.SERVER,
                shares(evidence),
                "more threads will not help; " + NumberFormat.decimal(evidence.throughput(), 0)
                        + " req/s are what this machine carries with the client on it, and without the client the "
                        + "server would have more"));
    }

    /**
     * Weakens a verdict against the server that is based on its response times alone. On a saturated machine that it
     * shares, requests queue for CPU time as well, no matter which process uses it.
     */
    static Verdict allowingForOthers(Evidence evidence, Verdict seen) {
        if (!evidence.sharesMachine() || !isFull(evidence)) {
            return seen;
        }
        return new Verdict(
                Bound.UNCLEAR,
                seen.evidence() + "; but " + shares(evidence),
                "the server's limit with this work is at least " + NumberFormat.decimal(evidence.throughput(), 0)
                        + " req/s: requests may have queued for CPU time; " + alone(evidence));
    }

    /** Whether all cores of the client's machine were busy, for whatever reason. */
    static boolean isFull(Evidence evidence) {
        return evidence.processor().full();
    }

    static String cores(Evidence evidence) {
        return NumberFormat.decimal(evidence.processor().busy().orElse(0), 2) + " of the "
                + evidence.processor().cores() + " cores of the client's machine were busy";
    }

    /** Which processes used the CPUs of the client's machine, as far as it is known. */
    static String shares(Evidence evidence) {
        Evidence.Processor processor = evidence.processor();
        List<String> parts = new ArrayList<>();
        processor.client().ifPresent(used -> parts.add("the client used " + NumberFormat.decimal(used, 2)));
        processor.server().ifPresent(used -> parts.add("the server " + NumberFormat.decimal(used, 2)));
        evidence.othersUsed().ifPresent(used -> parts.add("other processes " + NumberFormat.decimal(used, 2)));
        String unknown = evidence.sharesMachine() && processor.server().isEmpty()
                ? "; how much the server used is not known" + evidence.whyUnwatched(" (", ")")
                : "";
        return cores(evidence) + (parts.isEmpty() ? "" : ": " + String.join(", ", parts)) + unknown;
    }

    /** The remedy for a machine that other or unknown processes saturate. */
    static String alone(Evidence evidence) {
        boolean unwatched =
                evidence.sharesMachine() && evidence.processor().server().isEmpty();
        return "stop other programs on this machine" + (unwatched ? ", and set " + Setting.SERVER_PID : "");
    }
}
