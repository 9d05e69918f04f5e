package io.github.swipestorm.client.arrival;

import java.math.BigDecimal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How many requests fall due in how much time: an exact fraction, so that a third of a request a second stays a third.
 *
 * @param requests at least 0, and at most one for each 100 ns of the period, which is 10,000,000 a second
 * @param periodNanos in nanoseconds, 1 to 1,000 hours
 */
public record Rate(long requests, long periodNanos) {

    private static final Pattern TEXT = Pattern.compile("(\\d{1,15}(?:\\.\\d{1,3})?)(?:/([smh]))?");
    private static final long SECOND = 1_000_000_000L;
    private static final long LONGEST_PERIOD = 1_000 * 3_600 * SECOND;
    private static final long SHORTEST_GAP = 100;

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
     * Reads a rate as people write it: {@code 5000} and {@code 5000/s} for each second, {@code 300/m} for each minute,
     * {@code 2/h} for each hour. Up to three decimals are kept exactly, in a longer period: 1.5/s is 15 in 10 s.
     *
     * @throws IllegalArgumentException with a message fit for a person when it is no such rate, or too high
     */
    public static Rate parse(String text) {
        Matcher matcher = TEXT.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("'" + text + "' is not a rate; write it like 5000, 0.5/s, 300/m or 2/h");
        }
        BigDecimal number = new BigDecimal(matcher.group(1));
        String unit = matcher.group(2) == null ? "s" : matcher.group(2);
        long requests = number.unscaledValue().longValueExact();
        long period = nanos(unit) * tenToThe(number.scale());
        if (requests > period / SHORTEST_GAP) {
            throw new IllegalArgumentException("'" + text + "' is too high; the highest rate is 10000000/s");
        }
        return new Rate(requests, period);
    }

    /** The same as a number for each second; rounded when no double is as exact. */
    public double perSecond() {
        return perNano() * SECOND;
    }

    /** Requests for each nanosecond, 0 to 0.01. */
    double perNano() {
        return (double) requests / periodNanos;
    }

    /** As {@link #parse} reads it; a period that it cannot make is named in nanoseconds. */
    @Override
    public String toString() {
        for (String unit : new String[] {"s", "m", "h"}) {
            for (int decimals = 0; decimals <= 3; decimals++) {
                if (periodNanos == nanos(unit) * tenToThe(decimals)) {
                    return BigDecimal.valueOf(requests, decimals).toPlainString() + "/" + unit;
                }
            }
        }
        return requests + "/" + periodNanos + "ns";
    }

    private static long nanos(String unit) {
        return switch (unit) {
            case "m" -> 60 * SECOND;
            case "h" -> 3_600 * SECOND;
            default -> SECOND;
        };
    }

    private static long tenToThe(int power) {
        return BigDecimal.ONE.scaleByPowerOfTen(power).longValueExact();
    }
}
