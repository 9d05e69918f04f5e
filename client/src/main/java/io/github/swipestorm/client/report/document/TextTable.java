package io.github.swipestorm.client.report.document;

import io.github.swipestorm.client.report.document.Document.Table;
import java.util.ArrayList;
import java.util.List;

/** A text table: a name on the left, then right-aligned columns, then possibly a unit. */
public final class TextTable {
    private static final int LEAST_NAME = 26;
    private static final int LEAST_COLUMN = 14;
    private static final int LEAST_NARROW_COLUMN = 8;

    private record Row(String name, List<String> cells, String unit) {}

    private final List<Row> rows = new ArrayList<>();
    private List<String> columns = List.of();
    private final int leastColumn;

    public TextTable() {
        this(LEAST_COLUMN);
    }

    private TextTable(int leastColumn) {
        this.leastColumn = leastColumn;
    }

    /** A table of many columns. */
    public static TextTable narrow() {
        return new TextTable(LEAST_NARROW_COLUMN);
    }

    public void heading(String text) {
        rows.add(new Row(text, List.of(), ""));
    }

    public void quantity(String name, String number, String unit) {
        rows.add(new Row(name, List.of(number), " " + unit));
    }

    public void row(String name, List<String> cells) {
        rows.add(new Row(name, cells, ""));
    }

    /** Names the columns of rows to come. */
    public void columns(String name, List<String> names) {
        rows.add(new Row(name, names, ""));
        columns = names;
    }

    /** The same as tables of a document, one for each heading, or one when the columns have names. */
    public List<Table> tables() {
        List<Table> tables = new ArrayList<>();
        String caption = "";
        List<List<String>> body = new ArrayList<>();
        for (Row row : rows) {
            if (row.cells == columns || row.cells.isEmpty()) {
                addTo(tables, caption, body);
                caption = row.name;
                body = new ArrayList<>();
            } else {
                List<String> cells = new ArrayList<>(List.of(row.name.strip()));
                cells.addAll(row.cells);
                if (columns.isEmpty()) {
                    cells.add(row.unit.strip());
                }
                body.add(cells);
            }
        }
        addTo(tables, caption, body);
        return tables;
    }

    private void addTo(List<Table> tables, String caption, List<List<String>> body) {
        if (!body.isEmpty()) {
            List<String> names = new ArrayList<>(List.of(""));
            names.addAll(columns.isEmpty() ? List.of("value", "unit") : columns);
            tables.add(new Table(caption, names, body));
        }
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
                leastColumn,
                rows.stream()
                        .filter(row -> row.cells.size() > column)
                        .mapToInt(row -> row.cells.get(column).length())
                        .max()
                        .orElse(0));
    }
}
