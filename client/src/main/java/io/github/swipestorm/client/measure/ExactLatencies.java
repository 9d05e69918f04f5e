package io.github.swipestorm.client.measure;

import java.util.Map;
import java.util.TreeMap;

/**
 * The second percentile method: a count for each distinct whole microsecond, so that nothing is rounded and nothing
 * sorted.
 *
 * <p>Percentiles are nearest ranks, always one of the recorded values, and exact; so are count, minimum and maximum.
 * Mean and standard deviation are computed from the counts in double precision, off by less than 1 part in 10^9,
 * whatever the order of recording.
 *
 * <p>Memory does not grow with the number of values. Up to 8.4 s there is a page of 2 KiB for every 256 us in which a
 * value fell, 64 MiB if values fell everywhere. Above it there is one entry for each distinct value, and as each of
 * those took 8.4 s of one worker's time, a run of one hour with 1,000 workers has at most 430,000.
 */
public final class ExactLatencies implements LatencyDistribution {
    private static final int PAGE_BITS = 8;
    private static final int PAGE_SIZE = 1 << PAGE_BITS;
    private static final int FIRST_SLOW_US = 1 << 23;

    private final long[][] pages = new long[FIRST_SLOW_US >> PAGE_BITS][];
    private final TreeMap<Long, Long> slow = new TreeMap<>();
    private long count;
    private long minUs = Long.MAX_VALUE;
    private long maxUs;

    /**
     * Counts one value.
     *
     * @param valueUs 0 or more
     * @throws IllegalArgumentException when negative
     */
    public void record(long valueUs) {
        record(valueUs, 1);
    }

    private void record(long valueUs, long times) {
        if (valueUs < 0) {
            throw new IllegalArgumentException("a duration of " + valueUs + " us");
        }
        if (valueUs < FIRST_SLOW_US) {
            int page = page(valueUs);
            long[] counts = pages[page];
            if (counts == null) {
                counts = new long[PAGE_SIZE];
                pages[page] = counts;
            }
            counts[(int) valueUs & (PAGE_SIZE - 1)] += times;
        } else {
            slow.merge(valueUs, times, Long::sum);
        }
        count += times;
        minUs = Math.min(minUs, valueUs);
        maxUs = Math.max(maxUs, valueUs);
    }

    /** Adds all values of {@code other}, as if they had been recorded here. */
    public void add(ExactLatencies other) {
        other.visit((value, times) -> {
            record(value, times);
            return true;
        });
    }

    /** The same values in {@link BucketedLatencies#DEFAULT_BUCKETS} buckets between the smallest and the largest. */
    public BucketedLatencies bucketed() {
        BucketedLatencies buckets = count == 0 ? new BucketedLatencies(0, 0) : new BucketedLatencies(minUs, maxUs);
        visit((value, times) -> {
            buckets.record(value, times);
            return true;
        });
        return buckets;
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
        RankSearch search = new RankSearch(Rank.of(percentile, count));
        visit(search);
        return search.valueUs;
    }

    @Override
    public long countAtMost(long valueUs) {
        long[] atMost = {0};
        visit((value, times) -> {
            atMost[0] += value <= valueUs ? times : 0;
            return value <= valueUs;
        });
        return atMost[0];
    }

    @Override
    public LatencySummary summary() {
        if (count == 0) {
            return LatencySummary.EMPTY;
        }
        Moments moments = new Moments();
        visit(moments);
        double mean = minUs + moments.sum / count;
        moments.centre = mean - minUs;
        moments.sumOfSquares = 0;
        visit(moments);
        return LatencySummary.of(
                count, mean, Math.sqrt(moments.sumOfSquares / count), minUs, maxUs, this::percentileUs);
    }

    private static int page(long valueUs) {
        return (int) (valueUs >> PAGE_BITS);
    }

    /** Visits every distinct value, from the smallest, until the visitor stops. */
    private void visit(Visitor visitor) {
        int last = page(Math.min(maxUs, FIRST_SLOW_US - 1));
        for (int page = page(Math.min(minUs, FIRST_SLOW_US)); page <= last; page++) {
            long[] counts = pages[page];
            for (int slot = 0; counts != null && slot < PAGE_SIZE; slot++) {
                if (counts[slot] != 0 && !visitor.wantsMoreAfter(((long) page << PAGE_BITS) + slot, counts[slot])) {
                    return;
                }
            }
        }
        for (Map.Entry<Long, Long> entry : slow.entrySet()) {
            if (!visitor.wantsMoreAfter(entry.getKey(), entry.getValue())) {
                return;
            }
        }
    }

    private interface Visitor {
        boolean wantsMoreAfter(long valueUs, long times);
    }

    private static final class RankSearch implements Visitor {
        private long stillToPass;
        private long valueUs;

        RankSearch(long rank) {
            stillToPass = rank;
        }

        @Override
        public boolean wantsMoreAfter(long value, long times) {
            valueUs = value;
            stillToPass -= times;
            return stillToPass > 0;
        }
    }

    /** Sums of distances from the minimum, which preserves digits where all values are large and close together. */
    private final class Moments implements Visitor {
        private double centre;
        private double sum;
        private double sumOfSquares;

        @Override
        public boolean wantsMoreAfter(long value, long times) {
            double distance = value - minUs;
            sum += distance * times;
            sumOfSquares += (distance - centre) * (distance - centre) * times;
            return true;
        }
    }
}
