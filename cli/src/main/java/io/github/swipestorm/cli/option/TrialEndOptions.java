package io.github.swipestorm.cli.option;

import io.github.swipestorm.client.distribution.WorkItems;
import io.github.swipestorm.client.plan.StopRule;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Options for the end of each run of an experiment: shorter than a single run, as there are many. */
public final class TrialEndOptions {

    private static final StopRule TEN_SECONDS = new StopRule(WorkItems.UNBOUNDED, Optional.of(Duration.ofSeconds(10)));

    @Option(
            names = {"-n", "--requests"},
            paramLabel = "N",
            description = "Requests of each run (default: no limit).")
    private Long requests;

    @Option(
            names = {"-d", "--duration"},
            paramLabel = "TIME",
            converter = DurationConverter.class,
            description = "How long each run sends new requests, such as 30s "
                    + "(default: 10s, or no limit when --requests or --stages is given).")
    private Duration duration;

    /** When each run ends. */
    public PlanEnd end() {
        return new PlanEnd(requests, duration, TEN_SECONDS);
    }
}
