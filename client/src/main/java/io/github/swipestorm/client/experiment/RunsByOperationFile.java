package io.github.swipestorm.client.experiment;

import io.github.swipestorm.client.record.RunFiles;
import io.github.swipestorm.client.text.CsvTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The operations of an experiment's runs, {@code runs-by-operation.csv}, beside {@code runs.csv}: a row for each run and
 * operation. The rows of a run are on disk before its row in {@code runs.csv} is. A run that was made again, because its row
 * there was lost, has its rows here twice; the later ones count.
 */
final class RunsByOperationFile {

    /** The columns that this version writes, in order. */
    static final List<String> COLUMNS = Stream.concat(
                    Stream.of("setting", "round", "operation"),
                    RunMetric.OF_OPERATION.stream().map(RunMetric::column))
            .toList();

    private static final List<String> NEEDED = List.of("setting", "round", "operation");

    /** A run, as both files name it. */
    private record Run(String variant, int round) {}

    private final Path file;

    /** @param runs the {@code runs.csv} */
    RunsByOperationFile(Path runs) {
        file = runs.resolveSibling(RunFiles.RUNS_BY_OPERATION);
    }

    /** Removes a last row that was incomplete when the machine or the JVM went down. */
    void repair() throws IOException {
        if (Files.exists(file)) {
            byte[] whole = RunsFile.wholeRows(file).getBytes(StandardCharsets.UTF_8);
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                channel.truncate(whole.length);
            }
        }
    }

    /**
     * The runs with their operations.
     *
     * @throws IOException when the file cannot be read
     * @throws IllegalArgumentException with a user-facing message when it is not such a file
     */
    List<Trial> addTo(List<Trial> runs) throws IOException {
        if (!Files.exists(file)) {
            return runs;
        }
        Map<Run, Map<String, Map<RunMetric, Double>>> operations = read();
        return runs.stream()
                .map(run -> new Trial(
                        run.variant(),
                        run.round(),
                        run.startedAt(),
                        run.ended(),
                        run.bound(),
                        run.objectives(),
                        run.quantities(),
                        operations.getOrDefault(new Run(run.variant(), run.round()), Map.of())))
                .toList();
    }

    private Map<Run, Map<String, Map<RunMetric, Double>>> read() throws IOException {
        Map<Run, Map<String, Map<RunMetric, Double>>> operations = new HashMap<>();
        try (CsvTable rows = CsvTable.of(RunsFile.wholeRows(file))) {
            List<String> missing = rows.columns().isEmpty() ? List.of() : rows.missing(NEEDED);
            if (!missing.isEmpty()) {
                throw new IllegalArgumentException(
                        file + " lacks " + String.join(", ", missing) + " in its first line; restore it, or remove the"
                                + " file: its runs are then not compared by operation");
            }
            for (CsvTable.Row row : rows) {
                Map<RunMetric, Double> quantities = new EnumMap<>(RunMetric.class);
                for (RunMetric quantity : RunMetric.OF_OPERATION) {
                    if (row.find(quantity.column()).isPresent()) {
                        quantities.put(quantity, RunsFile.cell(file, row, quantity.column(), RunsFile::number));
                    }
                }
                Run run = new Run(row.cell("setting"), RunsFile.cell(file, row, "round", Integer::parseInt));
                operations.computeIfAbsent(run, each -> new LinkedHashMap<>()).put(row.cell("operation"), quantities);
            }
        } catch (CsvTable.MalformedException e) {
            throw new IllegalArgumentException(
                    file + ", " + e.getMessage()
                            + "; restore the line, or remove the file: its runs are then not compared"
                            + " by operation",
                    e);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        return operations;
    }

    /** Adds the operations of a run, if it has several; when this returns, they are on disk. */
    void append(Trial run) throws IOException {
        if (run.operations().isEmpty()) {
            return;
        }
        boolean begun = Files.exists(file) && Files.size(file) > 0;
        List<String> columns = COLUMNS;
        if (begun) {
            try (CsvTable table = CsvTable.open(file)) {
                columns = table.columns();
            }
        }
        List<List<String>> rows = new ArrayList<>();
        if (!begun) {
            rows.add(COLUMNS);
        }
        for (Map.Entry<String, Map<RunMetric, Double>> operation :
                run.operations().entrySet()) {
            Map<String, String> cells = new HashMap<>();
            cells.put("setting", run.variant());
            cells.put("round", Integer.toString(run.round()));
            cells.put("operation", operation.getKey());
            operation.getValue().forEach((quantity, value) -> cells.put(quantity.column(), RunsFile.text(value)));
            rows.add(columns.stream()
                    .map(column -> cells.getOrDefault(column, ""))
                    .toList());
        }
        StringBuilder text = new StringBuilder();
        rows.forEach(row -> text.append(CsvTable.line(row)));
        try (FileChannel channel = FileChannel.open(
                file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND)) {
            ByteBuffer bytes = ByteBuffer.wrap(text.toString().getBytes(StandardCharsets.UTF_8));
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        }
    }
}
