package io.github.swipestorm.client.record.csv;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.zip.ZipException;

/**
 * Reads the per-request CSV row by row, plain or compressed with gzip, with memory use independent of the file's size.
 *
 * <p>A file that was truncated in its last row, even within a character or within compressed data, is read up to the
 * previous row. A complete row ends with a line break, so a last row without one always counts as truncated.
 */
public final class RecordsReader {
    private static final String REMEDY = "give the records.csv or records.csv.gz of a run";
    private static final Pattern A_ROW_WITHIN = Pattern.compile("[\\r\\n]\\s*\\d+\\s*,");

    private final Path file;
    private final Consumer<? super AttemptRow> sink;
    private RecordColumns columns;
    private long rows;
    private boolean cutOff;

    private RecordsReader(Path file, Consumer<? super AttemptRow> sink) {
        this.file = file;
        this.sink = sink;
    }

    /**
     * Passes every complete row of {@code file} to {@code sink}, in the file's order, on the calling thread. Columns
     * may come in any order; the result lists those that the file lacks.
     *
     * @throws BadRecordsException when the file is not one of records, or has a malformed row before its end
     * @throws IOException when it cannot be read
     */
    public static RecordsRead read(Path file, Consumer<? super AttemptRow> sink) throws IOException {
        RecordsReader reader = new RecordsReader(file, sink);
        try (TruncatedInput bytes = TruncatedInput.of(Files.newInputStream(file))) {
            reader.readAll(new RowScanner(bytes));
            reader.cutOff |= bytes.cutOff();
        } catch (ZipException damaged) {
            throw new BadRecordsException(file, "its gzip data are damaged (" + damaged.getMessage() + "); " + REMEDY);
        }
        boolean original = reader.columns.isReference();
        return new RecordsRead(reader.rows, reader.cutOff, original, original ? List.of() : reader.columns.missing());
    }

    private void readAll(RowScanner row) throws IOException {
        long last = 0;
        while (true) {
            switch (row.next()) {
                case ROW -> take(row);
                case PARTIAL_ROW -> {
                    takePartial(row);
                    return;
                }
                case MALFORMED ->
                    throw columns == null
                            ? notRecords()
                            : new BadRecordsException(
                                    file,
                                    "after line " + last + " it is not CSV: a row is longer than "
                                            + RowScanner.LONGEST_ROW
                                            + " bytes or a quotation mark is out of place; take that row out");
                case END -> {
                    if (last == 0) {
                        throw new BadRecordsException(file, "it is empty; " + REMEDY);
                    }
                    return;
                }
            }
            last = row.line();
        }
    }

    private void takePartial(RowScanner row) throws IOException {
        cutOff = true;
        // An opening quote without a closing one swallows all rows that follow. That is not a truncation, and must be
        // reported.
        if (IntStream.range(0, row.cells())
                .mapToObj(row::text)
                .anyMatch(cell -> A_ROW_WITHIN.matcher(cell).find())) {
            throw new BadRecordsException(file, row.line(), "a quotation mark is never closed; take that row out");
        }
        if (columns == null && startsWithNumber(row)) {
            columns = RecordColumns.reference();
        } else if (columns == null) {
            take(row);
        }
    }

    private void take(RowScanner row) throws IOException {
        if (columns == null) {
            columns = columnsOf(row);
            if (!(columns.isReference() && startsWithNumber(row))) {
                return;
            }
        }
        if (row.cells() != columns.fields()) {
            throw new BadRecordsException(
                    file, row.line(), row.cells() + " fields instead of " + columns.fields() + "; take that row out");
        }
        AttemptRow attempt;
        try {
            attempt = columns.row(row, rows);
        } catch (IllegalArgumentException malformed) {
            throw new BadRecordsException(file, row.line(), malformed.getMessage() + "; take that row out");
        }
        rows++;
        sink.accept(attempt);
    }

    private RecordColumns columnsOf(RowScanner first) throws BadRecordsException {
        List<String> names = IntStream.range(0, first.cells())
                .mapToObj(first::text)
                .map(name -> name.startsWith("\uFEFF") ? name.substring(1) : name)
                .map(String::trim)
                .toList();
        if (RecordColumns.isNamedIn(names)) {
            try {
                return RecordColumns.named(names);
            } catch (IllegalArgumentException incomplete) {
                throw new BadRecordsException(file, 1, incomplete.getMessage() + "; " + REMEDY);
            }
        }
        if (names.size() == RecordColumns.REFERENCE_FIELDS) {
            return RecordColumns.reference();
        }
        throw notRecords();
    }

    private BadRecordsException notRecords() {
        return new BadRecordsException(
                file,
                1,
                "neither a header with start_us, method, latency_us, ... nor the four columns of the reference study; "
                        + REMEDY);
    }

    private static boolean startsWithNumber(RowScanner row) {
        return row.number(0) >= 0;
    }
}
