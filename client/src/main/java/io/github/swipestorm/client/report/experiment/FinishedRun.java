package io.github.swipestorm.client.report.experiment;

import io.github.swipestorm.client.engine.StopReason;
import io.github.swipestorm.client.measure.LatencyHistogram;
import io.github.swipestorm.client.record.RunFiles;
import io.github.swipestorm.client.record.csv.AttemptRow;
import io.github.swipestorm.client.record.csv.BadRecordsException;
import io.github.swipestorm.client.record.csv.RecordsReader;
import io.github.swipestorm.client.report.run.ResponseTimes;
import io.github.swipestorm.client.report.store.RunDocument;
import io.github.swipestorm.client.report.store.SummaryFile;
import io.github.swipestorm.client.report.store.TelemetryCsv;
import io.github.swipestorm.client.report.store.Window;
import io.github.swipestorm.client.telemetry.Metric;
import io.github.swipestorm.client.telemetry.TelemetrySample;
import io.github.swipestorm.client.text.CsvTable;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;
import org.HdrHistogram.HistogramLogReader;

/**
 * What a finished run left in its directory, second by second. What is missing or damaged is reported, and nothing else is
 * lost by it.
 *
 * @param name of the directory
 * @param summary what {@code summary.json} says; {@link RunDocument#NONE} when there is none
 * @param ok ok attempts done in each second, which are ok requests; empty when no file tells
 * @param failed failed attempts done in each second; empty when no file tells
 * @param responseTimes of ok attempts; empty when no file tells
 * @param operations each operation as a run of its own, of as many seconds; empty when no file tells
 * @param telemetry what was seen of client and server
 * @param remarks what a reader must know of these files, a sentence each
 */
