package io.github.swipestorm.client.measure;

import java.util.Arrays;

/**
 * Makes a {@link LatencyHeatMap} of values as they come, in any order, in 400 KB however long the run, and without
 * allocation for a value. A column lasts 62.5 ms at first; whenever a value comes that no column has room for, each two
 * neighbours become one, so that a run of 6 s or more has 100 to 200 columns. A value costs the finding of its cell.
 *
 * <p>The sums are exact whatever the order, as they are sums of counts. For one thread at a time.
 */
public final class LatencyHeatMapBuilder {
    /** More than a chart can show apart. */
    public static final int MOST_COLUMNS = 200;

    static final long FIRST_COLUMN_US = 62_500;

    private final long[] counts = new long[MOST_COLUMNS * LatencyRows.COUNT];
    private long columnUs = FIRST_COLUMN_US;
    private int columns;

    /**
     * Counts one value; one outside the limits is left out, as the {@link TimelineBuilder} leaves it out and counts it.
     *
     * @param atUs when, in microseconds since the start of the run, 0 to {@link TimelineBuilder#LONGEST_RUN_US}
     * @param valueUs the latency, 0 or more; one above {@link LatencyHistogram#HIGHEST_US} is counted as that
     */
    public void add(long atUs, long valueUs) {
        if (atUs < 0 || atUs > TimelineBuilder.LONGEST_RUN_US || valueUs < 0) {
            return;
        }
        while (atUs >= columnUs * MOST_COLUMNS) {
            fold();
        }
        int column = (int) (atUs / columnUs);
        columns = Math.max(columns, column + 1);
        counts[column * LatencyRows.COUNT + LatencyRows.of(Math.min(valueUs, LatencyHistogram.HIGHEST_US))]++;
    }

    /** Takes in all values of another, as if they had been added here; columns become as long as the longer ones. */
    void add(LatencyHeatMap other) {
        while (columnUs < other.columnUs()) {
            fold();
        }
        int ratio = (int) (columnUs / other.columnUs());
        for (int column = 0; column < other.columns(); column++) {
            for (int row = 0; row < LatencyRows.COUNT; row++) {
                counts[column / ratio * LatencyRows.COUNT + row] += other.count(column, row);
            }
        }
        columns = Math.max(columns, (other.columns() + ratio - 1) / ratio);
    }

    private void fold() {
        for (int column = 0; column < MOST_COLUMNS; column++) {
            int from = column * LatencyRows.COUNT;
            int to = column / 2 * LatencyRows.COUNT;
            for (int row = 0; row < LatencyRows.COUNT; row++) {
                long count = counts[from + row];
                counts[from + row] = 0;
                counts[to + row] += count;
            }
        }
        columnUs *= 2;
        columns = (columns + 1) / 2;
    }

    /** The values so far, a copy; adding may go on afterwards. */
    public LatencyHeatMap build() {
        return new LatencyHeatMap(columnUs, columns, Arrays.copyOf(counts, columns * LatencyRows.COUNT));
    }
}
