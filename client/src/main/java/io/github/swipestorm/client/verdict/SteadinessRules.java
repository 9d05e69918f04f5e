package io.github.swipestorm.client.verdict;

import io.github.swipestorm.client.inference.Steadiness;
import io.github.swipestorm.client.inference.Steadiness.Finding;
import io.github.swipestorm.client.setting.Setting;
import io.github.swipestorm.client.text.NumberFormat;
import java.util.Optional;

/** Without a constant level, a run has no throughput that a verdict could explain. */
final class SteadinessRules {

    private SteadinessRules() {}

    /** A closed loop whose throughput was still rising did not reach a limit. */
    static Optional<Verdict> warmingUp(Evidence evidence) {
        Steadiness.Assessment throughput = evidence.steadiness().throughput();
        if (throughput.finding() != Finding.WARMING_UP) {
            return Optional.empty();
        }
        long seconds = (long) Math.ceil(evidence.seconds());
        return Optional.of(new Verdict(
                Bound.WARMING_UP,
                "throughput was " + throughput.description(),
                "the mean of " + NumberFormat.decimal(evidence.throughput(), 0)
                        + " req/s is not a limit of client or server; warm them up first, with "
                        + Setting.WARM_UP.to(seconds + "s") + ", or make the run longer, with "
                        + Setting.DURATION.to(3 * seconds + "s")));
    }

    /** Adds to a verdict on throughput that the throughput was not constant, or that this is not known. */
    static Verdict qualified(Evidence evidence, Verdict seen) {
        Steadiness.Assessment throughput = evidence.steadiness().throughput();
        boolean aboutThroughput = seen.bound() == Bound.SERVER
                || seen.bound() == Bound.CLIENT
                || seen.bound() == Bound.CONCURRENCY
                || seen.bound() == Bound.THINKING;
        if (!aboutThroughput) {
            return seen;
        }
        boolean oneLevel = throughput.finding().steady()
                || throughput.finding() == Finding.SCHEDULED
                || throughput.finding() == Finding.DIP;
        String level = oneLevel
                ? ""
                : "; " + throughput.finding()
                        + (throughput.finding() == Finding.TOO_SHORT ? " whether throughput was steady" : "") + ": "
                        + throughput.description();
        String sizes = evidence.steadiness()
                .responseSizeChange()
                .map(size ->
                        "; a request at the end was not the work of one at the beginning, as " + size.description())
                .orElse("");
        return new Verdict(seen.bound(), seen.evidence(), seen.consequence() + level + sizes);
    }
}
