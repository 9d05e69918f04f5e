package io.github.swipestorm.client.setting;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Times as options and files write them, {@code 250ms}, {@code 10s}, {@code 1.5m}, {@code 2h}, and as numbers. */
public final class Times {

    private static final Pattern TIME = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,9})?)(ms|s|m|h)");
    private static final Map<String, Long> MILLIS = Map.of("ms", 1L, "s", 1_000L, "m", 60_000L, "h", 3_600_000L);

    /** Sums of several such times in nanoseconds still fit into a long. */
    private static final BigDecimal LONGEST_MILLIS = BigDecimal.valueOf(10_000L * 3_600_000);

    private Times() {}

    /**
     * Parses a time.
     *
     * @param text a number of up to nine digits, with decimals or without, and its unit
     * @return whole milliseconds: zero, or 1 ms to 10,000 h
     * @throws IllegalArgumentException with a user-facing message when it is not such a time
     */
    public static Duration parse(String text) {
        Matcher matcher = TIME.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("'" + text + "' is not a time; write it like 250ms, 10s, 1.5m or 2h");
        }
        BigDecimal millis = new BigDecimal(matcher.group(1)).multiply(BigDecimal.valueOf(MILLIS.get(matcher.group(2))));
        if (millis.signum() > 0 && millis.compareTo(BigDecimal.ONE) < 0) {
            throw new IllegalArgumentException("'" + text + "' is too short: the shortest time is 1ms");
        }
        if (millis.compareTo(LONGEST_MILLIS) > 0) {
            throw new IllegalArgumentException("'" + text + "' is too long: the longest time is 10000h");
        }
        return Duration.ofMillis(millis.longValue());
    }

    /** A time in the largest unit of which it is a whole number: hours, seconds or milliseconds. */
    static String text(Duration time) {
        BigDecimal millis =
                BigDecimal.valueOf(time.getSeconds()).scaleByPowerOfTen(3).add(BigDecimal.valueOf(time.getNano(), 6));
        if (whole(millis, 3_600_000) && millis.signum() != 0) {
            return text(millis, 3_600_000) + "h";
        }
        return whole(millis, 1_000) ? text(millis, 1_000) + "s" : text(millis, 1) + "ms";
    }

    /** A time in seconds. */
    public static double seconds(Duration time) {
        return time.toNanos() / 1e9;
    }

    private static boolean whole(BigDecimal millis, int unit) {
        return millis.remainder(BigDecimal.valueOf(unit)).signum() == 0;
    }

    private static String text(BigDecimal millis, int unit) {
        return millis.divide(BigDecimal.valueOf(unit)).stripTrailingZeros().toPlainString();
    }
}
