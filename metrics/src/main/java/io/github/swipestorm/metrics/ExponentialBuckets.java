package io.github.swipestorm.metrics;

import io.github.swipestorm.client.measure.LatencyHistogram;
import java.util.SortedMap;
import java.util.TreeMap;
import org.HdrHistogram.HistogramIterationValue;

/**
 * A histogram of durations in buckets that grow by a factor: Prometheus' native histogram, and OpenTelemetry's
 * exponential one. Bucket i has the values above {@code base^(i-1)} and up to {@code base^i} seconds, with {@code base =
 * 2^(2^-SCALE)}. The cells of the library's histograms are 20 times as narrow; each goes to the bucket of its upper
 * end.
 *
 * @param zeros durations of 0, below the clock's step
 * @param counts of the other buckets that are not empty, by their index
 */
record ExponentialBuckets(long zeros, SortedMap<Integer, Long> counts) {

    /** A bucket's upper end is 2.2 % above its lower end. */
    static final int SCALE = 5;

    /** The buckets of a histogram. */
    static ExponentialBuckets of(LatencyHistogram histogram) {
        long zeros = 0;
        SortedMap<Integer, Long> counts = new TreeMap<>();
        for (HistogramIterationValue cell : histogram.toHistogram().recordedValues()) {
            long upperUs = cell.getValueIteratedTo();
            if (upperUs == 0) {
                zeros += cell.getCountAtValueIteratedTo();
            } else {
                counts.merge(index(upperUs / 1e6), cell.getCountAtValueIteratedTo(), Long::sum);
            }
        }
        return new ExponentialBuckets(zeros, counts);
    }

    private static int index(double seconds) {
        return (int) Math.ceil(Math.log(seconds) / Math.log(2) * (1 << SCALE));
    }
}
