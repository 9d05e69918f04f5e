package io.github.swipestorm.client.record.csv;

import de.siegmar.fastcsv.reader.CommentStrategy;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.zip.ZipException;

/**
 * Reads the per-request CSV row by row, plain or packed with gzip, in memory that does not depend on the file's size.
 *
 * <p>A file that was cut off in its last row, even within a character or within packed data, is read up to the row
 * before. A whole row ends with a line break, so a last row without one is taken to be cut off, whatever it looks like.
 */
public final class RecordsReader {
    private static final String REMEDY = "give the records.csv or records.csv.gz of a run";
    private static final int LONGEST_ROW = 1 << 20;
    private static final Pattern A_ROW_WITHIN = Pattern.compile("[\\r\\n]\\s*\\d+\\s*,");

    private final Path file;
    private final Consumer<? super AttemptRow> sink;
    private RowLayout layout;
    private long rows;
    private boolean cutOff;

    private RecordsReader(Path file, Consumer<? super AttemptRow> sink) {
        this.file = file;
        this.sink = sink;
    }

    /**
     * Hands every whole row of {@code file} to {@code sink}, in the file's order, on the calling thread.
     *
     * @throws BadRecordsException when the file is not one of records, or has a malformed row before its end
     * @throws IOException when it cannot be read
     */
    public static RecordsRead read(Path file, Consumer<? super AttemptRow> sink) throws IOException {
        RecordsReader reader = new RecordsReader(file, sink);
        try (TruncatedInput bytes = TruncatedInput.of(Files.newInputStream(file))) {
            PartialRowDetector text = new PartialRowDetector(new InputStreamReader(bytes, StandardCharsets.UTF_8));
            reader.readAll(text);
            reader.cutOff |= bytes.cutOff();
        } catch (ZipException damaged) {
            throw new BadRecordsException(file, "its gzip data are damaged (" + damaged.getMessage() + "); " + REMEDY);
        }
        return new RecordsRead(reader.rows, reader.cutOff, reader.layout instanceof FourColumns);
    }

    private void readAll(PartialRowDetector text) throws IOException {
        try (CsvReader<CsvRecord> lines = CsvReader.builder()
                .commentStrategy(CommentStrategy.NONE)
                .maxBufferSize(LONGEST_ROW)
                .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
                .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
                .ofCsvRecord(text)) {
            Iterator<CsvRecord> iterator = lines.iterator();
            // A line is judged when it is known whether it is the last, so one is always held back.
            CsvRecord held = null;
            while (true) {
                CsvRecord next = next(iterator, held);
                if (next == null) {
                    break;
                }
                take(held);
                held = next;
            }
            takeLast(held, text.endsInsideRow());
        }
    }

    private CsvRecord next(Iterator<CsvRecord> lines, CsvRecord held) throws IOException {
        try {
            return lines.hasNext() ? lines.next() : null;
        } catch (UncheckedIOException failed) {
            throw failed.getCause();
        } catch (CsvParseException malformed) {
            if (layout == null && held == null) {
                throw notRecords();
            }
            take(held);
            throw new BadRecordsException(
                    file,
                    "after line " + held.getStartingLineNumber() + " it is not CSV: "
                            + "a row is longer than " + LONGEST_ROW
                            + " characters or a quotation mark is out of place; "
                            + "take that row out");
        }
    }

    private void takeLast(CsvRecord line, boolean incomplete) throws IOException {
        cutOff = incomplete;
        if (line == null) {
            throw new BadRecordsException(file, "it is empty; " + REMEDY);
        }
        if (!incomplete) {
            take(line);
            return;
        }
        // An opening quote without a closing one swallows all rows that follow. That is no cut, and not to be hidden.
        if (line.getFields().stream()
                .anyMatch(field -> A_ROW_WITHIN.matcher(field).find())) {
            throw new BadRecordsException(
                    file, line.getStartingLineNumber(), "a quotation mark is never closed; take that row out");
        }
        if (layout == null && !startsWithNumber(line)) {
            take(line);
        } else if (layout == null) {
            layout = new FourColumns();
        }
    }

    private void take(CsvRecord line) throws IOException {
        if (line == null) {
            return;
        }
        if (layout == null) {
            layout = layoutOf(line);
            if (!(layout instanceof FourColumns && startsWithNumber(line))) {
                return;
            }
        }
        if (line.getFieldCount() != layout.fields()) {
            throw new BadRecordsException(
                    file,
                    line.getStartingLineNumber(),
                    line.getFieldCount() + " fields instead of " + layout.fields() + "; take that row out");
        }
        AttemptRow row;
        try {
            row = layout.row(line, rows);
        } catch (IllegalArgumentException malformed) {
            throw new BadRecordsException(
                    file, line.getStartingLineNumber(), malformed.getMessage() + "; take that row out");
        }
        rows++;
        sink.accept(row);
    }

    private RowLayout layoutOf(CsvRecord first) throws BadRecordsException {
        List<String> names = first.getFields().stream()
                .map(name -> name.startsWith("\uFEFF") ? name.substring(1) : name)
                .map(String::trim)
                .toList();
        if (NamedColumns.isNamedIn(names)) {
            try {
                return NamedColumns.of(names);
            } catch (IllegalArgumentException incomplete) {
                throw new BadRecordsException(file, 1, incomplete.getMessage() + "; " + REMEDY);
            }
        }
        if (names.size() == FourColumns.FIELDS) {
            return new FourColumns();
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

    private static boolean startsWithNumber(CsvRecord line) {
        String first = line.getField(0).trim();
        return !first.isEmpty() && first.chars().allMatch(c -> c >= '0' && c <= '9');
    }
}
