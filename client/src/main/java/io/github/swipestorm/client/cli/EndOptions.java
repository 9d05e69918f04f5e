package io.github.swipestorm.client.cli;

import io.github.swipestorm.client.engine.StopRule;
import java.time.Duration;
import picocli.CommandLine.Option;

/** Options that say when a run ends. */
final class EndOptions {

    private static final StopRule MISSION = StopRule.after(500_000);

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

    /** When the run ends. */
    PlanEnd end() {
        return new PlanEnd(requests, duration, MISSION);
    }
}
