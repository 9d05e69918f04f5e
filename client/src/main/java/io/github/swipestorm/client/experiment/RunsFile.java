package io.github.swipestorm.client.experiment;

import io.github.swipestorm.client.engine.StopReason;
import io.github.swipestorm.client.objective.Objectives;
import io.github.swipestorm.client.registry.EnumLabels;
import io.github.swipestorm.client.text.CsvTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The finished runs of an experiment, {@code runs.csv}: one row each, on disk before the next run begins. Unknown
 * values are empty. Numbers are written in full precision, so that reading returns exactly what was written. The figures of
 * a run's operations, where it has several, are in {@code runs-by-operation.csv} beside it.
 */
public final class RunsFile implements AutoCloseable {

    private static final List<String> COLUMNS = Stream.concat(
                    Stream.of("setting", "round", "started_at", "ended", "verdict", "objectives_met"),
                    Stream.of(RunMetric.values()).map(RunMetric::column))
            .toList();
    /** Columns that identify the run of a row. */
    private static final List<String> NEEDED = List.of("setting", "round", "started_at", "ended");

    private final Path path;
    private final RunsByOperationFile operations;
    private final FileChannel file;
    /** The columns of the file, in its order. */
    private final List<String> columns;

    private final List<Trial> trials;

    private RunsFile(Path path, FileChannel file, List<String> columns, List<Trial> trials) {
        this.path = path;
        this.operations = new RunsByOperationFile(path);
        this.file = file;
        this.columns = columns;
        this.trials = trials;
    }

    /**
     * Opens the file, or creates it. Removes a last row that was incomplete when the machine or the JVM went down. A
     * file of another version of this program keeps its columns, so that all its runs have the same figures; a file of a
     * version that kept no operations has runs without them.
     *
     * @param file in a directory that exists, and that no other process writes into
     * @throws IOException when it cannot be read or written
     * @throws IllegalArgumentException with a user-facing message when it is not such a file
     */
    public static RunsFile open(Path file) throws IOException {
        FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            String whole = wholeRows(file);
            List<Trial> trials = new ArrayList<>();
            List<String> found = whole.isEmpty() ? COLUMNS : read(file, whole, trials);
            RunsByOperationFile operations = new RunsByOperationFile(file);
            operations.repair();
            trials = new ArrayList<>(operations.addTo(trials));
            channel.truncate(whole.getBytes(StandardCharsets.UTF_8).length);
            channel.position(channel.size());
            RunsFile runs = new RunsFile(file, channel, found, trials);
            if (whole.isEmpty()) {
                runs.write(COLUMNS);
            }
            return runs;
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    /** The columns that this version writes, in order. */
    public static List<String> columns() {
        return COLUMNS;
    }

    /**
     * How the file's columns differ from those that this version writes, a sentence each, without the file's name; empty
     * when they do not.
     */
    public List<String> differences() {
        List<String> differences = new ArrayList<>();
        List<String> missing =
                COLUMNS.stream().filter(column -> !columns.contains(column)).toList();
        if (!missing.isEmpty()) {
            differences.add("it has no column " + String.join(", ", missing) + ": none of its runs has these figures");
        }
        List<String> unknown =
                columns.stream().filter(column -> !COLUMNS.contains(column)).toList();
        if (!unknown.isEmpty()) {
            differences.add("this version does not know its column " + String.join(", ", unknown)
                    + ": what is there stays, and further runs leave it empty");
        }
        return differences;
    }

    /**
     * The runs of a file, without changing it. A file of another version may lack a metric; its runs then lack it as
     * well. Ignores columns that this version does not know.
     *
     * @throws IOException when it cannot be read
     * @throws IllegalArgumentException with a user-facing message when it is not such a file
     */
    public static List<Trial> read(Path file) throws IOException {
        List<Trial> trials = new ArrayList<>();
        String whole = wholeRows(file);
        if (!whole.isEmpty()) {
            read(file, whole, trials);
        }
        return new RunsByOperationFile(file).addTo(trials);
    }

    /** The columns of {@code runs-by-operation.csv} that this version writes, in order. */
    public static List<String> columnsByOperation() {
        return RunsByOperationFile.COLUMNS;
    }

    /** The text up to the last line break; a truncated row may end within a character. */
    static String wholeRows(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        int length = bytes.length;
        while (length > 0 && bytes[length - 1] != '\n') {
            length--;
        }
        ByteBuffer rows = ByteBuffer.wrap(bytes, 0, length);
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(rows).toString();
        } catch (CharacterCodingException e) {
            // The decoder has stopped before the bytes that are not a character.
            int line = 1;
            for (int i = 0; i < rows.position(); i++) {
                line += bytes[i] == '\n' ? 1 : 0;
            }
            throw new IllegalArgumentException(
                    file + ", line " + line
                            + " is not UTF-8; restore the line, or remove it to have that run made again",
                    e);
        }
    }

