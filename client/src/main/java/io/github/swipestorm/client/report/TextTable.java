package io.github.swipestorm.client.report;

import java.util.ArrayList;
import java.util.List;

/** Lines of cells under one another: a name to the left, then columns to the right, then perhaps a unit. */
final class TextTable {
    private static final int LEAST_NAME = 26;
    private static final int LEAST_COLUMN = 14;

    private record Row(String name, List<String> cells, String unit) {}

    private final List<Row> rows = new ArrayList<>();

    void heading(String text) {
        rows.add(new Row(text, List.of(), ""));
    }

    void quantity(String name, String number, String unit) {
        rows.add(new Row(name, List.of(number), " " + unit));
    }

    void row(String name, List<String> cells) {
        rows.add(new Row(name, cells, ""));
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        int nameWidth = Math.max(
                LEAST_NAME,
                rows.stream()
                        .filter(row -> !row.cells.isEmpty())
                        .mapToInt(row -> row.name.length())
                        .max()
                        .orElse(0));
        for (Row row : rows) {
            StringBuilder line = new StringBuilder(row.name);
            int end = nameWidth;
            for (int column = 0; column < row.cells.size(); column++) {
                String cell = row.cells.get(column);
                end += 1 + columnWidth(column);
                line.append(" ".repeat(end - cell.length() - line.length())).append(cell);
            }
            text.append(line).append(row.unit).append('\n');
        }
        return text.toString();
    }

    private int columnWidth(int column) {
        return Math.max(
                LEAST_COLUMN,
                rows.stream()
                        .filter(row -> row.cells.size() > column)
                        .mapToInt(row -> row.cells.get(column).length())
                        .max()
                        .orElse(0));
    }
}
