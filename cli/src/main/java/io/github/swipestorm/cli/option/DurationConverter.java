package io.github.swipestorm.cli.option;

import io.github.swipestorm.client.setting.Times;
import java.time.Duration;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses times: 250ms, 10s, 1.5m, 2h. */
public final class DurationConverter implements ITypeConverter<Duration> {

    @Override
    public Duration convert(String value) {
        if (value.matches("(?s)[{\\[@\"].*|.*=.*")) {
            // Of curl, whose -d is the body; it is not quoted, as it may have secrets in it.
            throw new TypeConversionException("a time is a number and its unit, such as 10s; a body goes into --json,"
                    + " --form, --body or --body-file");
        }
        try {
            return Times.parse(value);
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(e.getMessage());
        }
    }
}