    /** Adds the runs of a text and returns its columns. */
    private static List<String> read(Path file, String text, List<Trial> trials) {
        Set<List<Object>> made = new HashSet<>();
        try (CsvTable rows = table(file, text)) {
            for (CsvTable.Row row : rows) {
                Trial trial = trial(file, row);
                if (!made.add(List.of(trial.variant(), trial.round()))) {
                    throw new IllegalArgumentException(place(file, row) + ": " + trial.variant() + ", round "
                            + trial.round() + ", is a duplicate; remove one of the two lines");
                }
                trials.add(trial);
            }
            return rows.columns();
        } catch (CsvTable.MalformedException e) {
            throw new IllegalArgumentException(
                    file + ", " + e.getMessage() + "; restore the line, or remove it to have that run made again", e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static CsvTable table(Path file, String text) {
        CsvTable table = CsvTable.of(text);
        List<String> missing = table.missing(NEEDED);
        if (!missing.isEmpty()) {
            throw new IllegalArgumentException(file + " is not the runs.csv of an experiment: its first line lacks "
                    + String.join(", ", missing) + "; restore it, or begin a new experiment");
        }
        return table;
    }

    private static String place(Path file, CsvTable.Row row) {
        return file + ", line " + row.line();
    }

    private static Trial trial(Path file, CsvTable.Row row) {
        Map<RunMetric, Double> quantities = new EnumMap<>(RunMetric.class);
        for (RunMetric quantity : RunMetric.values()) {
            if (row.find(quantity.column()).isPresent()) {
                quantities.put(quantity, cell(file, row, quantity.column(), RunsFile::number));
            }
        }
        return new Trial(
                row.cell("setting"),
                cell(file, row, "round", Integer::parseInt),
                cell(file, row, "started_at", Instant::parse),
                cell(file, row, "ended", RunsFile::reason),
                row.find("verdict"),
                row.find("objectives_met").isEmpty()
                        ? Optional.empty()
                        : Optional.of(cell(file, row, "objectives_met", RunsFile::objectives)),
                quantities);
    }

    /** Converts one cell; an error names its line and column. */
    static <T> T cell(Path file, CsvTable.Row row, String column, Function<String, T> kind) {
        try {
            return kind.apply(row.cell(column));
        } catch (IllegalArgumentException | DateTimeException e) {
            throw new IllegalArgumentException(
                    place(file, row) + ", column " + column + ": '" + row.cell(column)
                            + "' cannot be there; restore the line, or remove it to have that run made again",
                    e);
        }
    }

    /** An inconclusive run neither met nor missed its objectives; the reason follows a colon. */
    private static String text(Objectives.Result result) {
        String word = switch (result.status()) {
            case MET -> "true";
            case MISSED -> "false";
            case INCONCLUSIVE -> result.status().toString();
        };
        return word + (result.reason().isEmpty() ? "" : ": " + result.reason());
    }

    private static Objectives.Result objectives(String text) {
        String[] parts = text.split(": ", 2);
        Objectives.Status status = Stream.of(Objectives.Status.values())
                .filter(candidate -> text(new Objectives.Result(candidate, "")).equals(parts[0]))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(text));
        return new Objectives.Result(status, parts.length == 1 ? "" : parts[1]);
    }

    static double number(String text) {
        double number = Double.parseDouble(text);
        if (!Double.isFinite(number) || number < 0) {
            throw new IllegalArgumentException(text);
        }
        return number;
    }

    private static StopReason reason(String word) {
        return EnumLabels.find(StopReason.values(), word)
                .orElseThrow(() -> new IllegalArgumentException("'" + word + "' is not a reason for the end of a run"));
    }

    /** The runs of the file, in order; the last one may be one that could not be written. */
    public List<Trial> trials() {
        return List.copyOf(trials);
    }

    /**
     * Adds a run; when this returns, it is on disk.
     *
     * @throws IOException when it could not be written; it is among {@link #trials} all the same
     */
    public void append(Trial trial) throws IOException {
        Map<String, String> cells = new HashMap<>();
        cells.put("setting", trial.variant());
        cells.put("round", Integer.toString(trial.round()));
        cells.put("started_at", trial.startedAt().toString());
        cells.put("ended", trial.ended().toString());
        cells.put("verdict", trial.bound().orElse(""));
        cells.put("objectives_met", trial.objectives().map(RunsFile::text).orElse(""));
        trial.quantities().forEach((quantity, value) -> cells.put(quantity.column(), text(value)));
        trials.add(known(trial));
        // A deleted file would accept rows for ever and keep none.
        if (!Files.exists(path)) {
            throw new NoSuchFileException(path.toString(), null, "it was deleted while the experiment went on");
        }
        operations.append(trial);
        write(columns.stream().map(column -> cells.getOrDefault(column, "")).toList());
    }

    /** The values of a run for which the file has a column. */
    private Trial known(Trial trial) {
        Map<RunMetric, Double> quantities = new EnumMap<>(RunMetric.class);
        trial.quantities().forEach((quantity, value) -> {
            if (columns.contains(quantity.column())) {
                quantities.put(quantity, value);
            }
        });
        return new Trial(
                trial.variant(),
                trial.round(),
                trial.startedAt(),
                trial.ended(),
                columns.contains("verdict") ? trial.bound() : Optional.empty(),
                columns.contains("objectives_met") ? trial.objectives() : Optional.empty(),
                quantities,
                trial.operations());
    }

    /** Whole numbers without a decimal point, others in Java's exact notation. */
    static String text(double number) {
        return number == Math.rint(number) && Math.abs(number) < 1L << 53
                ? Long.toString((long) number)
                : Double.toString(number);
    }

    private void write(List<String> row) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(CsvTable.line(row).getBytes(StandardCharsets.UTF_8));
        while (bytes.hasRemaining()) {
            file.write(bytes);
        }
        file.force(true);
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
