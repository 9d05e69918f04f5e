package io.github.swipestorm.client.measure;

import java.util.function.DoubleUnaryOperator;

/**
 * Summary statistics of durations. All but {@code count} are in microseconds. Without values, every
 * number is 0 and {@link #isEmpty()} tells that from durations of 0, so that none is ever NaN or infinite.
 *
 * @param count how many values
 * @param meanUs arithmetic mean
 * @param stdevUs standard deviation of just these values: the root of the mean squared deviation, divided by the
 *     count and not by count - 1
 * @param minUs smallest value
 * @param p10Us 10th percentile
 * @param p25Us 25th percentile
 * @param p50Us median
 * @param p66Us 66th percentile
 * @param p75Us 75th percentile
 * @param p80Us 80th percentile
 * @param p90Us 90th percentile
 * @param p95Us 95th percentile
 * @param p98Us 98th percentile
 * @param p99Us 99th percentile
 * @param p999Us 99.9th percentile
 * @param p9999Us 99.99th percentile
 * @param p99999Us 99.999th percentile
 * @param maxUs largest value
 */
public record LatencySummary(
        long count,
        double meanUs,
        double stdevUs,
        long minUs,
        double p10Us,
        double p25Us,
        double p50Us,
        double p66Us,
        double p75Us,
        double p80Us,
        double p90Us,
        double p95Us,
        double p98Us,
        double p99Us,
        double p999Us,
        double p9999Us,
        double p99999Us,
        long maxUs) {

    /** The summary of no values. */
    public static final LatencySummary EMPTY = new LatencySummary(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

    /**
     * Checks that all numbers are finite and not negative, so that readers need not.
     *
     * @throws IllegalArgumentException when one is not
     */
    public LatencySummary {
        double[] all = {
            count, meanUs, stdevUs, minUs, p10Us, p25Us, p50Us, p66Us, p75Us, p80Us, p90Us, p95Us, p98Us, p99Us, p999Us,
            p9999Us, p99999Us, maxUs
        };
        for (double number : all) {
            if (!(number >= 0) || Double.isInfinite(number)) {
                throw new IllegalArgumentException("not a count or a duration: " + number);
            }
        }
    }

    /** Whether there were no values; the other numbers are then meaningless. */
    public boolean isEmpty() {
        return count == 0;
    }

    /** Reads the percentiles of a summary from {@code percentileUs}. */
    static LatencySummary of(
            long count, double meanUs, double stdevUs, long minUs, long maxUs, DoubleUnaryOperator percentileUs) {
        if (count == 0) {
            return EMPTY;
        }
        return new LatencySummary(
                count,
                meanUs,
                stdevUs,
                minUs,
                percentileUs.applyAsDouble(10),
                percentileUs.applyAsDouble(25),
                percentileUs.applyAsDouble(50),
                percentileUs.applyAsDouble(66),
                percentileUs.applyAsDouble(75),
                percentileUs.applyAsDouble(80),
                percentileUs.applyAsDouble(90),
                percentileUs.applyAsDouble(95),
                percentileUs.applyAsDouble(98),
                percentileUs.applyAsDouble(99),
                percentileUs.applyAsDouble(99.9),
                percentileUs.applyAsDouble(99.99),
                percentileUs.applyAsDouble(99.999),
                maxUs);
    }
}
