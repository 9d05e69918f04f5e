package io.github.swipestorm.client.report.store;

import io.github.swipestorm.client.telemetry.GcPause;
import io.github.swipestorm.client.text.CsvTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Writes and reads the pauses of the client's garbage collector as CSV: a header, then a row for every {@link GcPause}. */
public final class GcPausesCsv {

    private static final String START = "start_us";
    private static final String DURATION = "duration_us";
    private static final String CAUSE = "cause";

    private GcPausesCsv() {}

    /** Writes the file, over an earlier one. */
    public static void write(Path file, List<GcPause> pauses) throws IOException {
        StringBuilder text = new StringBuilder(CsvTable.line(List.of(START, DURATION, CAUSE)));
        for (GcPause pause : pauses) {
            text.append(CsvTable.line(
                    List.of(Long.toString(pause.startUs()), Long.toString(pause.durationUs()), pause.cause())));
        }
        AtomicFile.write(file, text.toString());
    }

    /**
     * Reads the file again.
     *
     * @param window pauses that began outside it are left out
     * @param warnings is called when there is a file that cannot be read
     * @return empty when there is no file, or none that can be read
     */
    public static List<GcPause> read(Path file, Window window, Consumer<String> warnings) {
        if (!Files.exists(file)) {
            return List.of();
        }
        List<GcPause> pauses = new ArrayList<>();
        try (CsvTable rows = CsvTable.open(file)) {
            if (!rows.columns().contains(CAUSE)) {
                warnings.accept(file + " has no column '" + CAUSE + "': why the garbage collector ran is not known");
            }
            for (CsvTable.Row row : rows) {
                GcPause pause = new GcPause(
                        Long.parseLong(row.cell(START)),
                        Long.parseLong(row.cell(DURATION)),
                        row.find(CAUSE).orElse(""));
                if (window.contains(pause.startUs())) {
                    pauses.add(pause);
                }
            }
            return pauses;
        } catch (IOException | UncheckedIOException | IllegalArgumentException e) {
            warnings.accept("pauses of the garbage collector are not in the report, as " + file + " cannot be read: "
                    + e.getMessage());
            return List.of();
        }
    }
}
