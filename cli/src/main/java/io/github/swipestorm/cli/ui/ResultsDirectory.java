package io.github.swipestorm.cli.ui;

import io.github.swipestorm.client.engine.StopReason;
import io.github.swipestorm.client.objective.Objectives.Status;
import io.github.swipestorm.client.record.RunFiles;
import io.github.swipestorm.client.report.store.AtomicFile;
import io.github.swipestorm.client.report.store.ExperimentFile;
import io.github.swipestorm.client.report.store.ExperimentFile.Content;
import io.github.swipestorm.client.report.store.RunDirectory;
import io.github.swipestorm.client.report.store.RunDocument;
import io.github.swipestorm.client.report.store.SummaryFile;
import io.github.swipestorm.client.text.NumberFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** The runs and experiments in a directory, and notes on them. Thread-safe. */
final class ResultsDirectory {

    private static final String NOTE = "note.txt";
    private static final long LONGEST_NOTE = 1 << 20;
    /** A larger file is not read into memory. */
    private static final long LONGEST_SUMMARY = 64 << 20;

    /** Entries whose start is unknown come last. */
    private static final Comparator<Entry> NEWEST_FIRST =
            Comparator.comparing(Entry::startedAt).reversed().thenComparing(Entry::name);

    private final Path path;
    private final Map<Path, CachedEntry> cache = new ConcurrentHashMap<>();

    /** @param path which may not exist yet */
    ResultsDirectory(Path path) {
        this.path = path;
    }

    /** The entry that was read from a file, and when the file was last modified. */
    private record CachedEntry(FileTime modified, Entry entry) {}

    /**
     * A run or an experiment. What is not known of it is empty.
     *
     * @param name of its directory
     * @param startedAt in ISO 8601
     * @param command that makes it
     * @param target of a run
     * @param throughput in ok requests/s
     * @param p99 of the response time in ms
     * @param errors share of the attempts that failed
     * @param objectives how many were met
     * @param state of a run: empty when it has ended as planned
     * @param note of the user
     */
    record Entry(
            String name,
            String startedAt,
            String command,
            String target,
            String throughput,
            String p99,
            String errors,
            String objectives,
            String state,
            String note) {

        private boolean has(String filter) {
            return Stream.of(name, startedAt, command, target, objectives, state, note)
                    .anyMatch(text -> text.toLowerCase(Locale.ROOT).contains(filter));
        }

        private Entry withNote(String other) {
            return new Entry(name, startedAt, command, target, throughput, p99, errors, objectives, state, other);
        }
    }

    /**
     * All runs and experiments, the newest first.
     *
     * @param filter words that must all occur in the texts of an entry, in any case; blank for all entries
     * @throws IOException when the directory cannot be read
     */
    List<Entry> entries(String filter) throws IOException {
        if (!Files.isDirectory(path)) {
            return List.of();
        }
        List<Entry> found = new ArrayList<>();
        try (Stream<Path> directories = Files.list(path)) {
            for (Path directory : (Iterable<Path>) directories.filter(Files::isDirectory)::iterator) {
                entry(directory).ifPresent(found::add);
            }
        }
        List<String> wanted = List.of(filter.strip().toLowerCase(Locale.ROOT).split("\\s+"));
        found.removeIf(entry -> !wanted.stream().allMatch(entry::has));
        found.sort(NEWEST_FIRST);
        return found;
    }

    Path path() {
        return path;
    }

    /** One of them, by its name. */
    Optional<Entry> entry(String name) {
        return directory(name).flatMap(this::entry);
    }

    private Optional<Entry> entry(Path directory) {
        Path summary = directory.resolve(RunFiles.SUMMARY);
        Path experiment = directory.resolve(RunFiles.EXPERIMENT);
        boolean isRun = Files.exists(summary);
        Path file = isRun ? summary : experiment;
        try {
            if (Files.size(file) > LONGEST_SUMMARY) {
                return Optional.empty();
            }
            FileTime modified = Files.getLastModifiedTime(file);
            CachedEntry known = cache.get(file);
            if (known == null || !known.modified.equals(modified)) {
                String name = directory.getFileName().toString();
                known = new CachedEntry(modified, isRun ? run(name, summary) : experiment(name, directory));
                cache.put(file, known);
            }
            return Optional.of(known.entry.withNote(note(directory)));
        } catch (IOException e) {
            // Neither a run nor an experiment, or one that has just been deleted.
            return Optional.empty();
        }
    }

