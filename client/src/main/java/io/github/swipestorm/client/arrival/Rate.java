package io.github.swipestorm.client.arrival;

import java.math.BigDecimal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A number of requests per period: an exact fraction, so that a third of a request per second stays exact.
 *
 * @param requests at least 0, and at most one for each 100 ns of the period, which is 10,000,000 per second
 * @param periodNanos in nanoseconds, 1 to 1,000 hours
 */
public record Rate(long requests, long periodNanos) {

    private static final Pattern TEXT =
            Pattern.compile("(\\d{1,15}(?:\\.\\d{1,3})?)(?:/(?:([smh])|([1-9]\\d{0,5})(ms|s|m|h)))?");
    private static final long SECOND = 1_000_000_000L;
    private static final long LONGEST_PERIOD = 1_000 * 3_600 * SECOND;
    private static final long SHORTEST_GAP = 100;
    /** A period's number of units has up to six digits. */
    private static final long MOST_PERIODS = 1_000_000;

    public Rate {
        if (periodNanos < 1 || periodNanos > LONGEST_PERIOD) {
            throw new IllegalArgumentException(
                    "The period of a rate must be 1 ns to 1000 hours, not " + periodNanos + " ns");
        }
        if (requests < 0) {
            throw new IllegalArgumentException("There cannot be " + requests + " requests in a period");
        }
        if (requests > periodNanos / SHORTEST_GAP) {
            throw new IllegalArgumentException(
                    requests + " requests in " + periodNanos + " ns are too many: the highest rate is 10000000/s");
        }
    }

    /**
     * Parses a rate: {@code 5000} and {@code 5000/s} are per second, {@code 300/m} per minute, {@code 2/h} per hour, {@code
     * 100/5s} per 5 s. Up to three decimals are kept exactly, by using a longer period: 1.5/s is 15 in 10 s.
     *
     * @throws IllegalArgumentException with a user-facing message when the text is not a rate, or the rate is too high
     */
    public static Rate parse(String text) {
        Matcher matcher = TEXT.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(
                    "'" + text + "' is not a rate; write it like 5000, 0.5/s, 300/m, 2/h or 100/5s");
        }
        BigDecimal number = new BigDecimal(matcher.group(1));
        boolean several = matcher.group(3) != null;
        String unit = several ? matcher.group(4) : matcher.group(2) == null ? "s" : matcher.group(2);
        long units = several ? Long.parseLong(matcher.group(3)) : 1;
        long requests = number.unscaledValue().longValueExact();
        long period = units * nanos(unit) * tenToThe(number.scale());
        if (period > LONGEST_PERIOD) {
            throw new IllegalArgumentException(
                    "'" + text + "' has a period that is too long: 1000h at most, a thousandth of it for each decimal");
        }
        if (requests > period / SHORTEST_GAP) {
            throw new IllegalArgumentException("'" + text + "' is too high; the highest rate is 10000000/s");
        }
        return new Rate(requests, period);
    }

    /** The rate nearest to a number per second that has at most three decimals. */
    static Rate ofPerSecond(double perSecond) {
        return new Rate(Math.round(perSecond * 1_000), 1_000 * SECOND);
    }

    /** Requests per second, rounded to the nearest double. */
    public double perSecond() {
        return perNano() * SECOND;
    }

    /** Requests per nanosecond, 0 to 0.01. */
    double perNano() {
        return (double) requests / periodNanos;
    }

    /** In the syntax of {@link #parse}; a period that {@code parse} cannot produce is given in nanoseconds. */
    @Override
    public String toString() {
        for (String unit : new String[] {"s", "m", "h"}) {
            for (int decimals = 0; decimals <= 3; decimals++) {
                if (periodNanos == nanos(unit) * tenToThe(decimals)) {
                    return BigDecimal.valueOf(requests, decimals).toPlainString() + "/" + unit;
                }
            }
        }
        for (String unit : new String[] {"h", "m", "s", "ms"}) {
            long periods = periodNanos / nanos(unit);
            if (periodNanos % nanos(unit) == 0 && periods < MOST_PERIODS) {
                return requests + "/" + periods + unit;
            }
        }
        return requests + "/" + periodNanos + "ns";
    }

    private static long nanos(String unit) {
        return switch (unit) {
            case "m" -> 60 * SECOND;
            case "h" -> 3_600 * SECOND;
            case "ms" -> SECOND / 1_000;
            default -> SECOND;
        };
    }

    private static long tenToThe(int power) {
        return BigDecimal.ONE.scaleByPowerOfTen(power).longValueExact();
    }
}
