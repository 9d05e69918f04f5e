package io.github.swipestorm.client.verdict;

import io.github.swipestorm.client.setting.Setting;
import io.github.swipestorm.client.text.NumberFormat;
import java.util.Optional;

/** When a run is too short for any verdict. */
final class LengthRules {

    /** In a shorter run, the first and last moments dominate; telemetry has one sample per second. */
    static final double LEAST_SECONDS = 2;
    /** With fewer attempts, the shares and the median that the rules use are chance. */
    static final long LEAST_ATTEMPTS = 100;

    private LengthRules() {}

    static Optional<Verdict> time(Evidence evidence) {
        return evidence.seconds() >= LEAST_SECONDS
                ? Optional.empty()
                : Optional.of(new Verdict(
                        Bound.UNKNOWN,
                        "the run took " + NumberFormat.decimal(evidence.seconds(), 3) + " s; a verdict takes at least "
                                + NumberFormat.plain(LEAST_SECONDS) + " s",
                        "let it run longer, with " + Setting.DURATION.to("10s") + " for instance"));
    }

    static Optional<Verdict> attempts(Evidence evidence) {
        return evidence.outcomes().attempts() >= LEAST_ATTEMPTS
                ? Optional.empty()
                : Optional.of(new Verdict(
                        Bound.UNKNOWN,
                        "there were only "
                                + NumberFormat.count(evidence.outcomes().attempts())
                                + " attempts; a verdict takes at least " + LEAST_ATTEMPTS,
                        "let it run longer, or use more " + Setting.THREADS));
    }
}
