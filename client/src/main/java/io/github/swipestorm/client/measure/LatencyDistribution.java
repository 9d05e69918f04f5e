package io.github.swipestorm.client.measure;

/**
 * Recorded durations that can be queried. The three implementations differ in their percentile definition, in memory,
 * and in accuracy; each documents all three.
 *
 * <p>The unit is the microsecond throughout. Not thread-safe.
 */
public sealed interface LatencyDistribution permits LatencyHistogram, ExactLatencies, BucketedLatencies {

    /** How many values were recorded; 0 or more. */
    long count();

    /**
     * The value that {@code percentile} per cent of the recorded values do not exceed.
     *
     * @param percentile 0 to 100; 0 is the minimum and 100 the maximum
     * @return microseconds, within the smallest and the largest recorded value; 0 when nothing was recorded
     * @throws IllegalArgumentException when {@code percentile} is not a number of 0 to 100
     */
    double percentileUs(double percentile);

    /**
     * How many values are not above {@code valueUs}, as accurately as percentiles are.
     *
     * @param valueUs 0 or more
     */
    long countAtMost(long valueUs);

    /** Everything of this distribution that a report shows. */
    LatencySummary summary();
}
