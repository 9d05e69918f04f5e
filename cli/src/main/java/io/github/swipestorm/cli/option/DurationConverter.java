package io.github.swipestorm.cli.option;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses times: 250ms, 10s, 1.5m, 2h. */
public final class DurationConverter implements ITypeConverter<Duration> {

    private static final Pattern TIME = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,9})?)(ms|s|m|h)");
    private static final Map<String, Long> MILLIS = Map.of("ms", 1L, "s", 1_000L, "m", 60_000L, "h", 3_600_000L);

    /** Sums of several such times in nanoseconds still fit into a long. */
    private static final BigDecimal LONGEST_MILLIS = BigDecimal.valueOf(10_000L * 3_600_000);

    @Override
    public Duration convert(String value) {
        Matcher matcher = TIME.matcher(value);
        if (!matcher.matches()) {
            throw new TypeConversionException("'" + value + "' is not a time; write it like 250ms, 10s, 1.5m or 2h");
        }
        BigDecimal millis = new BigDecimal(matcher.group(1)).multiply(BigDecimal.valueOf(MILLIS.get(matcher.group(2))));
        if (millis.signum() > 0 && millis.compareTo(BigDecimal.ONE) < 0) {
            throw new TypeConversionException("'" + value + "' is too short: the shortest time is 1ms");
        }
        if (millis.compareTo(LONGEST_MILLIS) > 0) {
            throw new TypeConversionException("'" + value + "' is too long: the longest time is 10000h");
        }
        return Duration.ofMillis(millis.longValue());
    }
}
