package io.github.swipestorm.client.inference;

import java.util.function.DoubleUnaryOperator;

/**
 * A confidence interval: made anew from each of many repetitions of the same measurement, a share of {@code level} of
 * such intervals would contain the true value. Its unit is that of the value.
 *
 * @param low lower end, part of the interval; may be minus infinity
 * @param high upper end, part of the interval, at least {@code low}; may be infinity where the data set no bound
 * @param level how many of the intervals contain the truth, above 0 and below 1; 0.95 as a rule
 */
public record ConfidenceInterval(double low, double high, double level) {
    /** The level of every interval that a report shows. */
    public static final double USUAL_LEVEL = 0.95;

    /** @throws IllegalArgumentException when an end is not a number, the ends are swapped, or the level is no share */
    public ConfidenceInterval {
        if (!(low <= high)) {
            throw new IllegalArgumentException("An interval cannot go from " + low + " to " + high);
        }
        checkLevel(level);
    }

    static double checkLevel(double level) {
        if (!(level > 0 && level < 1)) {
            throw new IllegalArgumentException("A confidence level is above 0 and below 1, not " + level);
        }
        return level;
    }

    /** Whether {@code value} lies inside or on an end. */
    public boolean contains(double value) {
        return low <= value && value <= high;
    }

    /**
     * The same interval of a quantity that grows with this one: of the exponential when this is one of logarithms.
     *
     * @param growing a function that never falls
     * @throws IllegalArgumentException when it falls after all
     */
    public ConfidenceInterval map(DoubleUnaryOperator growing) {
        return new ConfidenceInterval(growing.applyAsDouble(low), growing.applyAsDouble(high), level);
    }
}
