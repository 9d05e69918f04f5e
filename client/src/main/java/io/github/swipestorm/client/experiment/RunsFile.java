package io.github.swipestorm.client.experiment;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import io.github.swipestorm.client.engine.StopReason;
import java.io.IOException;
import java.io.StringWriter;
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
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The finished runs of an experiment, {@code runs.csv}: a row for each, on the disk before the next run begins. What is not
 * known is empty. Numbers are written in full, so that what is read again is what was written.
 */
public final class RunsFile implements AutoCloseable {

    private static final List<String> HEAD =
            List.of("setting", "round", "started_at", "ended", "verdict", "objectives_met");

    private final Path path;
    private final FileChannel file;
    private final List<Trial> trials;

    private RunsFile(Path path, FileChannel file, List<Trial> trials) {
        this.path = path;
        this.file = file;
        this.trials = trials;
    }

    /**
     * Opens the file, or makes it. A last row that was being written when the machine or the JVM went down is cut off.
     *
     * @param file in a directory that exists, and that no other process writes into
     * @throws IOException when it cannot be read or written
     * @throws IllegalArgumentException with a message fit for a person when it is not such a file
     */
    public static RunsFile open(Path file) throws IOException {
        FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            String whole = wholeRows(file);
            List<Trial> trials = whole.isEmpty() ? new ArrayList<>() : read(file, whole, columns());
            channel.truncate(whole.getBytes(StandardCharsets.UTF_8).length);
            channel.position(channel.size());
            RunsFile runs = new RunsFile(file, channel, trials);
            if (whole.isEmpty()) {
                runs.write(columns());
            }
            return runs;
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    /** The file's columns, in order. */
    public static List<String> columns() {
        return Stream.concat(HEAD.stream(), Stream.of(RunMetric.values()).map(RunMetric::column))
                .toList();
    }

    /**
     * The runs that a file has, without changing it. A file of an earlier version may lack a quantity; its runs then lack
     * it, too.
     *
     * @throws IOException when it cannot be read
     * @throws IllegalArgumentException with a message fit for a person when it is not such a file
     */
    public static List<Trial> read(Path file) throws IOException {
        return read(file, wholeRows(file), HEAD);
    }

    /** All that stands before the last line break; a row that was cut off may end within a character. */
    private static String wholeRows(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        int length = bytes.length;
        while (length > 0 && bytes[length - 1] != '\n') {
            length--;
        }
        ByteBuffer rows = ByteBuffer.wrap(bytes, 0, length);
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(rows).toString();
        } catch (CharacterCodingException e) {
            // The decoder has stopped in front of the bytes that are no character.
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

    /** @param needed columns that the file must begin with */
    private static List<Trial> read(Path file, String text, List<String> needed) {
        List<Trial> trials = new ArrayList<>();
        Set<List<Object>> made = new HashSet<>();
        try (Stream<NamedCsvRecord> rows = CsvReader.builder().ofNamedCsvRecord(text).stream()) {
            rows.forEach(row -> {
                List<String> header = row.getHeader();
                if (trials.isEmpty()
                        && !(columns().containsAll(header)
                                && header.size() >= needed.size()
                                && header.subList(0, needed.size()).equals(needed))) {
                    throw new IllegalArgumentException(file
                            + " is not the runs.csv of an experiment, or of another version: its first line is another "
                            + "one; restore it, or begin a new experiment");
                }
                Trial trial = trial(file, row);
                if (!made.add(List.of(trial.setting(), trial.round()))) {
                    throw new IllegalArgumentException(place(file, row) + ": " + trial.setting() + ", round "
                            + trial.round() + ", is there a second time; remove one of the two lines");
                }
                trials.add(trial);
            });
            return trials;
        } catch (CsvParseException e) {
            throw new IllegalArgumentException(file + " is not the runs.csv of an experiment: " + e.getMessage());
        }
    }

    private static String place(Path file, NamedCsvRecord row) {
        return file + ", line " + row.getStartingLineNumber();
    }

    private static Trial trial(Path file, NamedCsvRecord row) {
        Map<RunMetric, Double> quantities = new EnumMap<>(RunMetric.class);
        for (RunMetric quantity : RunMetric.values()) {
            if (row.findField(quantity.column()).filter(cell -> !cell.isEmpty()).isPresent()) {
                quantities.put(quantity, cell(file, row, quantity.column(), RunsFile::number));
            }
        }
        return new Trial(
                row.getField("setting"),
                cell(file, row, "round", Integer::parseInt),
                cell(file, row, "started_at", Instant::parse),
                cell(file, row, "ended", RunsFile::reason),
                Optional.of(row.getField("verdict")).filter(word -> !word.isEmpty()),
                cell(file, row, "objectives_met", RunsFile::objectives),
                quantities);
    }

    /** One cell; what does not fit there is told with its line and column. */
    private static <T> T cell(Path file, NamedCsvRecord row, String column, Function<String, T> kind) {
        try {
            return kind.apply(row.getField(column));
        } catch (IllegalArgumentException | DateTimeException e) {
            throw new IllegalArgumentException(
                    place(file, row) + ", column " + column + ": '" + row.getField(column)
                            + "' cannot be there; restore the line, or remove it to have that run made again",
                    e);
        }
    }

    /** A run that was inconclusive neither met nor missed its objectives; a colon leads to the reason. */
    private static String text(Objectives.Result result) {
        String word = switch (result.status()) {
            case MET -> "true";
            case MISSED -> "false";
            case INCONCLUSIVE -> result.status().toString();
        };
        return word + (result.reason().isEmpty() ? "" : ": " + result.reason());
    }

    private static Optional<Objectives.Result> objectives(String text) {
        if (text.isEmpty()) {
            return Optional.empty();
        }
        String[] parts = text.split(": ", 2);
        Objectives.Status status = Stream.of(Objectives.Status.values())
                .filter(candidate -> text(new Objectives.Result(candidate, "")).equals(parts[0]))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(text));
        return Optional.of(new Objectives.Result(status, parts.length == 1 ? "" : parts[1]));
    }

    private static double number(String text) {
        double number = Double.parseDouble(text);
        if (!Double.isFinite(number) || number < 0) {
            throw new IllegalArgumentException(text);
        }
        return number;
    }

    private static StopReason reason(String word) {
        return Stream.of(StopReason.values())
                .filter(reason -> reason.toString().equals(word))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("'" + word + "' is no reason for a run to end"));
    }

