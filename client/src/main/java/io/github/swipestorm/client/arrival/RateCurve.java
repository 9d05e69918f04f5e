package io.github.swipestorm.client.arrival;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;

/**
 * A piecewise linear rate over time, the number of requests due up to an instant (the area under the curve), and its
 * inverse. Immutable.
 */
final class RateCurve {

    private final List<Ramp> ramps;
    /** The area under the whole curve; there is one request for each whole number from 0 that is smaller. */
    private final double total;

    private RateCurve(List<Ramp> ramps, double total) {
        this.ramps = List.copyOf(ramps);
        this.total = total;
    }

    /** A constant rate for ever, which is 292 years. */
    static RateCurve steady(Rate rate) {
        BigDecimal area = area(rate, rate, Long.MAX_VALUE);
        Ramp ramp = new Ramp(0, 0, Long.MAX_VALUE, rate.perNano(), rate.perNano());
        return new RateCurve(List.of(ramp), area.doubleValue());
    }

    /** From an initial rate through all the stages, and nothing after them. */
    static RateCurve staged(Rate start, List<Stage> stages) {
        List<Ramp> ramps = new ArrayList<>();
        // With 34 digits, areas that are whole numbers remain whole when rounded to 16 digits.
        BigDecimal sum = BigDecimal.ZERO;
        long begin = 0;
        Rate from = start;
        for (Stage stage : stages) {
            Rate to = stage.target();
            from = stage.step() ? to : from;
            long nanos = stage.duration().toNanos();
            ramps.add(new Ramp(sum.doubleValue(), begin, nanos, from.perNano(), to.perNano()));
            sum = sum.add(area(from, to, nanos), MathContext.DECIMAL128);
            begin += nanos;
            from = to;
        }
        return new RateCurve(ramps, sum.doubleValue());
    }

    private static BigDecimal area(Rate from, Rate to, long nanos) {
        return perNano(from)
                .add(perNano(to))
                .multiply(BigDecimal.valueOf(nanos))
                .divide(BigDecimal.valueOf(2));
    }

    private static BigDecimal perNano(Rate rate) {
        return BigDecimal.valueOf(rate.requests())
                .divide(BigDecimal.valueOf(rate.periodNanos()), MathContext.DECIMAL128);
    }

    /** The area under the curve up to an instant, in requests. */
    double areaUntil(long nanos) {
        if (nanos <= 0) {
            return 0;
        }
        Ramp ramp = ramps.get(0);
        for (Ramp other : ramps) {
            ramp = other.begin <= nanos ? other : ramp;
        }
        return nanos >= ramp.begin + ramp.nanos ? total : ramp.areaUntil(nanos);
    }

    /**
     * The instant at which the area under the curve reaches a value; where it stays at that value for a while, the end
     * of that period.
     *
     * @param area in requests, at least 0
     * @return to the nearest nanosecond, before the curve's end, or {@link ArrivalSchedule#NEVER}
     */
    long instantOf(double area) {
        if (area >= total) {
            return ArrivalSchedule.NEVER;
        }
        int last = ramps.size() - 1;
        while (ramps.get(last).before > area) {
            last--;
        }
        return ramps.get(last).instantOf(area);
    }

    /**
     * One linear segment.
     *
     * @param before the area under all earlier segments
     * @param begin its first instant
     * @param nanos its length
     * @param from its initial rate, in requests per nanosecond
     * @param to its final rate
     */
    private record Ramp(double before, long begin, long nanos, double from, double to) {

        double areaUntil(long instant) {
            double time = instant - begin;
            return before + time * (from + (to - from) * time / (2.0 * nanos));
        }

        /**
         * Solves from * t + (to - from) / (2 * nanos) * t^2 = area. Of the two forms of the root, this one adds instead
         * of subtracting nearly equal numbers, and so works for every slope, including none (Press et al.: "Numerical
         * Recipes", 3rd edition, section 5.6).
         */
        long instantOf(double area) {
            double rest = area - before;
            if (rest <= 0) {
                return begin;
            }
            double square = from * from + 2 * (to - from) / nanos * rest;
            double time = 2 * rest / (from + Math.sqrt(Math.max(0, square)));
            // Rounding must not move a request past the segment's end, where the next one begins.
            return begin + Math.min(Math.round(time), nanos - 1);
        }
    }
}