public record FinishedRun(
        String name,
        RunDocument summary,
        Optional<double[]> ok,
        Optional<double[]> failed,
        Optional<ResponseTimes> responseTimes,
        Map<String, FinishedRun> operations,
        List<TelemetrySample> telemetry,
        List<String> remarks) {

    private static final List<String> RECORDS = List.of("records.csv", "records.csv.gz");

    /** Longer runs are aggregated into units of several seconds each: a bootstrap gains nothing from more units. */
    public static final int MOST_UNITS = 240;

    /** Whether a directory has a file that describes a run, second by second. */
    static boolean isIn(Path directory) {
        return Stream.concat(Stream.of(RunFiles.THROUGHPUT, RunFiles.RESPONSE_LOG), RECORDS.stream())
                .anyMatch(file -> Files.exists(directory.resolve(file)));
    }

    /**
     * Reads a run.
     *
     * @throws IOException when an existing file cannot be read
     * @throws IllegalArgumentException with a message for the user when a file has the wrong content for its name
     */
    static FinishedRun read(Path directory) throws IOException {
        List<String> remarks = new ArrayList<>();
        Path summaryFile = directory.resolve(RunFiles.SUMMARY);
        RunDocument summary = SummaryFile.read(summaryFile, remarks::add);
        early(directory, summary, Files.exists(summaryFile)).ifPresent(remarks::add);
        Optional<ResponseTimes> times = responseTimes(directory, remarks::add);
        Optional<double[]> ok = Optional.empty();
        Optional<double[]> failed = Optional.empty();
        Path seconds = directory.resolve(RunFiles.THROUGHPUT);
        if (Files.exists(seconds)) {
            ok = Optional.of(column(seconds, "ok"));
            failed = hasColumn(seconds, "failed") ? Optional.of(column(seconds, "failed")) : failed;
        }
        List<TelemetrySample> samples = TelemetryCsv.read(
                        directory.resolve(RunFiles.TELEMETRY), Window.WHOLE, List.of(), remarks::add)
                .samples();
        Map<String, FinishedRun> operations =
                ok.isPresent() ? operations(directory, ok.get().length, remarks::add) : Map.of();
        return new FinishedRun(directory.toString(), summary, ok, failed, times, operations, samples, remarks);
    }

    private static Map<String, FinishedRun> operations(Path directory, int seconds, Consumer<String> remarks)
            throws IOException {
        Path file = directory.resolve(RunFiles.OPERATIONS);
        if (!Files.exists(file)) {
            return Map.of();
        }
        Map<String, double[]> ok = new LinkedHashMap<>();
        Map<String, double[]> failed = new LinkedHashMap<>();
        try (CsvTable rows = CsvTable.open(file)) {
            for (CsvTable.Row row : rows) {
                String name = row.find("operation").orElseThrow(() -> new IllegalArgumentException("no operation"));
                int second = row.find("second").map(Integer::parseInt).orElse(-1);
                if (second < 0 || second >= seconds) {
                    throw new IllegalArgumentException("second " + second + " in line " + row.line());
                }
                ok.computeIfAbsent(name, each -> new double[seconds])[second] =
                        row.find("ok").map(Double::parseDouble).orElse(0.0);
                failed.computeIfAbsent(name, each -> new double[seconds])[second] =
                        row.find("failed").map(Double::parseDouble).orElse(0.0);
            }
        } catch (IllegalArgumentException e) {
            remarks.accept(file + " cannot be read, and operations are not compared: " + e.getMessage());
            return Map.of();
        }
        Optional<Path> records = records(directory);
        Map<String, ResponseTimes> times = records.isPresent() && ok.size() > 1
                ? ofRecords(records.get(), AttemptRow::operation, remarks)
                : Map.of();
        Map<String, FinishedRun> operations = new LinkedHashMap<>();
        ok.forEach((name, each) -> operations.put(
                name,
                new FinishedRun(
                        directory.toString(),
                        RunDocument.NONE,
                        Optional.of(each),
                        Optional.of(failed.get(name)),
                        Optional.ofNullable(times.get(name)),
                        Map.of(),
                        List.of(),
                        List.of())));
        return operations;
    }

    private static Optional<Path> records(Path directory) {
        return RECORDS.stream().map(directory::resolve).filter(Files::exists).findFirst();
    }

    private static Optional<String> early(Path directory, RunDocument summary, boolean there) {
        if (!there) {
            return Optional.of("'" + directory + "' has no " + RunFiles.SUMMARY
                    + ": the run was interrupted, or is still running, and its plan is unknown");
        }
        String ended = summary.findings().endedBecause();
        boolean complete =
                summary.findings().reason().filter(StopReason::complete).isPresent();
        return complete || summary == RunDocument.NONE
                ? Optional.empty()
                : Optional.of("The run in '" + directory + "' did not come to its end ("
                        + (ended.isEmpty() ? "no reason given" : ended) + "): what it has is compared");
    }

    private static boolean hasColumn(Path file, String column) throws IOException {
        try (CsvTable table = CsvTable.open(file)) {
            return table.columns().contains(column);
        }
    }

    private static double[] column(Path file, String column) throws IOException {
        List<Double> values = new ArrayList<>();
        try (CsvTable rows = CsvTable.open(file)) {
            for (CsvTable.Row row : rows) {
                double value = row.find(column).map(Double::parseDouble).orElse(Double.NaN);
                if (!(value >= 0) || Double.isInfinite(value)) {
                    throw new NumberFormatException("column '" + column + "' of line " + row.line());
                }
                values.add(value);
            }
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    file + " is not the " + RunFiles.THROUGHPUT + " of a run: " + e.getMessage()
                            + "; make it again with 'swipestorm report "
                            + file.toAbsolutePath().getParent() + "'");
        }
        return values.stream().mapToDouble(Double::doubleValue).toArray();
    }

    private static Optional<ResponseTimes> responseTimes(Path directory, Consumer<String> remarks) throws IOException {
        Path log = directory.resolve(RunFiles.RESPONSE_LOG);
        if (Files.exists(log)) {
            return ofLog(log, remarks);
        }
        return records(directory).isPresent()
                ? Optional.ofNullable(
                        ofRecords(records(directory).get(), row -> "", remarks).get(""))
                : Optional.empty();
    }

    private static Optional<ResponseTimes> ofLog(Path log, Consumer<String> remarks) throws IOException {
        ResponseTimes.Builder times = new ResponseTimes.Builder();
        try (HistogramLogReader reader = new HistogramLogReader(new File(log.toString()))) {
            EncodableHistogram interval = reader.nextIntervalHistogram();
            while (interval != null) {
                SortedMap<Long, Long> counts = new TreeMap<>();
                for (HistogramIterationValue value : ((Histogram) interval).recordedValues()) {
                    counts.put(value.getValueIteratedTo(), value.getCountAtValueIteratedTo());
                }
                times.add(counts);
                interval = reader.nextIntervalHistogram();
            }
        } catch (RuntimeException damaged) {
            // The library's reader reports errors by any of a dozen exceptions.
            remarks.accept(log + " is damaged after " + times.seconds() + " s; what is before that is compared");
        }
        return times.build();
    }

    /** The response times of each group of rows, all of as many seconds. */
    private static Map<String, ResponseTimes> ofRecords(
            Path records, Function<AttemptRow, String> group, Consumer<String> remarks) throws IOException {
        Histogram layout = LatencyHistogram.newHistogram();
        Map<String, SortedMap<Long, SortedMap<Long, Long>>> groups = new LinkedHashMap<>();
        long[] last = {-1};
        long[] start = {Long.MAX_VALUE};
        try {
            RecordsReader.read(records, row -> start[0] = Math.min(start[0], row.startUs()));
            RecordsReader.read(records, row -> {
                if (row.ok()) {
                    long value =
                            layout.highestEquivalentValue(Math.min(row.responseTimeUs(), LatencyHistogram.HIGHEST_US));
                    long second = (row.endUs() - start[0]) / 1_000_000;
                    last[0] = Math.max(last[0], second);
                    groups.computeIfAbsent(group.apply(row), name -> new TreeMap<>())
                            .computeIfAbsent(second, each -> new TreeMap<>())
                            .merge(value, 1L, Long::sum);
                }
            });
        } catch (BadRecordsException damaged) {
            remarks.accept(damaged.getMessage());
            return Map.of();
        }
        Map<String, ResponseTimes> all = new LinkedHashMap<>();
        groups.forEach((name, seconds) -> {
            ResponseTimes.Builder times = new ResponseTimes.Builder();
            for (long second = 0; second <= last[0]; second++) {
                times.add(seconds.getOrDefault(second, new TreeMap<>()));
            }
            times.build().ifPresent(built -> all.put(name, built));
        });
        return all;
    }

    /**
     * CPU seconds in each second of the run, as many as {@link #ok} has.
     *
     * @return empty when the reading is missing in more than a tenth of the run
     */
    Optional<double[]> cpuSeconds(Metric reading) {
        if (ok.isEmpty()) {
            return Optional.empty();
        }
        double[] used = new double[ok.get().length];
        double seen = 0;
        for (TelemetrySample sample : telemetry) {
            long middleUs = sample.atUs() - sample.intervalUs() / 2;
            int second = (int) Math.min(used.length - 1L, Math.max(0, middleUs / 1_000_000));
            if (sample.get(reading).isPresent()) {
                used[second] += sample.get(reading).getAsDouble() * sample.intervalUs() / 1e6;
                seen += sample.intervalUs() / 1e6;
            }
        }
        return seen >= 0.9 * (used.length - 1) && seen > 0 ? Optional.of(used) : Optional.empty();
    }
}
