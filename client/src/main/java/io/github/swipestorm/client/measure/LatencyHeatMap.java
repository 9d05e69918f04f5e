package io.github.swipestorm.client.measure;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.ArrayList;
import java.util.List;

/**
 * Counts of values by time and latency. Columns are periods of equal length from the start of the run; rows are ranges
 * of latency, eight for each doubling. Immutable and thread-safe.
 */
public final class LatencyHeatMap {
    /** The heat map of no values. */
    public static final LatencyHeatMap EMPTY = new LatencyHeatMapBuilder().build();

    private final long columnUs;
    private final int columns;
    private final long[] counts;

    /** @param counts column after column; copied by the caller */
    LatencyHeatMap(long columnUs, int columns, long[] counts) {
        this.columnUs = columnUs;
        this.columns = columns;
        this.counts = counts;
    }

    /** The sum of both, for runs or parts of one that began at the same instant. */
    public LatencyHeatMap plus(LatencyHeatMap other) {
        LatencyHeatMapBuilder sum = new LatencyHeatMapBuilder();
        sum.add(this);
        sum.add(other);
        return sum.build();
    }

    /** The values that were added after an earlier state of the same map. */
    public LatencyHeatMap minus(LatencyHeatMap earlier) {
        LatencyHeatMapBuilder before = new LatencyHeatMapBuilder();
        before.add(earlier);
        return before.takenFrom(this);
    }

    /**
     * The serialized form: what {@link #of} reads.
     *
     * @param columnUs as {@link LatencyHeatMap#columnUs}
     * @param columns as {@link LatencyHeatMap#columns}
     * @param cells for each cell with values three numbers: column, lowest latency of its row in microseconds, values
     */
    public record SerializedForm(long columnUs, int columns, List<long[]> cells) {}

    /** The serialized form of this map. */
    @JsonValue
    public SerializedForm form() {
        List<long[]> cells = new ArrayList<>();
        for (int column = 0; column < columns; column++) {
            for (int row = 0; row < rows(); row++) {
                if (count(column, row) > 0) {
                    cells.add(new long[] {column, lowestUs(row), count(column, row)});
                }
            }
        }
        return new SerializedForm(columnUs, columns, cells);
    }

    /**
     * The map of a serialized form.
     *
     * @throws IllegalArgumentException when it is not one
     */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public static LatencyHeatMap of(SerializedForm form) {
        long folds = form.columnUs() / LatencyHeatMapBuilder.FIRST_COLUMN_US;
        boolean possible = form.columns() >= 0
                && form.columns() <= LatencyHeatMapBuilder.MOST_COLUMNS
                && Long.bitCount(folds) == 1
                && folds * LatencyHeatMapBuilder.FIRST_COLUMN_US == form.columnUs()
                && form.cells().stream()
                        .allMatch(cell -> cell.length == 3
                                && cell[0] >= 0
                                && cell[0] < form.columns()
                                && cell[1] >= 0
                                && cell[1] <= LatencyHistogram.HIGHEST_US);
        if (!possible) {
            throw new IllegalArgumentException(
                    "not a heat map: " + form.columns() + " columns of " + form.columnUs() + " us");
        }
        long[] counts = new long[form.columns() * LatencyRows.COUNT];
        for (long[] cell : form.cells()) {
            counts[(int) cell[0] * LatencyRows.COUNT + LatencyRows.of(cell[1])] += cell[2];
        }
        return new LatencyHeatMap(form.columnUs(), form.columns(), counts);
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
