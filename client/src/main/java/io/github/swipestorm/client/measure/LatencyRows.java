package io.github.swipestorm.client.measure;

/**
 * Divides latencies into rows of increasing width: every doubling has eight rows of equal width, so a row is never
 * wider than an eighth of the values in it. Up to 8 us a row is one microsecond.
 */
final class LatencyRows {
    private static final int BITS = 3;
    private static final int EACH_DOUBLING = 1 << BITS;

    /** The number of rows up to {@link LatencyHistogram#HIGHEST_US}. */
    static final int COUNT = of(LatencyHistogram.HIGHEST_US) + 1;

    private LatencyRows() {}

    /**
     * The row of a value.
     *
     * @param valueUs 0 to {@link LatencyHistogram#HIGHEST_US}
     */
    static int of(long valueUs) {
        if (valueUs < EACH_DOUBLING) {
            return (int) valueUs;
        }
        int doublings = 63 - Long.numberOfLeadingZeros(valueUs);
        int within = (int) (valueUs >>> (doublings - BITS)) & (EACH_DOUBLING - 1);
        return (doublings - BITS + 1) * EACH_DOUBLING + within;
    }

    /** The lowest value of a row, in microseconds; for the row after the last one, the end of the last one. */
    static long lowestUs(int row) {
        if (row < EACH_DOUBLING) {
            return row;
        }
        int doublings = row / EACH_DOUBLING + BITS - 1;
        return (long) (EACH_DOUBLING + row % EACH_DOUBLING) << (doublings - BITS);
    }
}
