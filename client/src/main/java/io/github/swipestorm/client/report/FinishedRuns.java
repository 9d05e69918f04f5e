package io.github.swipestorm.client.report;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.github.swipestorm.client.engine.StopReason;
import io.github.swipestorm.client.experiment.Comparison;
import io.github.swipestorm.client.experiment.Comparison.Contender;
import io.github.swipestorm.client.experiment.Quantity;
import io.github.swipestorm.client.experiment.RunsFile;
import io.github.swipestorm.client.experiment.Trial;
import io.github.swipestorm.client.experiment.Trials;
import io.github.swipestorm.client.record.RunFiles;
import io.github.swipestorm.client.stats.Figures;
import io.github.swipestorm.client.stats.PairedComparison;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What finished runs and experiments left in their directories, made comparable: an experiment has rounds; a run has
 * stretches of whole seconds instead, its first and its last second left out.
 *
 * <p>Neighbouring seconds are alike, so as rounds they would promise more than they know. The means of long stretches are
 * nearly independent (batch means; Conway 1963, "Some Tactical Problems in Digital Simulation"), so a run is cut into ten of
 * them where it is long enough.
 */
final class FinishedRuns {

    private static final int STRETCHES = 10;

    private FinishedRuns() {}

    /**
     * Holds directories against the first of them.
     *
     * @throws IOException when one cannot be read
     * @throws IllegalArgumentException with a message fit for a person when they cannot be compared
     */
    static Comparison compare(List<Path> directories) throws IOException {
        List<Trials> all = new ArrayList<>();
        for (Path directory : directories) {
            all.add(areExperiments(directories) ? experiment(directory) : run(directory));
        }
        List<Contender> contenders = new ArrayList<>();
        for (int i = 1; i < directories.size(); i++) {
            contenders.addAll(compare(all.get(0), all.get(i), directories.get(i)));
        }
        return new Comparison(directories.get(0).toString(), contenders, Optional.empty());
    }

    /**
     * Whether all of them are experiments; otherwise all are single runs.
     *
     * @throws IllegalArgumentException with a message fit for a person when there are both, or neither
     */
    static boolean areExperiments(List<Path> directories) {
        for (Path directory : directories) {
            if (!Files.exists(directory.resolve(RunFiles.RUNS))
                    && !Files.exists(directory.resolve(RunFiles.THROUGHPUT))) {
                throw new IllegalArgumentException("'" + directory + "' holds neither " + RunFiles.RUNS
                        + " of an experiment nor " + RunFiles.THROUGHPUT
                        + " of a run: name the directories of two runs or of two experiments");
            }
        }
        List<Path> experiments = directories.stream()
                .filter(directory -> Files.exists(directory.resolve(RunFiles.RUNS)))
                .toList();
        if (experiments.isEmpty() || experiments.size() == directories.size()) {
            return !experiments.isEmpty();
        }
        throw new IllegalArgumentException(
                "'" + experiments.get(0) + "' holds an experiment and another one a single run: compare two of a kind");
    }

    private static List<Contender> compare(Trials first, Trials other, Path directory) {
        List<String> common = first.all().stream()
                .map(Trial::setting)
                .distinct()
                .filter(name -> !other.of(name).all().isEmpty())
                .toList();
        List<Contender> contenders = new ArrayList<>();
        for (String setting : common) {
            String name = common.size() == 1 ? directory.toString() : directory + ", " + setting;
            List<Trial> pair = new ArrayList<>();
            first.of(setting).all().forEach(trial -> pair.add(renamed(trial, "first")));
            other.of(setting).all().forEach(trial -> pair.add(renamed(trial, name)));
            Comparison.of(List.of("first", name), new Trials(pair))
                    .ifPresent(comparison -> contenders.addAll(comparison.others()));
        }
        if (contenders.isEmpty()) {
            throw new IllegalArgumentException("'" + directory
                    + "' has no setting in common with the first one that both have successful runs of");
        }
        return contenders;
    }

    private static Trial renamed(Trial trial, String setting) {
        return new Trial(
                setting,
                trial.round(),
                trial.startedAt(),
                trial.ended(),
                trial.bound(),
                trial.objectives(),
                trial.quantities());
    }

    private static Trials experiment(Path directory) throws IOException {
        return new Trials(RunsFile.read(directory.resolve(RunFiles.RUNS)));
    }

    private static Trials run(Path directory) throws IOException {
        Path file = directory.resolve(RunFiles.THROUGHPUT);
        List<Double> ok = new ArrayList<>();
        try (CsvReader<NamedCsvRecord> rows = CsvReader.builder().ofNamedCsvRecord(file)) {
            for (NamedCsvRecord row : rows) {
                ok.add(Double.parseDouble(row.getField("ok")));
            }
        } catch (CsvParseException | NumberFormatException | NoSuchElementException e) {
            throw new IllegalArgumentException(
                    file + " is not the " + RunFiles.THROUGHPUT + " of a run: " + e.getMessage());
        }
        int whole = Math.max(0, ok.size() - 2);
        if (whole < PairedComparison.MIN_ROUNDS) {
            throw new IllegalArgumentException("The run in '" + directory + "' has "
                    + Figures.counted(whole, "whole second", "whole seconds") + ", and a comparison takes "
                    + PairedComparison.MIN_ROUNDS + ": compare longer runs");
        }
        int length = Math.max(1, whole / STRETCHES);
        int count = Math.min(whole, STRETCHES);
        return new Trials(Stream.iterate(0, i -> i < count, i -> i + 1)
                .map(i -> stretch(i + 1, ok.subList(1 + i * length, 1 + (i + 1) * length)))
                .toList());
    }

    private static Trial stretch(int number, List<Double> okBySecond) {
        double ok = okBySecond.stream().mapToDouble(Double::doubleValue).sum();
        return new Trial(
                "run",
                number,
                Instant.EPOCH,
                StopReason.TIME_OVER,
                Optional.empty(),
                Optional.empty(),
                Map.of(Quantity.OK, ok, Quantity.THROUGHPUT, ok / okBySecond.size()));
    }
}
