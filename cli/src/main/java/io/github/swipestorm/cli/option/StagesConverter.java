package io.github.swipestorm.cli.option;

import io.github.swipestorm.client.arrival.Rate;
import io.github.swipestorm.client.arrival.Stage;
import java.time.Duration;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses one stage: its duration, a colon, and the rate at its end, as in 30s:1000 or 1.5m:300/m. */
final class StagesConverter implements ITypeConverter<Stage> {

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
