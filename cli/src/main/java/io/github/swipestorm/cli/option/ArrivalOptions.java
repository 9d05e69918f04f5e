package io.github.swipestorm.cli.option;

import io.github.swipestorm.client.arrival.ArrivalProcess;
import io.github.swipestorm.client.arrival.OpenLoop;
import io.github.swipestorm.client.arrival.Rate;
import io.github.swipestorm.client.arrival.Stage;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Options for the arrivals of requests. */
public final class ArrivalOptions {

    private static final Rate NOTHING = Rate.parse("0");

    @Option(
            names = {"-r", "--rate"},
            paramLabel = "RATE",
            converter = RateConverter.class,
            description = "Requests that are due each second (5000) or minute (300/m), however fast they are answered; "
                    + "without it the next request is due when a worker is free.")
    private Rate rate;

    @Option(
            names = "--stages",
            paramLabel = "TIME:RATE",
            split = ",",
            converter = StagesConverter.class,
            description =
                    "Change the rate in straight lines, such as 10s:1000,30s:5000,10s:0, beginning at --rate or 0, and "
                            + "end with the last stage.")
    private List<Stage> stages = List.of();

    @Option(
            names = "--arrivals",
            paramLabel = "ARRIVALS",
            description = "How requests are spread around the rate: ${COMPLETION-CANDIDATES} (default: constant).")
    private ArrivalProcess arrivals;

    /**
     * The open loop that the options describe; empty for a closed loop.
     *
     * @throws IllegalArgumentException with a user-facing message when they are invalid
     */
    public Optional<OpenLoop> openLoop() {
        if (rate == null && stages.isEmpty()) {
            if (arrivals != null) {
                throw new IllegalArgumentException(
                        "--arrivals " + arrivals + " needs a rate to be spread around: add --rate or --stages");
            }
            return Optional.empty();
        }
        return Optional.of(new OpenLoop(
                rate == null ? NOTHING : rate, stages, arrivals == null ? ArrivalProcess.CONSTANT : arrivals));
    }
}
