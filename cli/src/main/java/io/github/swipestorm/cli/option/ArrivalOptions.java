package io.github.swipestorm.cli.option;

import io.github.swipestorm.client.arrival.ArrivalProcess;
import io.github.swipestorm.client.arrival.OpenLoop;
import io.github.swipestorm.client.arrival.Rate;
import io.github.swipestorm.client.arrival.Stage;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

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
            converter = StageConverter.class,
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

    /** Parses rates like {@link Rate#parse}: 5000, 0.5/s, 300/m, 2/h. */
    static final class RateConverter implements ITypeConverter<Rate> {

        @Override
        public Rate convert(String value) {
            try {
                return Rate.parse(value);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(e.getMessage());
            }
        }
    }

    /** Parses one stage: its duration, a colon, and the rate at its end, as in 30s:1000 or 1.5m:300/m. */
    static final class StageConverter implements ITypeConverter<Stage> {

        private final DurationConverter durations = new DurationConverter();
        private final RateConverter rates = new RateConverter();

        @Override
        public Stage convert(String value) {
            int colon = value.indexOf(':');
            if (colon < 0) {
                throw refuse(value, "it has no colon; write it like 30s:1000, a time and the rate at its end");
            }
            try {
                Duration duration = durations.convert(value.substring(0, colon));
                Rate target = rates.convert(value.substring(colon + 1));
                return new Stage(duration, target);
            } catch (TypeConversionException | IllegalArgumentException e) {
                throw refuse(value, e.getMessage());
            }
        }

        private static TypeConversionException refuse(String value, String reason) {
            return new TypeConversionException("'" + value + "' is not a stage: " + reason);
        }
    }
}
