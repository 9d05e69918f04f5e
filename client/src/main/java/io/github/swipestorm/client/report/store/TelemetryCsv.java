package io.github.swipestorm.client.report.store;

import io.github.swipestorm.client.record.RunFiles;
import io.github.swipestorm.client.telemetry.GcPause;
import io.github.swipestorm.client.telemetry.Metric;
import io.github.swipestorm.client.telemetry.Telemetry;
import io.github.swipestorm.client.telemetry.TelemetrySample;
import io.github.swipestorm.client.text.CsvTable;
import io.github.swipestorm.client.text.NumberFormat;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Writes and reads what was seen during a run as CSV: a header, then a row for every sample. {@code at_us} is when it was taken and
 * {@code interval_us} what time it is about; then a column for every {@link Metric} in its own unit, then one for each of
 * the machine's cores, the share of the interval that it was busy. What could not be read is empty, not 0.
 */
public final class TelemetryCsv {

    /** Files of earlier versions do not have them, and lack nothing that their report had. */
    private static final Set<String> LATER = Set.of(Metric.ACTIVE_USERS.column(), Metric.WORKERS.column());

    private TelemetryCsv() {}

    /**
     * Writes the file, replacing an earlier one.
     *
     * @throws IOException when that fails
     */
    public static void write(Path file, Telemetry telemetry) throws IOException {
        int cores = telemetry.cores();
        StringBuilder text = new StringBuilder(CsvTable.line(header(cores)));
        for (TelemetrySample sample : telemetry.samples()) {
            text.append(CsvTable.line(row(sample, cores)));
        }
        AtomicFile.write(file, text.toString());
    }

    /**
     * Reads the file again.
     *
     * @param window of which samples are wanted
     * @param pauses of the garbage collector, of which only the time in each sample is in the file
     * @param warnings is called when there is a file that cannot be read
     * @return without samples when there is no file, or none that can be read
     */
    public static Telemetry read(Path file, Window window, List<GcPause> pauses, Consumer<String> warnings) {
        return new Telemetry(Files.exists(file) ? samples(file, window, warnings) : List.of(), pauses);
    }

    private static List<TelemetrySample> samples(Path file, Window window, Consumer<String> warnings) {
        List<TelemetrySample> samples = new ArrayList<>();
        try (CsvTable rows = CsvTable.open(file)) {
            List<String> missing = rows.missing(header(0)).stream()
                    .filter(column -> !LATER.contains(column))
                    .toList();
            for (CsvTable.Row row : rows) {
                TelemetrySample sample = sample(row);
                if (window.contains(sample.atUs())) {
                    samples.add(sample);
                }
            }
            if (!missing.isEmpty()) {
                warnings.accept(file + " has no column " + String.join(", ", missing)
                        + ": another version wrote it, and these readings are not in the report");
            }
            return samples;
        } catch (IOException | UncheckedIOException e) {
            return without(file, e.getMessage(), warnings);
        } catch (IllegalArgumentException e) {
            return without(file, "it is not the " + RunFiles.TELEMETRY + " of a run: " + e.getMessage(), warnings);
        }
    }

    private static List<TelemetrySample> without(Path file, String why, Consumer<String> warnings) {
        warnings.accept("client, server and machine are not in the report, as " + file + " cannot be read: " + why);
        return List.of();
    }

    private static TelemetrySample sample(CsvTable.Row row) {
        Map<Metric, Double> readings = new EnumMap<>(Metric.class);
        for (Metric reading : Metric.values()) {
            row.find(reading.column()).ifPresent(value -> readings.put(reading, Double.parseDouble(value)));
        }
        List<Double> cores = new ArrayList<>();
        for (Optional<String> core = row.find(core(0)); core.isPresent(); core = row.find(core(cores.size()))) {
            cores.add(Double.parseDouble(core.get()));
        }
        return new TelemetrySample(
                Long.parseLong(row.cell("at_us")), Long.parseLong(row.cell("interval_us")), readings, cores);
    }

    private static String core(int number) {
        return "core" + number + "_busy";
    }

    private static List<String> header(int cores) {
        List<String> header = new ArrayList<>(List.of("at_us", "interval_us"));
        for (Metric reading : Metric.values()) {
            header.add(reading.column());
        }
        for (int core = 0; core < cores; core++) {
            header.add(core(core));
        }
        return header;
    }

    private static List<String> row(TelemetrySample sample, int cores) {
        List<String> row = new ArrayList<>(List.of(Long.toString(sample.atUs()), Long.toString(sample.intervalUs())));
        for (Metric reading : Metric.values()) {
            OptionalDouble value = sample.get(reading);
            row.add(value.isPresent() ? NumberFormat.plain(value.getAsDouble()) : "");
        }
        for (int core = 0; core < cores; core++) {
            row.add(
                    core < sample.coreBusy().size()
                            ? NumberFormat.plain(sample.coreBusy().get(core))
                            : "");
        }
        return row;
    }
}
