package io.github.swipestorm.client.verdict;

import io.github.swipestorm.client.text.NumberFormat;
import java.util.Optional;

/**
 * When an open loop's rate is the limit: the client sent at the rate, and the server's responses kept up. Occasional
 * late requests change response times, but not what limited the throughput.
 */
final class RateRules {

    /** An overloaded server leaves more than this share of the requests in flight when the last one is sent, */
    static final double LEFT_OVER = 0.1;
    /** and response times are this much longer in the last quarter of the run than in the second: the queue grows; */
    static final double GROWTH = 1.5;
    /**
     * or, where some are answered immediately and others never, not even the best second completed this share of its
     * requests.
     */
    static final double PACE = 0.9;

    private RateRules() {}

    static Optional<Verdict> met(Evidence evidence) {
        return evidence.offered()
                .filter(offered -> (offered.met() || offered.kept()) && !fallsBehind(evidence))
                .map(offered -> new Verdict(
                        Bound.RATE,
                        "all of the " + NumberFormat.decimal(offered.offeredPerSecond(), 0)
                                + " " + offered.unit() + "/s that were due were begun, "
                                + (offered.met() ? "99 % of them at most " : "but 1 % of them at least ")
                                + NumberFormat.milliseconds(offered.sendLag().p99Us())
                                + " ms late, and answers kept up with them",
                        "the server takes at least " + NumberFormat.decimal(evidence.throughput(), 0)
                                + " req/s; raise the rate to find its limit"
                                + (offered.met() ? "" : ", and do not trust the longest response times")));
    }

    static Optional<Verdict> fellBehind(Evidence evidence) {
        return evidence.offered()
                .filter(offered -> fallsBehind(evidence))
                .map(offered -> new Verdict(
                        Bound.SERVER,
                        NumberFormat.decimal(offered.offeredPerSecond(), 0)
                                + " " + offered.unit() + "/s were due; of the requests that were sent "
                                + NumberFormat.percent(evidence.latency().leftOver())
                                + " were unanswered at the end, and " + sign(evidence.latency()),
                        ServerRules.limit(evidence) + "; the rate is above it"))
                .map(verdict -> MachineRules.allowingForOthers(evidence, verdict));
    }

    private static boolean fallsBehind(Evidence evidence) {
        LatencyEvidence latency = evidence.latency();
        return latency.leftOver() > LEFT_OVER && (latency.growth() >= GROWTH || latency.pace() < PACE);
    }

    private static String sign(LatencyEvidence latency) {
        return latency.growth() >= GROWTH
                ? "answers came to take " + NumberFormat.decimal(latency.growth(), 1) + " times as long"
                : "even the best second had answers for only " + NumberFormat.percent(latency.pace())
                        + " of its requests";
    }
}
