package io.github.swipestorm.cli.option;

import io.github.swipestorm.client.distribution.WorkItems;
import io.github.swipestorm.client.plan.StopRule;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Options for the end of a run. */
final class EndOptions {

    private static final StopRule REFERENCE_STUDY = StopRule.after(500_000);

    /** A run that never becomes steady has to end as well. */
    private static final StopRule LONGEST = new StopRule(WorkItems.UNBOUNDED, Optional.of(Duration.ofMinutes(10)));

    @Option(
            names = {"-n", "--requests"},
            paramLabel = "N",
            description = "Requests to send (default: 500000, or no limit when --duration or --stages is given).")
    private Long requests;

    @Option(
            names = {"-d", "--duration"},
            paramLabel = "TIME",
            converter = DurationConverter.class,
            description = "Stop sending new requests after this time, such as 60s or 5m.")
    private Duration duration;

    @Option(
            names = "--precision",
            paramLabel = "PERCENT",
            converter = PrecisionConverter.class,
            description = "End the run when its throughput was steady and is known to this much, e.g. 2%%: half of the "
                    + "95 %% interval's width. Without -n and -d after 10 minutes at the latest.")
    Double precision;

    /** When the run ends. */
    PlanEnd end() {
        return new PlanEnd(requests, duration, precision == null ? REFERENCE_STUDY : LONGEST);
    }
}
