package io.github.swipestorm.client.text;

import com.opencsv.CSVReader;
import com.opencsv.CSVReaderBuilder;
import com.opencsv.CSVWriter;
import com.opencsv.ICSVWriter;
import com.opencsv.RFC4180Parser;
import com.opencsv.exceptions.CsvMalformedLineException;
import com.opencsv.exceptions.CsvValidationException;
import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.NoSuchElementException;
import java.util.Optional;

/**
 * Reads a CSV file with a header (RFC 4180) row by row, and formats rows of such a file. Columns are found by name, so
 * that a file may have them in any order, and more or fewer than this version of the program writes. Not thread-safe.
 *
 * <p>For all files but the one with a row for each attempt, which is read and written by {@code record.csv}.
 */
public final class CsvTable implements Iterable<CsvTable.Row>, AutoCloseable {

    private final CSVReader rows;
    private final List<String> columns;

    private CsvTable(Reader text) throws IOException {
        rows = new CSVReaderBuilder(text)
                .withCSVParser(new RFC4180Parser())
                .withErrorLocale(Locale.ROOT)
                .build();
        String[] header = next();
        columns = header == null ? List.of() : List.of(header);
    }

    /**
     * Opens a file in UTF-8 and reads its header.
     *
     * @throws IOException when it cannot be read
     * @throws MalformedException when its first line is not CSV
     */
    public static CsvTable open(Path file) throws IOException {
        Reader text = Files.newBufferedReader(file, StandardCharsets.UTF_8);
        try {
            return new CsvTable(text);
        } catch (IOException | RuntimeException e) {
            text.close();
            throw e;
        }
    }

    /**
     * Reads the header of a text.
     *
     * @throws MalformedException when its first line is not CSV
     */
    public static CsvTable of(String text) {
        try {
            return new CsvTable(new StringReader(text));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** One row of a file, ended by a line feed; a cell is quoted where it must be. */
    public static String line(Collection<String> cells) {
        StringWriter line = new StringWriter();
        try (CSVWriter csv = new CSVWriter(
                line,
                ICSVWriter.DEFAULT_SEPARATOR,
                ICSVWriter.DEFAULT_QUOTE_CHARACTER,
                ICSVWriter.DEFAULT_ESCAPE_CHARACTER,
                ICSVWriter.DEFAULT_LINE_END)) {
            csv.writeNext(cells.toArray(String[]::new), false);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return line.toString();
    }

    /** The names in the header, in the file's order; empty when the file is. */
    public List<String> columns() {
        return columns;
    }

    /** Those of {@code wanted} that the header does not have. */
    public List<String> missing(Collection<String> wanted) {
        return wanted.stream().filter(column -> !columns.contains(column)).toList();
    }

    /**
     * The rows that have not been read yet. The iterator throws {@link UncheckedIOException} when the file cannot be
     * read, and {@link MalformedException} when a line is not CSV, or has more or fewer cells than the header. Empty lines are skipped.
     */
    @Override
    public Iterator<Row> iterator() {
        return new Iterator<>() {
            private Row ahead;

            @Override
            public boolean hasNext() {
                if (ahead == null) {
                    ahead = nextRow();
                }
                return ahead != null;
            }

            @Override
            public Row next() {
                if (!hasNext()) {
                    throw new NoSuchElementException();
                }
                Row row = ahead;
                ahead = null;
                return row;
            }
        };
    }

    private Row nextRow() {
        try {
            while (true) {
                long line = rows.getLinesRead() + 1;
                String[] cells = next();
                if (cells == null) {
                    return null;
                }
                boolean empty = cells.length == 1 && cells[0].isEmpty();
                if (cells.length != columns.size() && !empty) {
                    throw new MalformedException(
                            "line " + line + " has " + cells.length + " cells instead of " + columns.size(), null);
                }
                if (!empty) {
                    return new Row(columns, cells, line);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String[] next() throws IOException {
        long line = rows.getLinesRead() + 1;
        try {
            return rows.readNext();
        } catch (CsvMalformedLineException | CsvValidationException e) {
            throw new MalformedException("line " + line + " is not CSV: " + e.getMessage(), e);
        }
    }

    @Override
    public void close() throws IOException {
        rows.close();
    }

    /** A line is not one of such a file; the message names the line, but not the file. */
    public static final class MalformedException extends IllegalArgumentException {
        private static final long serialVersionUID = 1L;

        private MalformedException(String message, Throwable cause) {
            super(message, cause);
        }
    }

    /** The cells of one line. */
    public static final class Row {

        private final List<String> columns;
        private final String[] cells;
        private final long line;

        private Row(List<String> columns, String[] cells, long line) {
            this.columns = columns;
            this.cells = cells;
            this.line = line;
        }

        /** The number of the line in the file, from 1. */
        public long line() {
            return line;
        }

        /** The text of a cell; empty when it is, or when there is no such column. */
        public Optional<String> find(String column) {
            int at = columns.indexOf(column);
            return at < 0 || cells[at].isEmpty() ? Optional.empty() : Optional.of(cells[at]);
        }

        /**
         * The text of a cell.
         *
         * @throws IllegalArgumentException when there is no such column
         */
        public String cell(String column) {
            int at = columns.indexOf(column);
            if (at < 0) {
                throw new IllegalArgumentException("the header has no column " + column);
            }
            return cells[at];
        }

        @Override
        public String toString() {
            return "line " + line + ": " + Arrays.toString(cells);
        }
    }
}