    /** The runs that the file has, in order; the last one may be one that could not be written. */
    public List<Trial> trials() {
        return List.copyOf(trials);
    }

    /**
     * Adds a run; when this returns, it is on the disk.
     *
     * @throws IOException when it could not be written; it is among {@link #trials} all the same
     */
    public void append(Trial trial) throws IOException {
        List<String> row = new ArrayList<>(List.of(
                trial.setting(),
                Integer.toString(trial.round()),
                trial.startedAt().toString(),
                trial.ended().toString(),
                trial.bound().orElse(""),
                trial.objectives().map(RunsFile::text).orElse("")));
        for (RunMetric quantity : RunMetric.values()) {
            row.add(trial.get(quantity).isPresent() ? text(trial.get(quantity).getAsDouble()) : "");
        }
        trials.add(trial);
        // A file that somebody deleted would take rows in for ever and keep none.
        if (!Files.exists(path)) {
            throw new NoSuchFileException(path.toString(), null, "it was deleted while the experiment went on");
        }
        write(row);
    }

    /** Whole numbers without a point, others as exactly as Java writes them. */
    private static String text(double number) {
        return number == Math.rint(number) && Math.abs(number) < 1L << 53
                ? Long.toString((long) number)
                : Double.toString(number);
    }

    private void write(List<String> row) throws IOException {
        StringWriter line = new StringWriter();
        try (CsvWriter csv = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(line)) {
            csv.writeRecord(row);
        }
        ByteBuffer bytes = ByteBuffer.wrap(line.toString().getBytes(StandardCharsets.UTF_8));
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
