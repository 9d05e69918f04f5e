package io.github.swipestorm.client.verdict;

import io.github.swipestorm.client.setting.Setting;
import io.github.swipestorm.client.text.NumberFormat;
import java.util.Optional;
import java.util.OptionalDouble;

/** When the server is the limit, and the client is far from its own. */
final class ServerRules {

    /** From this share on of the CPUs that the server may use. */
    static final double BUSY = 0.85;
    /** Requests queue when the ratio of the median to the fastest response is at least this, */
    static final double STRETCH = 4;
    /** and the workers' first responses, for which the queue was only growing, took at most this share of the mean. */
    static final double FIRST = 0.75;
    /** They also queue when N workers wait N times as long as the fastest, within this tolerance. */
    static final double IN_A_ROW = 0.2;
    /**
     * A median in this range, in milliseconds, may be no queue: Linux delays an acknowledgement by 40 ms, and a server that
     * writes a response in two packets without {@code TCP_NODELAY} waits for it, from a connection's second or third
     * response on.
     */
    static final double LEAST_DELAYED_ACK_MS = 39.5;

    static final double MOST_DELAYED_ACK_MS = 46;
    /** Workers must have waited for responses for this share of their time: otherwise something else delayed them. */
    static final double WAITING = 0.8;

    private ServerRules() {}

    /**
     * On a machine that other processes keep busy a server may only be starved: its limit is then at least what was
     * measured.
     */
    static String limit(Evidence evidence) {
        String rate = NumberFormat.decimal(evidence.throughput(), 0) + " req/s";
        return MachineRules.isFull(evidence)
                ? "the server took " + rate + " while " + MachineRules.cores(evidence)
                        + ", and may take more when nothing else runs there"
                : "the server's limit with this work is about " + rate;
    }

    static Optional<Verdict> processor(Evidence evidence) {
        OptionalDouble used = evidence.processor().server();
        OptionalDouble limit = evidence.processor().serverLimit();
        if (used.isEmpty() || limit.isEmpty() || used.getAsDouble() < BUSY * limit.getAsDouble()) {
            return Optional.empty();
        }
        return Optional.of(new Verdict(
                Bound.SERVER,
                "the server used " + ClientRules.cores(used) + " of the " + NumberFormat.plain(limit.getAsDouble())
                        + " cores that it may use"
                        + (evidence.processor().client().isEmpty()
                                ? ""
                                : ", the client "
                                        + ClientRules.cores(evidence.processor().client())),
                limit(evidence) + "; more threads will not help"));
    }

    static Optional<Verdict> queueing(Evidence evidence) {
        LatencyEvidence latency = evidence.latency();
        long slots = evidence.slots();
        if (slots < 2 || evidence.waitingShare() < WAITING) {
            return Optional.empty();
        }
        // Workers that think do not queue.
        double inARow = latency.stretch() / (slots * (1 - evidence.thinkingShare()));
        boolean one = inARow >= 1 - IN_A_ROW && inARow <= 1 + IN_A_ROW && latency.stretch() > ConcurrencyRules.STRETCH;
        boolean growing = latency.stretch() >= STRETCH
                && latency.firstMs().isPresent()
                && latency.firstMs().getAsDouble() <= FIRST * latency.meanMs();
        if (!one && !growing) {
            return Optional.empty();
        }
        String seen = NumberFormat.count(slots) + " workers waited for "
                + NumberFormat.percent(evidence.waitingShare())
                + " of " + evidence.time() + "; the median answer took " + ms(latency.medianMs()) + ", "
                + NumberFormat.decimal(latency.stretch(), 1) + " times the fastest (" + ms(latency.leastMs())
                + ")"
                + (growing
                        ? ", and the workers' first ones "
                                + ms(latency.firstMs().getAsDouble())
                        : "")
                + ": requests queue"
                + (one ? " one behind the other" : "")
                + " in the server or before it";
        if (latency.medianMs() >= LEAST_DELAYED_ACK_MS && latency.medianMs() <= MOST_DELAYED_ACK_MS) {
            return Optional.of(delayedAcknowledgement(evidence, seen));
        }
        Verdict server = new Verdict(Bound.SERVER, seen, limit(evidence) + "; more threads only make the queue longer");
        return Optional.of(
                NetworkRules.allowingForTransfer(evidence, MachineRules.allowingForOthers(evidence, server)));
    }

    private static Verdict delayedAcknowledgement(Evidence evidence, String seen) {
        return new Verdict(
                Bound.UNCLEAR,
                seen
                        + ", or each answer waited for an acknowledgement that Linux delays by 40 ms, as those of a server do"
                        + " that writes them in two packets without TCP_NODELAY",
                "the server's limit with this work is at least " + NumberFormat.decimal(evidence.throughput(), 0)
                        + " req/s; run it again with twice the " + Setting.THREADS
                        + ": if throughput doubles, nothing queues");
    }

    static String ms(double milliseconds) {
        return NumberFormat.milliseconds(milliseconds * 1e3) + " ms";
    }
}
