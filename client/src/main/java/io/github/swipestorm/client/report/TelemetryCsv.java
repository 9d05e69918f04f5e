package io.github.swipestorm.client.report;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import io.github.swipestorm.client.stats.Figures;
import io.github.swipestorm.client.telemetry.Reading;
import io.github.swipestorm.client.telemetry.Telemetry;
import io.github.swipestorm.client.telemetry.TelemetrySample;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/**
 * Writes what was seen during a run as CSV: a header, then a row for every sample. {@code at_us} is when it was taken and
 * {@code interval_us} what time it is about; then a column for every {@link Reading} in its own unit, then one for each of
 * the machine's cores, the share of the interval that it was busy. What could not be read is empty, not 0.
 */
public final class TelemetryCsv {

    private TelemetryCsv() {}

    /**
     * Writes the file, over an earlier one.
     *
     * @throws IOException when that fails
     */
    public static void write(Path file, Telemetry telemetry) throws IOException {
        int cores = telemetry.cores();
        try (CsvWriter csv = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(file, StandardCharsets.UTF_8)) {
            csv.writeRecord(header(cores));
            for (TelemetrySample sample : telemetry.samples()) {
                csv.writeRecord(row(sample, cores));
            }
        }
    }

    private static List<String> header(int cores) {
        List<String> header = new ArrayList<>(List.of("at_us", "interval_us"));
        for (Reading reading : Reading.values()) {
            header.add(reading.column());
        }
        for (int core = 0; core < cores; core++) {
            header.add("core" + core + "_busy");
        }
        return header;
    }

    private static List<String> row(TelemetrySample sample, int cores) {
        List<String> row = new ArrayList<>(List.of(Long.toString(sample.atUs()), Long.toString(sample.intervalUs())));
        for (Reading reading : Reading.values()) {
            OptionalDouble value = sample.get(reading);
            row.add(value.isPresent() ? Figures.plain(value.getAsDouble()) : "");
        }
        for (int core = 0; core < cores; core++) {
            row.add(
                    core < sample.coreBusy().size()
                            ? Figures.plain(sample.coreBusy().get(core))
                            : "");
        }
        return row;
    }
}
