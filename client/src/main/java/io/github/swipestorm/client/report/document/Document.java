package io.github.swipestorm.client.report.document;

import io.github.swipestorm.client.report.chart.Chart;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * The content of a report, from top to bottom, independent of the output format. Texts are plain: each output format
 * escapes them.
 *
 * @param title of the whole
 * @param parts in order
 */
public record Document(String title, List<Part> parts) {

    public Document {
        parts = List.copyOf(parts);
    }

    /** A part of a document. */
    public sealed interface Part {}

    /** Begins a section. */
    public record Heading(String text) implements Part {}

    /** The answer to the reader's question, to be seen first, and its evidence, a line each. */
    public record Conclusion(String sentence, List<String> evidence) implements Part {}

    /** A warning that the reader must not miss. */
    public record Warning(String text) implements Part {}

    /** Prose. */
    public record Paragraph(String text) implements Part {}

    /**
     * Rows under the names of their columns. The first column names its row; another one is set to the right when all
     * its cells are numbers, which may have units, or dashes.
     *
     * @param caption what the table shows; empty when the heading above it says that already
     * @param pages for each row the page that tells more of it, relative to the document's, or nothing; empty when no row has one
     */
    public record Table(String caption, List<String> columns, List<List<String>> rows, List<String> pages)
            implements Part {
        private static final Pattern NUMBER = Pattern.compile("[-+<>~\u00b1\u2264\u2265\u2212(\\[ ]*[0-9].*|-?");

        public Table {
            columns = List.copyOf(columns);
            rows = rows.stream().map(List::copyOf).toList();
            pages = List.copyOf(pages);
        }

        /** A table whose rows have no pages. */
        public Table(String caption, List<String> columns, List<List<String>> rows) {
            this(caption, columns, rows, List.of());
        }

        /** The page of a row, the first being 0; empty when it has none. */
        String page(int row) {
            return row < pages.size() ? pages.get(row) : "";
        }

        /** The same with those pages only that pass a test. */
        public Table withPages(Predicate<String> test) {
            return new Table(
                    caption,
                    columns,
                    rows,
                    pages.stream().map(page -> test.test(page) ? page : "").toList());
        }

        /** A table that the heading above it explains. */
        public Table(List<String> columns, List<List<String>> rows) {
            this("", columns, rows);
        }

        /** Whether a column, the first being 0, is one of numbers. */
        boolean isNumeric(int column) {
            return column > 0
                    && rows.stream()
                            .filter(row -> row.size() > column)
                            .allMatch(row -> NUMBER.matcher(row.get(column)).matches());
        }
    }

    /** A chart with a line that says what is to be seen. */
    public record Figure(Chart chart, String caption) implements Part {}

    /** A command to type, in one line. */
    public record Command(String text) implements Part {}
}
