package io.github.swipestorm.client.measure;

import java.util.Arrays;

/**
 * Builds a {@link LatencyHeatMap} from values as they come, in any order, in 400 KB however long the run, and without
 * allocation per value. A column initially lasts 62.5 ms; when a value falls beyond the last column, neighbouring
 * columns are merged in pairs, so that a run of 6 s or more has 100 to 200 columns. The cost of a value is finding its
 * cell.
 *
 * <p>The counts are exact whatever the order. Not thread-safe.
 */
public final class LatencyHeatMapBuilder {
    /** More than a chart can resolve. */
    public static final int MOST_COLUMNS = 200;

    static final long FIRST_COLUMN_US = 62_500;

    private final long[] counts = new long[MOST_COLUMNS * LatencyRows.COUNT];
    private long columnUs = FIRST_COLUMN_US;
    private int columns;

    /**
     * Counts one value; values outside the limits are ignored here, as the {@link TimelineBuilder} counts them.
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

    /** Adds all values of another builder; columns become as long as the longer ones. */
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

    /** What another map, of at least these values and with columns at least as long, has more than this one. */
    LatencyHeatMap takenFrom(LatencyHeatMap whole) {
        while (columnUs < whole.columnUs()) {
            fold();
        }
        long[] more = new long[whole.columns() * LatencyRows.COUNT];
        for (int i = 0; i < more.length; i++) {
            more[i] = whole.count(i / LatencyRows.COUNT, i % LatencyRows.COUNT) - counts[i];
        }
        return new LatencyHeatMap(columnUs, whole.columns(), more);
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

    /** A copy of the values so far; adding may continue afterwards. */
    public LatencyHeatMap build() {
        return new LatencyHeatMap(columnUs, columns, Arrays.copyOf(counts, columns * LatencyRows.COUNT));
    }
}
