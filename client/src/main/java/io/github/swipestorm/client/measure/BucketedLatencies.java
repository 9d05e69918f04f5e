package io.github.swipestorm.client.measure;

/**
 * The third percentile method, that of the reference study's client: equal-width buckets between minimum and
 * maximum, and a straight line inside a bucket. The true minimum and maximum must be known before, from a first pass:
 * they are taken for the 0th and the 100th percentile.
 *
 * <p>With n values, percentile p stands for the position t = p n / 100. The answer lies in the bucket in which the
 * running count first reaches t, as far into it as t lies between the counts before and after. It is off the nearest
 * rank's exact value by at most one bucket's width, {@link #widthUs()}; hence one outlier coarsens every percentile,
 * which is the method's weakness and why it is not the only method. Mean and standard deviation do not come from the
 * buckets: they are running ones of all values (Welford 1962; merged as in Chan, Golub and LeVeque 1979).
 */
public final class BucketedLatencies implements LatencyDistribution {
    /** The reference study's number of buckets. */
    public static final int DEFAULT_BUCKETS = 10_000;

    private final long minUs;
    private final long maxUs;
    private final double widthUs;
    private final long[] counts;
    private long count;
    private double mean;
    private double sumOfSquares;

    /**
     * {@link #DEFAULT_BUCKETS} buckets.
     *
     * @throws IllegalArgumentException when {@code minUs} is negative or above {@code maxUs}
     */
    public BucketedLatencies(long minUs, long maxUs) {
        this(minUs, maxUs, DEFAULT_BUCKETS);
    }

    /**
     * @param minUs the smallest value to come, 0 or more
     * @param maxUs the largest value to come
     * @param buckets how many, 1 or more
     * @throws IllegalArgumentException when the limits or the number of buckets are invalid
     */
    public BucketedLatencies(long minUs, long maxUs, int buckets) {
        if (minUs < 0 || maxUs < minUs || buckets < 1) {
            throw new IllegalArgumentException(buckets + " buckets from " + minUs + " us to " + maxUs + " us");
        }
        this.minUs = minUs;
        this.maxUs = maxUs;
        this.widthUs = ((double) maxUs - minUs) / buckets;
        this.counts = new long[buckets];
    }

    /**
     * Counts one value.
     *
     * @throws IllegalArgumentException when it lies outside the limits given at construction
     */
    public void record(long valueUs) {
        record(valueUs, 1);
    }

    /** Counts one value several times. */
    void record(long valueUs, long times) {
        if (valueUs < minUs || valueUs > maxUs) {
            throw new IllegalArgumentException(
                    valueUs + " us is outside the buckets, " + minUs + " us to " + maxUs + " us");
        }
        counts[bucketOf(valueUs)] += times;
        count += times;
        double distance = valueUs - mean;
        mean += distance * times / count;
        sumOfSquares += distance * (valueUs - mean) * times;
    }

    private int bucketOf(long valueUs) {
        if (widthUs == 0) {
            return 0;
        }
        // The maximum itself is the upper edge of the last bucket and belongs to it.
        return Math.min(counts.length - 1, (int) ((valueUs - minUs) / widthUs));
    }

    /**
     * Adds all values of {@code other}.
     *
     * @throws IllegalArgumentException when its buckets are not the same
     */
    public void add(BucketedLatencies other) {
        if (other.minUs != minUs || other.maxUs != maxUs || other.counts.length != counts.length) {
            throw new IllegalArgumentException("buckets of different edges cannot be added");
        }
        if (other.count == 0) {
            return;
        }
        for (int i = 0; i < counts.length; i++) {
            counts[i] += other.counts[i];
        }
        long both = count + other.count;
        double apart = other.mean - mean;
        double theirShare = (double) other.count / both;
        sumOfSquares += other.sumOfSquares + apart * apart * count * theirShare;
        mean += apart * theirShare;
        count = both;
    }

    /** The width of one bucket in microseconds, the bound of a percentile's error; 0 when all values are the same. */
    public double widthUs() {
        return widthUs;
    }

    @Override
    public long count() {
        return count;
    }

    @Override
    public double percentileUs(double percentile) {
        Rank.check(percentile);
        if (count == 0) {
            return 0;
        }
        if (percentile == 0 || percentile == 100) {
            return percentile == 0 ? minUs : maxUs;
        }
        long rank = Rank.of(percentile, count);
        double position = Math.min(rank, percentile * count / 100);
        long before = 0;
        int bucket = 0;
        while (before + counts[bucket] < rank) {
            before += counts[bucket++];
        }
        double value = minUs + widthUs * (bucket + (position - before) / counts[bucket]);
        return Math.min(maxUs, Math.max(minUs, value));
    }

    @Override
    public long countAtMost(long valueUs) {
        long atMost = 0;
        int last = valueUs < minUs ? -1 : bucketOf(Math.min(valueUs, maxUs));
        for (int bucket = 0; bucket <= last; bucket++) {
            atMost += counts[bucket];
        }
        return atMost;
    }

    @Override
    public LatencySummary summary() {
        return LatencySummary.of(
                count,
                Math.max(0, mean),
                Math.sqrt(Math.max(0, sumOfSquares) / Math.max(1, count)),
                minUs,
                maxUs,
                this::percentileUs);
    }
}