    private static Entry run(String name, Path file) {
        RunDocument run = SummaryFile.read(file, warning -> {});
        OptionalDouble errors = run.figures().errorShare();
        long judged = run.findings().objectives().size();
        long met = run.findings().objectives().stream()
                .filter(objective -> objective.status() == Status.MET)
                .count();
        String ending = run.findings().endedBecause();
        boolean complete = run.findings().reason().filter(StopReason::complete).isPresent();
        return new Entry(
                name,
                run.start().startedAt(),
                run.start().command(),
                run.start()
                        .plan()
                        .map(plan -> String.valueOf(plan.destination()))
                        .orElse(""),
                run.figures().throughputPerSecond().isPresent()
                        ? NumberFormat.decimal(
                                run.figures().throughputPerSecond().getAsDouble(), 1)
                        : "",
                run.figures().latency().responseTime().isEmpty()
                        ? ""
                        : NumberFormat.milliseconds(
                                run.figures().latency().responseTime().p99Us()),
                errors.isPresent() ? NumberFormat.percent(errors.getAsDouble()) : "",
                judged == 0 ? "" : met + " of " + judged + " met",
                complete ? "" : ending.isEmpty() ? "not ended" : ending,
                "");
    }

    private static Entry experiment(String name, Path directory) {
        Optional<Content> content = ExperimentFile.find(directory);
        return new Entry(
                name,
                content.map(Content::begunAt).orElse(""),
                content.map(Content::command).orElse(""),
                "",
                "",
                "",
                "",
                "",
                "experiment",
                "");
    }

    /** The directory of a run or an experiment; empty when there is none of this name. */
    Optional<Path> directory(String name) {
        if (name.isEmpty()
                || name.startsWith(".")
                || name.contains("/")
                || name.contains("\\")
                || name.contains("\0")) {
            return Optional.empty();
        }
        Path directory = path.resolve(name);
        return Stream.of(RunFiles.SUMMARY, RunFiles.EXPERIMENT).anyMatch(file -> Files.exists(directory.resolve(file)))
                ? Optional.of(directory)
                : Optional.empty();
    }

    /**
     * A file of a run or an experiment; empty when there is none, it is hidden, or elsewhere.
     *
     * @param relative to its directory
     */
    Optional<Path> file(String name, String relative) {
        try {
            Optional<Path> directory = directory(name);
            if (directory.isEmpty() || relative.isEmpty()) {
                return Optional.empty();
            }
            // Symbolic links are resolved, so that those that lead out of the results are refused.
            Path real = directory.get().resolve(relative).toRealPath();
            boolean inside = real.startsWith(directory.get().toRealPath()) && real.startsWith(path.toRealPath());
            boolean hidden = Stream.of(relative.split("/")).anyMatch(part -> part.startsWith("."));
            return inside && !hidden && Files.isRegularFile(real) ? Optional.of(real) : Optional.empty();
        } catch (IOException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** The files of a run or an experiment, but for hidden ones, in order. */
    static List<Path> files(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> Files.isRegularFile(file)
                            && !file.getFileName().toString().startsWith("."))
                    .sorted()
                    .toList();
        }
    }

    private static String note(Path directory) {
        Path file = directory.resolve(NOTE);
        try {
            if (Files.notExists(file)) {
                return "";
            }
            return Files.size(file) > LONGEST_NOTE
                    ? "(" + NOTE + " is too long to be shown)"
                    : Files.readString(file).strip();
        } catch (IOException e) {
            return "(" + NOTE + " cannot be read)";
        }
    }

    /** Replaces the note; a blank one is deleted. */
    void setNote(Path directory, String note) throws IOException {
        if (note.isBlank()) {
            Files.deleteIfExists(directory.resolve(NOTE));
        } else {
            AtomicFile.write(directory.resolve(NOTE), note.strip().replace("\r\n", "\n") + "\n");
        }
    }

    /** Makes the directory of a new run. */
    Path newRun(String name) throws IOException {
        try (RunDirectory made = RunDirectory.dated(path, name.isEmpty() ? "run" : name)) {
            return made.path();
        }
    }

    /** Deletes the directory of a run that did not begin. */
    void deleteUnused(Path directory) throws IOException {
        if (RunDirectory.isFree(directory)) {
            Files.deleteIfExists(directory.resolve(RunFiles.LOCK));
            Files.deleteIfExists(directory);
        }
    }
}
