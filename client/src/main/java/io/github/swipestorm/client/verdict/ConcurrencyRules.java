package io.github.swipestorm.client.verdict;

import io.github.swipestorm.client.stats.Figures;
import java.util.Optional;

/** When the number of workers is the limit: each waits for its own answer, and none for another one's. */
final class ConcurrencyRules {

    /** Up to so many times the fastest answer the median may take: most of it is then no queueing. */
    static final double STRETCH = 1.5;
    /** Answers may also differ without a queue: then the workers' first ones take at least this share of the mean, */
    static final double FIRST = 0.9;
    /** which so many workers are needed to see, and a server that was warm. */
    static final long MANY_WORKERS = 50;

    private ConcurrencyRules() {}

    static Optional<Verdict> waiting(Evidence evidence) {
        LatencyEvidence latency = evidence.latency();
        // One worker alone cannot make a queue, however much the answers differ.
        boolean nothingQueues = evidence.lanes() == 1 || latency.stretch() <= STRETCH || firstAlike(evidence);
        if (evidence.waitingShare() < ServerRules.WAITING || !nothingQueues || latency.meanMs() <= 0) {
            return Optional.empty();
        }
        return Optional.of(new Verdict(
                Bound.CONCURRENCY,
                evidence.lanes() == 1
                        ? "one worker waited for " + Figures.percent(evidence.waitingShare())
                                + " of its time, each time for " + ServerRules.ms(latency.meanMs()) + " in the mean"
                        : Figures.count(evidence.lanes()) + " workers waited for "
                                + Figures.percent(evidence.waitingShare())
                                + " of their time; the median answer took " + ServerRules.ms(latency.medianMs())
                                + ", the fastest " + ServerRules.ms(latency.leastMs())
                                + (latency.stretch() <= STRETCH
                                        ? ""
                                        : ", the workers' first ones no less than later ones ("
                                                + ServerRules.ms(
                                                        latency.firstMs().orElseThrow()) + ")")
                                + ": next to nothing queued",
                "neither client nor server was at its limit: throughput is workers by latency ("
                        + Figures.count(evidence.lanes()) + " / " + ServerRules.ms(latency.meanMs()) + " = "
                        + Figures.decimal(evidence.lanes() / latency.meanMs() * 1e3, 0)
                        + "/s), so more --threads help"));
    }

    private static boolean firstAlike(Evidence evidence) {
        LatencyEvidence latency = evidence.latency();
        return evidence.warm()
                && evidence.lanes() >= MANY_WORKERS
                && latency.firstMs().isPresent()
                && latency.firstMs().getAsDouble() >= FIRST * latency.meanMs();
    }

    /** What is left when nothing decides. */
    static Verdict neither(Evidence evidence) {
        LatencyEvidence latency = evidence.latency();
        String seen = Figures.count(evidence.lanes()) + " workers waited for "
                + Figures.percent(evidence.waitingShare()) + " of their time; the median answer took "
                + ServerRules.ms(latency.medianMs()) + ", the fastest " + ServerRules.ms(latency.leastMs())
                + (latency.firstMs().isPresent()
                        ? " and the workers' first ones "
                                + ServerRules.ms(latency.firstMs().getAsDouble())
                        : "");
        boolean full = MachineRules.isFull(evidence);
        return new Verdict(
                Bound.UNCLEAR,
                seen + ", which fits a server with a queue as well as one whose answers differ"
                        + (full ? "; " + MachineRules.cores(evidence) : ""),
                (full ? "let nothing else run on it, " : "")
                        + (evidence.warm() ? "" : "add --warmup 10s, or ")
                        + "run it again with half and with twice the --threads: if throughput follows them, they are the limit; "
                        + "if only latency does, the server is"
                        + (evidence.processor().server().isEmpty() ? "; --server-pid shows the server's CPU" : ""));
    }
}
