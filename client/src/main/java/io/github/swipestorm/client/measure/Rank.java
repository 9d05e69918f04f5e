package io.github.swipestorm.client.measure;

/** The rank, counted from the smallest value, that defines a percentile. */
final class Rank {
    private Rank() {}

    /**
     * The nearest rank: the smallest k with at least {@code percentile} per cent of {@code count} values among the k
     * smallest (Hyndman and Fan 1996, definition 1).
     *
     * @param count 1 or more
     * @return 1 to {@code count}
     */
    static long of(double percentile, long count) {
        // 99.9 is stored as a little more than 99.9, so 99.9 % of 41,000 becomes more than 40,959, rank 40,960. One
        // step down undoes it; HdrHistogram does the same, so that both methods use the same rank.
        double exact = Math.nextDown(check(percentile)) * count / 100;
        return Math.min(count, Math.max(1, (long) Math.ceil(exact)));
    }

    /** @throws IllegalArgumentException when {@code percentile} is not a number of 0 to 100 */
    static double check(double percentile) {
        if (!(percentile >= 0 && percentile <= 100)) {
            throw new IllegalArgumentException("a percentile is 0 to 100, not " + percentile);
        }
        return percentile;
    }
}
