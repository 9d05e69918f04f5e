package io.github.swipestorm.client.inference;

import java.util.Arrays;
import java.util.Optional;

/**
 * The mean of several measurements of one quantity, and how much they vary, in the unit of the values.
 *
 * @param count how many values, at least 1
 * @param mean arithmetic mean
 * @param median the middle value, or the mean of the two middle ones
 * @param stdev standard deviation of what the values are a sample of, hence divided by count - 1; 0 of one value
 * @param min smallest value
 * @param max largest value
 * @param interval for the mean, made on its logarithm: mean * exp(-+ t s / (mean sqrt(n))), with Student's t (Student 1908)
 *     of n - 1 degrees of freedom and the delta method's error of a logarithm (Casella and Berger 2002, section 5.5.4). With
 *     little scatter it is Student's own interval; with much it stays above 0, where rates and times are. Empty below
 *     {@link #FEWEST_FOR_INTERVAL} values
 */
public record Spread(
        int count,
        double mean,
        double median,
        double stdev,
        double min,
        double max,
        Optional<ConfidenceInterval> interval) {

    /** The interval of two values, 9 times their distance to both sides, is too wide to be useful. */
    public static final int FEWEST_FOR_INTERVAL = 3;

    /**
     * The spread of these values.
     *
     * @throws IllegalArgumentException when there is none, or one is negative, NaN or infinite
     */
    public static Spread of(double... values) {
        if (values.length == 0 || !Arrays.stream(values).allMatch(value -> value >= 0 && value <= Double.MAX_VALUE)) {
            throw new IllegalArgumentException("No spread of " + Arrays.toString(values));
        }
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int n = sorted.length;
        double mean = Arrays.stream(sorted).sum() / n;
        double squares = Arrays.stream(sorted)
                .map(value -> (value - mean) * (value - mean))
                .sum();
        double stdev = n == 1 ? 0 : Math.sqrt(squares / (n - 1));
        return new Spread(
                n,
                mean,
                (sorted[(n - 1) / 2] + sorted[n / 2]) / 2,
                stdev,
                sorted[0],
                sorted[n - 1],
                n < FEWEST_FOR_INTERVAL ? Optional.empty() : Optional.of(interval(n, mean, stdev)));
    }

    private static ConfidenceInterval interval(int count, double mean, double stdev) {
        double t = ConfidenceInterval.studentsT(count - 1d, ConfidenceInterval.USUAL_LEVEL);
        // Zeros have no variance, and no logarithm.
        double factor = stdev == 0 ? 1 : Math.exp(t * stdev / (mean * Math.sqrt(count)));
        return new ConfidenceInterval(
                mean / factor, Math.min(Double.MAX_VALUE, mean * factor), ConfidenceInterval.USUAL_LEVEL);
    }
}
