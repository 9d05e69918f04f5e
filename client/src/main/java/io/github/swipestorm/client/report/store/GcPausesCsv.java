package io.github.swipestorm.client.report.store;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import io.github.swipestorm.client.telemetry.GcPause;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.Consumer;

/** Writes and reads the pauses of the client's garbage collector as CSV: a header, then a row for every {@link GcPause}. */
public final class GcPausesCsv {

    private static final String START = "start_us";
    private static final String DURATION = "duration_us";
    private static final String CAUSE = "cause";

    private GcPausesCsv() {}

    /** Writes the file, over an earlier one. */
    public static void write(Path file, List<GcPause> pauses) throws IOException {
        StringWriter text = new StringWriter();
        try (CsvWriter csv = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(text)) {
            csv.writeRecord(START, DURATION, CAUSE);
            for (GcPause pause : pauses) {
                csv.writeRecord(Long.toString(pause.startUs()), Long.toString(pause.durationUs()), pause.cause());
            }
        }
        AtomicFile.write(file, text.toString());
    }

    /**
     * Reads the file again.
     *
     * @param window pauses that began outside it are left out
     * @param warnings is told when there is a file that cannot be read
     * @return empty when there is no file, or none that can be read
     */
    public static List<GcPause> read(Path file, Window window, Consumer<String> warnings) {
        if (!Files.exists(file)) {
            return List.of();
        }
        List<GcPause> pauses = new ArrayList<>();
        try (CsvReader<NamedCsvRecord> rows = CsvReader.builder().ofNamedCsvRecord(file)) {
            for (NamedCsvRecord row : rows) {
                GcPause pause = new GcPause(
                        Long.parseLong(row.getField(START)),
                        Long.parseLong(row.getField(DURATION)),
                        row.getField(CAUSE));
                if (window.contains(pause.startUs())) {
                    pauses.add(pause);
                }
            }
            return pauses;
        } catch (IOException
                | UncheckedIOException
                | CsvParseException
                | NumberFormatException
                | NoSuchElementException e) {
            warnings.accept("pauses of the garbage collector are not in the report, as " + file + " cannot be read: "
                    + e.getMessage());
            return List.of();
        }
    }
}
