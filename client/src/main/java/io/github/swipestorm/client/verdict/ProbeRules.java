package io.github.swipestorm.client.verdict;

import io.github.swipestorm.client.engine.Probe;
import io.github.swipestorm.client.measure.Counts;
import io.github.swipestorm.client.setting.Setting;
import io.github.swipestorm.client.text.NumberFormat;
import java.util.Optional;

/** The evidence of a probe with half and with twice the workers: whether throughput follows the workers. */
final class ProbeRules {

    /** Throughput follows the workers when it grows with at least this power of their number, from half to twice. */
    static final double FOLLOWS = 0.75;
    /** and twice the workers of the run achieved at least this many times its throughput. */
    static final double MORE = 1.4;
    /** It does not follow when twice the workers achieved at most this many times the throughput of fewer. */
    static final double NO_MORE = 1.15;
    /** Half the workers that did at least this many times the run's throughput contradict the run. */
    static final double CONTRADICTS = 1.25;

    private ProbeRules() {}

    static Optional<Verdict> probe(Evidence evidence) {
        return evidence.probe().filter(ProbeRules::tells).map(probe -> verdict(evidence, probe));
    }

    /** Phases with few responses, or with failures, have no comparable throughput. */
    private static boolean tells(Probe probe) {
        return probe.incomplete().isEmpty()
                && probe.phases().stream()
                        .map(Probe.PhaseResult::counts)
                        .allMatch(counts -> counts.attempts() >= LengthRules.LEAST_ATTEMPTS && sound(counts));
    }

    private static boolean sound(Counts counts) {
        return counts.failed() < ErrorRules.FAILED_REQUESTS * counts.ended()
                && counts.failedAttempts() < ErrorRules.FAILED_ATTEMPTS * counts.attempts();
    }

    private static Verdict verdict(Evidence evidence, Probe probe) {
        double half = probe.half().throughput();
        double twice = probe.twice().throughput();
        double power = Math.log(twice / half)
                / Math.log((double) probe.twice().threads() / probe.half().threads());
        String seen =
                "with half the workers (" + NumberFormat.count(probe.half().threads()) + ") a probe saw "
                        + NumberFormat.decimal(half, 0) + " req/s, the run itself "
                        + NumberFormat.decimal(evidence.throughput(), 0)
                        + ", and with twice as many ("
                        + NumberFormat.count(probe.twice().threads()) + ") the probe "
                        + NumberFormat.decimal(twice, 0);
        if (half >= CONTRADICTS * evidence.throughput()) {
            return new Verdict(
                    Bound.UNCLEAR,
                    seen
                            + ": half the workers did more than all of them, so either something slowed the run down"
                            + " or the server does better with fewer workers",
                    "run it again, with half the workers as well");
        }
        if (twice <= NO_MORE * Math.max(half, evidence.throughput())) {
            return noMore(evidence, probe, seen + ": twice the workers did no more");
        }
        boolean follows = power >= FOLLOWS && twice >= MORE * evidence.throughput();
        if (MachineRules.isFull(evidence)) {
            return new Verdict(
                    Bound.UNCLEAR,
                    seen + ": throughput " + (follows ? "follows the workers" : "grows with them, though less")
                            + ", but " + MachineRules.shares(evidence)
                            + ": more workers may only have taken CPU time from others",
                    MachineRules.alone(evidence) + ", and run it again");
        }
        return follows
                ? ConcurrencyRules.verdict(evidence, seen + ": throughput follows the workers")
                : new Verdict(
                        Bound.UNCLEAR,
                        seen + ": throughput grows with the workers, though less",
                        "a limit is near: 'sweep' shows at how many " + Setting.THREADS + " throughput stops growing");
    }

    private static Verdict noMore(Evidence evidence, Probe probe, String seen) {
        Evidence then = evidence.during(probe.twice());
        if (ClientRules.processor(then).isPresent()
                || ClientRules.eventLoop(then).isPresent()) {
            return new Verdict(
                    Bound.UNCLEAR,
                    seen + ", but then the client was at its limit",
                    "the server's limit with this work is at least " + NumberFormat.decimal(evidence.throughput(), 0)
                            + " req/s; " + ClientRules.lessWork(evidence.plan()));
        }
        Optional<Verdict> machine = MachineRules.full(then);
        if (machine.isPresent()) {
            return new Verdict(
                    machine.get().bound(),
                    seen + ", and then " + machine.get().evidence(),
                    machine.get().consequence());
        }
        Verdict server = new Verdict(
                Bound.SERVER, seen, ServerRules.limit(evidence) + "; more threads only make the queue longer");
        return NetworkRules.allowingForTransfer(
                evidence, MachineRules.allowingForOthers(MachineRules.isFull(then) ? then : evidence, server));
    }
}
