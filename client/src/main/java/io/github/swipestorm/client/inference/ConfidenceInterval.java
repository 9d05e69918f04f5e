package io.github.swipestorm.client.inference;

import java.util.function.DoubleUnaryOperator;
import org.apache.commons.math3.distribution.TDistribution;
import org.apache.commons.math3.stat.StatUtils;

/**
 * A confidence interval: of the intervals from many repetitions of the same measurement, a share of {@code level} would
 * contain the true value. Its unit is that of the value.
 *
 * @param low lower end, inclusive; may be minus infinity
 * @param high upper end, inclusive, at least {@code low}; may be infinity where the data set no bound
 * @param level share of the intervals that contain the true value, above 0 and below 1; usually 0.95
 */
public record ConfidenceInterval(double low, double high, double level) {
    /** The level of every interval that a report shows. */
    public static final double USUAL_LEVEL = 0.95;

    /**
     * @throws IllegalArgumentException when an end is not a number, the ends are swapped, or the level is out of range
     */
    public ConfidenceInterval {
        if (!(low <= high)) {
            throw new IllegalArgumentException("An interval cannot go from " + low + " to " + high);
        }
        checkLevel(level);
    }

    /**
     * Student's interval of a mean (1908).
     *
     * @param values two or more finite numbers that scatter normally, or nearly so
     * @param level above 0 and below 1
     */
    public static ConfidenceInterval ofMean(double[] values, double level) {
        double mean = StatUtils.mean(values);
        double error = Math.sqrt(StatUtils.variance(values, mean) / values.length);
        double t = studentsT(values.length - 1d, level);
        return new ConfidenceInterval(mean - t * error, mean + t * error, level);
    }

    /**
     * Half the width of an interval, in standard errors: the quantile of Student's t distribution at 0.5 + level / 2.
     *
     * @param degreesOfFreedom above 0
     * @param level of the interval, above 0 and below 1
     */
    public static double studentsT(double degreesOfFreedom, double level) {
        return new TDistribution(null, degreesOfFreedom).inverseCumulativeProbability(0.5 + checkLevel(level) / 2);
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
     * The interval of a monotonically increasing function of this quantity: of the exponential when this is an interval
     * of logarithms.
     *
     * @param growing a function that never decreases
     * @throws IllegalArgumentException when it does decrease
     */
    public ConfidenceInterval map(DoubleUnaryOperator growing) {
        return new ConfidenceInterval(growing.applyAsDouble(low), growing.applyAsDouble(high), level);
    }
}
