package io.github.swipestorm.client.measure;

/**
 * How many values lay where, over time and over latency. Columns are stretches of time of one length from the start of
 * the run; rows are ranges of latency, each doubling being cut into eight. Immutable, so for any number of threads.
 */
public final class LatencyHeatMap {
    /** Of no values. */
    public static final LatencyHeatMap EMPTY = new LatencyHeatMapBuilder().build();

    private final long columnUs;
    private final int columns;
    private final long[] counts;

    /** @param counts column after column, copied by whoever gives them */
    LatencyHeatMap(long columnUs, int columns, long[] counts) {
        this.columnUs = columnUs;
        this.columns = columns;
        this.counts = counts;
    }

    /** How long a column lasts, in microseconds. */
    public long columnUs() {
        return columnUs;
    }

    /** How many columns there are, up to the one of the latest value; 0 to {@link LatencyHeatMapBuilder#MOST_COLUMNS}. */
    public int columns() {
        return columns;
    }

    /** How many rows there are, whether they have values or not. */
    public int rows() {
        return LatencyRows.COUNT;
    }

    /** The lowest latency of a row, from 0 to {@link #rows()}, in microseconds; a row ends where the next one begins. */
    public long lowestUs(int row) {
        return LatencyRows.lowestUs(row);
    }

    /** The values of a column, from 0, in a row, from 0. */
    public long count(int column, int row) {
        return counts[column * LatencyRows.COUNT + row];
    }

    /** The values of all columns in a row. */
    public long countInRow(int row) {
        long count = 0;
        for (int column = 0; column < columns; column++) {
            count += count(column, row);
        }
        return count;
    }

    /** All values. */
    public long count() {
        long count = 0;
        for (int row = 0; row < rows(); row++) {
            count += countInRow(row);
        }
        return count;
    }
}
