package io.github.swipestorm.client.verdict;

import io.github.swipestorm.client.stats.Figures;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * When client and server fill the client's machine between them: whichever takes more is what bounds the run. A machine that
 * others keep busy proves nothing; what that does to a run shows in its latencies, its lag and the workers' waiting.
 */
final class MachineRules {

    /** Client and server must take at least this share of what is busy. */
    static final double MOST = 0.5;

    private MachineRules() {}

    static Optional<Verdict> full(Evidence evidence) {
        OptionalDouble client = evidence.processor().client();
        OptionalDouble server = evidence.processor().server();
        if (client.isEmpty() || !isFull(evidence)) {
            return Optional.empty();
        }
        double both = client.getAsDouble() + server.orElse(0);
        if (both < MOST * evidence.processor().busy().orElseThrow()) {
            return Optional.empty();
        }
        String why = cores(evidence) + ": the client used " + ClientRules.cores(client)
                + (server.isPresent() ? " and the server " + ClientRules.cores(server) : "");
        if (server.isEmpty() || client.getAsDouble() >= server.getAsDouble()) {
            return Optional.of(ClientRules.verdict(
                    evidence,
                    why,
                    ClientRules.lessWork(evidence.plan())
                            + (server.isPresent() ? ", or run it on another machine" : "")));
        }
        return Optional.of(new Verdict(
                Bound.SERVER,
                why,
                "more threads will not help; " + Figures.decimal(evidence.throughput(), 0)
                        + " req/s are what this machine carries with the client on it, and without the client the "
                        + "server would have more"));
    }

    /**
     * What is left of a verdict against the server that rests on its answers alone. On a full machine that it shares, requests
     * queue for CPU time as well, whoever takes that.
     */
    static Verdict allowingForOthers(Evidence evidence, Verdict seen) {
        boolean watched = evidence.processor().server().isPresent();
        boolean shared = watched || evidence.plan().target().loopback();
        if (!shared || !isFull(evidence)) {
            return seen;
        }
        OptionalDouble client = evidence.processor().client();
        return new Verdict(
                Bound.UNCLEAR,
                seen.evidence() + "; but " + cores(evidence) + ", which the server shares"
                        + (client.isPresent() ? ": the client used " + ClientRules.cores(client) : "")
                        + (watched
                                ? ", the server "
                                        + ClientRules.cores(evidence.processor().server())
                                : ""),
                "the server's limit with this work is at least " + Figures.decimal(evidence.throughput(), 0)
                        + " req/s: requests may have queued for CPU time that others took; let nothing else run on this "
                        + "machine" + (watched ? "" : "; --server-pid shows whether the server itself fills it"));
    }

    /** Whether all cores of the client's machine were busy, with whatever it was. */
    static boolean isFull(Evidence evidence) {
        OptionalDouble busy = evidence.processor().busy();
        return busy.isPresent()
                && busy.getAsDouble() >= ClientRules.BUSY * evidence.processor().cores();
    }

    static String cores(Evidence evidence) {
        return Figures.decimal(evidence.processor().busy().orElse(0), 2) + " of the "
                + evidence.processor().cores() + " cores of the client's machine were busy";
    }
}
