package io.github.swipestorm.client.measure;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import org.HdrHistogram.Histogram;

/**
 * The first percentile method: an HdrHistogram of 1 us to 1 h with 3 significant digits, in fixed memory, for use
 * during a run.
 *
 * <p>Percentiles are nearest ranks. With v the value of that rank, the answer is never below v, and above it by at
 * most v/1024, less than 0.1 %; values below 2,048 us are exact. Count, mean, minimum and maximum are exact; the
 * standard deviation is off by at most 0.1 % of the root mean square of the values.
 *
 * <p>0 us, a duration below the clock's step, is kept as 0. A value above {@link #HIGHEST_US} is counted as that in
 * percentiles, mean and standard deviation, but the maximum stays the true one and {@link #aboveRange()} counts it.
 */
public final class LatencyHistogram implements LatencyDistribution {
    /** One hour: longer durations are not distinguished. */
    public static final long HIGHEST_US = 3_600_000_000L;

    /** Most histograms of an interval are empty. */
    private static final SerializedForm NO_VALUES =
            new SerializedForm(0, null, 0, 0, EncodedHistogram.base64(newHistogram()));

    private final Histogram histogram;
    private long sumUs;
    private long minUs = Long.MAX_VALUE;
    private long maxUs;
    private long aboveRange;

    /** A histogram in memory of 188 KB. */
    public LatencyHistogram() {
        this(newHistogram());
    }

    private LatencyHistogram(Histogram histogram) {
        this.histogram = histogram;
    }

    /**
     * A histogram whose memory grows with its longest value: 16 KB for 2 ms, 90 KB for 1 s, 188 KB for 1 h. Counting allocates
     * when it grows, at most 21 times.
     */
    public static LatencyHistogram growing() {
        Histogram growing = new Histogram(1, 2, 3);
        growing.setAutoResize(true);
        return new LatencyHistogram(growing);
    }

    /**
     * A plain histogram with the one layout that this project uses, so that any two can be added. Callers that record
     * into it must limit values to {@link #HIGHEST_US}, or let {@link LatencyHistogram} do it.
     */
    public static Histogram newHistogram() {
        return new Histogram(1, HIGHEST_US, 3);
    }

    /**
     * Counts one value; no allocation, except as {@link #growing} says.
     *
     * @param valueUs 0 or more
     * @throws IllegalArgumentException when negative: no clock of this project runs backwards
     */
    public void record(long valueUs) {
        if (valueUs < 0) {
            throw new IllegalArgumentException("a duration of " + valueUs + " us");
        }
        long inRange = valueUs;
        if (valueUs > HIGHEST_US) {
            inRange = HIGHEST_US;
            aboveRange++;
        }
        histogram.recordValue(inRange);
        sumUs += inRange;
        minUs = Math.min(minUs, valueUs);
        maxUs = Math.max(maxUs, valueUs);
    }

    /** A copy that later recording does not change. */
    public LatencyHistogram copy() {
        LatencyHistogram copy = new LatencyHistogram(histogram.copy());
        copy.sumUs = sumUs;
        copy.minUs = minUs;
        copy.maxUs = maxUs;
        copy.aboveRange = aboveRange;
        return copy;
    }

    /** The values of both. */
    public LatencyHistogram plus(LatencyHistogram other) {
        LatencyHistogram sum = copy();
        sum.add(other);
        return sum;
    }

    /**
     * The values that were added after an earlier state of the same histogram. Its minimum and maximum are those of all values,
     * so that adding it to the earlier state gives this one again.
     */
    public LatencyHistogram minus(LatencyHistogram earlier) {
        if (count() == earlier.count()) {
            return growing();
        }
        LatencyHistogram added = copy();
        added.histogram.subtract(earlier.histogram);
        added.sumUs -= earlier.sumUs;
        added.aboveRange -= earlier.aboveRange;
        return added;
    }

    /**
     * The serialized form: what {@link #of(SerializedForm)} reads, without loss.
     *
     * @param sumUs sum of all values, each limited to {@link #HIGHEST_US}
     * @param minUs smallest value; absent without values
     * @param maxUs largest value
     * @param aboveRange as {@link #aboveRange()}
     * @param histogram HdrHistogram's compressed form as base64
     */
    public record SerializedForm(long sumUs, Long minUs, long maxUs, long aboveRange, String histogram) {}

    /** The serialized form of this histogram. */
    @JsonValue
    public SerializedForm form() {
        if (count() == 0) {
            return NO_VALUES;
        }
        // With the one layout: the form of the same values is the same, however much memory they take.
        Histogram whole = newHistogram();
        whole.add(histogram);
        return new SerializedForm(sumUs, minUs, maxUs, aboveRange, EncodedHistogram.base64(whole));
    }

    /**
     * The histogram of a serialized form.
     *
     * @throws IllegalArgumentException when it is not one
     */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public static LatencyHistogram of(SerializedForm form) {
        LatencyHistogram read = growing();
        read.histogram.add(EncodedHistogram.ofBase64(form.histogram()));
        read.sumUs = form.sumUs();
        read.minUs = form.minUs() == null ? Long.MAX_VALUE : form.minUs();
        read.maxUs = form.maxUs();
        read.aboveRange = form.aboveRange();
        return read;
    }

    /** Adds all values of {@code other}, as if they had been recorded here. */
    public void add(LatencyHistogram other) {
        histogram.add(other.histogram);
        sumUs += other.sumUs;
        minUs = Math.min(minUs, other.minUs);
        maxUs = Math.max(maxUs, other.maxUs);
        aboveRange += other.aboveRange;
    }

    /** How many values were longer than {@link #HIGHEST_US}. */
    public long aboveRange() {
        return aboveRange;
    }

    /** The sum of all values, each limited to {@link #HIGHEST_US}. */
    public long sumUs() {
        return sumUs;
    }

    /** A copy of the histogram itself, for an interval log. */
    public Histogram toHistogram() {
        return histogram.copy();
    }

    @Override
    public long count() {
        return histogram.getTotalCount();
    }

    @Override
    public double percentileUs(double percentile) {
        Rank.check(percentile);
        if (count() == 0) {
            return 0;
        }
        if (percentile == 0 || percentile == 100) {
            return percentile == 0 ? minUs : maxUs;
        }
        // A histogram returns the upper end of the value's cell, which may be above all values.
        return Math.min(maxUs, histogram.getValueAtPercentile(percentile));
    }

    @Override
    public long countAtMost(long valueUs) {
        return valueUs >= maxUs ? count() : histogram.getCountBetweenValues(0, Math.min(valueUs, HIGHEST_US));
    }

    @Override
    public LatencySummary summary() {
        if (count() == 0) {
            return LatencySummary.EMPTY;
        }
        return LatencySummary.of(
                count(), (double) sumUs / count(), histogram.getStdDeviation(), minUs, maxUs, this::percentileUs);
    }
}
