package io.github.swipestorm.client.report.experiment;

import io.github.swipestorm.client.experiment.Change;
import io.github.swipestorm.client.experiment.Change.Of;
import io.github.swipestorm.client.experiment.OperationChanges;
import io.github.swipestorm.client.experiment.RunsFile;
import io.github.swipestorm.client.experiment.Trial;
import io.github.swipestorm.client.experiment.TrialChanges;
import io.github.swipestorm.client.experiment.Trials;
import io.github.swipestorm.client.inference.BlockBootstrap;
import io.github.swipestorm.client.inference.BlockBootstrap.Resampled;
import io.github.swipestorm.client.inference.ConfidenceInterval;
import io.github.swipestorm.client.inference.ShareDifference.FailedShare;
import io.github.swipestorm.client.plan.PlanDocument;
import io.github.swipestorm.client.record.RunFiles;
import io.github.swipestorm.client.report.document.FieldTable;
import io.github.swipestorm.client.report.run.ResponseTimes;
import io.github.swipestorm.client.report.store.DirectoryLock;
import io.github.swipestorm.client.report.store.Environment;
import io.github.swipestorm.client.report.store.ExperimentFile;
import io.github.swipestorm.client.report.store.ExperimentFile.Content;
import io.github.swipestorm.client.report.store.RunDocument.Iterations;
import io.github.swipestorm.client.report.store.RunDocument.ScenarioFigures;
import io.github.swipestorm.client.report.store.SummaryFile;
import io.github.swipestorm.client.telemetry.Metric;
import io.github.swipestorm.client.text.NumberFormat;
import io.github.swipestorm.client.verdict.Bound;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.commons.math3.stat.StatUtils;

/**
 * Compares the files of finished runs, or of finished experiments. An experiment has rounds, and rounds of the same
 * number are compared. A run has only its seconds, from which the block bootstrap draws.
 */
final class FinishedRuns {

    private static final int FIRST_SEED = 1;
    private static final int OTHER_SEED = 2;
    private static final Map<Of, Double> PERCENTILES = Map.of(Of.P50, 50.0, Of.P90, 90.0, Of.P99, 99.0);
    private static final int MOST_DIFFERENCES = 8;

    private FinishedRuns() {}

    /**
     * The result of one comparison.
     *
     * @param name of the other run, or of the other experiment and its variant
     * @param first the name of what it is compared with
     * @param changes one per metric, in their order
     * @param operations those that both have, when both have several
     */
    record Compared(
            String name,
            String first,
            List<Change> changes,
            List<OperationChanges> operations,
            List<ScenarioCompared> scenarios) {}

    /** The iterations of a scenario that both of two runs have. */
    record ScenarioCompared(ScenarioFigures first, ScenarioFigures other) {}

    /**
     * All of it.
     *
     * @param experiments whether experiments were compared, and not runs
     * @param notes what differs besides, and what must be known of the files, a sentence each
     */
    record Result(boolean experiments, List<Compared> compared, List<String> notes) {}

    /**
     * Compares directories with the first of them.
     *
     * @throws IOException when one cannot be read
     * @throws IllegalArgumentException with a message for the user when they cannot be compared
     */
    static Result compare(List<Path> directories) throws IOException {
        boolean experiments = areExperiments(directories);
        List<Compared> compared = new ArrayList<>();
        List<String> notes = new ArrayList<>();
        Path first = directories.get(0);
        List<Path> others = directories.subList(1, directories.size());
        if (experiments) {
            for (Path other : others) {
                experiments(first, other, others.size(), compared, notes);
            }
        } else {
            FinishedRun run = FinishedRun.read(first);
            notes.addAll(run.remarks());
            for (Path directory : others) {
                FinishedRun other = FinishedRun.read(directory);
                notes.addAll(0, differences(run.name(), setup(run), other.name(), setup(other)));
                notes.addAll(other.remarks());
                compared.add(new Compared(
                        other.name(),
                        run.name(),
                        changes(run, other),
                        operations(run, other, others.size()),
                        scenarios(run, other)));
                thinking(run, other).ifPresent(notes::add);
            }
        }
        return new Result(experiments, compared, notes);
    }

    /**
     * Whether all of them are experiments; otherwise all are single runs.
     *
     * @throws IllegalArgumentException with a message for the user when there are both, or neither
     */
    private static boolean areExperiments(List<Path> directories) {
        for (Path directory : directories) {
            requireEnded(directory);
            if (!Files.exists(directory.resolve(RunFiles.RUNS)) && !FinishedRun.isIn(directory)) {
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

    /** The files of a run that has not ended are incomplete. */
    private static void requireEnded(Path directory) {
        if (SummaryFile.read(directory.resolve(RunFiles.SUMMARY), warning -> {}).running()) {
            throw new IllegalArgumentException("'" + directory + "' holds a run that "
                    + (DirectoryLock.isHeld(directory)
                            ? "is still running: wait until it has ended"
                            : "was interrupted before its results were written: 'swipestorm report " + directory
                                    + "' shows what its records hold; compare runs that have ended"));
        }
    }

    /** Plan, machine and versions, as far as they are known. */
    private record Setup(Optional<PlanDocument> plan, Optional<Environment> environment) {}

    private static Setup setup(FinishedRun run) {
        return new Setup(run.summary().start().plan(), run.summary().start().environment());
    }

    private static Setup setup(Path experiment, String variant) {
        Optional<Content> content = ExperimentFile.find(experiment);
        return new Setup(content.flatMap(each -> each.plan(variant)), content.flatMap(Content::environment));
    }

    /** What differs where both are known. */
    private static List<String> differences(String first, Setup ofFirst, String other, Setup ofOther) {
        List<String> found = Stream.concat(
                        differences("", ofFirst.plan, ofOther.plan),
                        differences("environment", ofFirst.environment, ofOther.environment))
                .map(difference -> difference.path() + " is " + difference.first() + " in '" + first + "' and "
                        + difference.other() + " in '" + other + "'")
                .distinct()
                .toList();
        if (found.isEmpty()) {
            return List.of();
        }
        String more = found.size() <= MOST_DIFFERENCES
                ? ""
                : "; and " + (found.size() - MOST_DIFFERENCES) + " more in their " + RunFiles.SUMMARY;
        return List.of("They differ in more than time: "
                + String.join("; ", found.subList(0, Math.min(found.size(), MOST_DIFFERENCES))) + more + ".");
    }

    private static Stream<JsonDifference> differences(
            String part, Optional<? extends Record> first, Optional<? extends Record> other) {
        return first.isEmpty() || other.isEmpty()
                ? Stream.empty()
                : JsonDifference.between(part, FieldTable.shown(first.get()), FieldTable.shown(other.get()));
    }

    /** @param comparisons how many runs are compared with the first */
    private static List<OperationChanges> operations(FinishedRun first, FinishedRun other, int comparisons) {
        List<String> common = first.operations().keySet().stream()
                .filter(other.operations()::containsKey)
                .toList();
        int intervals = comparisons * common.size() * Change.OF_OPERATION.size();
        double level = OperationChanges.level(intervals);
        return common.stream()
                .map(name -> {
                    FinishedRun a = first.operations().get(name);
                    FinishedRun b = other.operations().get(name);
                    return new OperationChanges(
                            name,
                            intervals,
                            Change.OF_OPERATION.stream()
                                    .map(of -> switch (of) {
                                        case THROUGHPUT -> throughput(a, b, level);
                                        case ERRORS -> errors(a, b, level);
                                        default -> percentile(of, a, b, level);
                                    })
                                    .toList());
                })
                .toList();
    }

    private static List<ScenarioCompared> scenarios(FinishedRun first, FinishedRun other) {
        return scenarios(first).stream()
                .flatMap(ofFirst -> scenarios(other).stream()
                        .filter(ofOther -> ofOther.name().equals(ofFirst.name()))
                        .map(ofOther -> new ScenarioCompared(ofFirst, ofOther)))
                .toList();
    }

    private static List<ScenarioFigures> scenarios(FinishedRun run) {
        return run.summary().figures().iterations().map(Iterations::scenarios).orElse(List.of());
    }

    /** Where think time was the limit, throughput says nothing about servers. */
    private static Optional<String> thinking(FinishedRun... runs) {
        List<String> names = Stream.of(runs)
                .filter(run -> run.summary()
                        .findings()
                        .verdict()
                        .filter(verdict -> verdict.bound() == Bound.THINKING)
                        .isPresent())
                .map(run -> "'" + run.name() + "'")
                .toList();
        return names.isEmpty()
                ? Optional.empty()
                : Optional.of("Think time was the limit of " + String.join(" and ", names)
                        + ": throughput there follows from the number of users and from how long they think, so that a"
                        + " difference in it is none of servers or clients.");
    }

    private static List<Change> changes(FinishedRun first, FinishedRun other) {
        double level = ConfidenceInterval.USUAL_LEVEL;
        List<Change> changes = new ArrayList<>();
        changes.add(throughput(first, other, level));
        for (Of of : List.of(Of.P50, Of.P90, Of.P99)) {
            changes.add(percentile(of, first, other, level));
        }
        changes.add(errors(first, other, level));
        changes.add(cpu(Of.CLIENT_CPU, Metric.CLIENT_CPU, first, other));
        changes.add(cpu(Of.SERVER_CPU, Metric.SERVER_CPU, first, other));
        return changes;
    }

    /** The first and the last second of a run are not whole ones: workers begin and end in them. */
    private static Change throughput(FinishedRun first, FinishedRun other, double level) {
        Function<FinishedRun, Optional<double[]>> whole =
                run -> run.ok().map(ok -> ok.length < 3 ? new double[0] : Arrays.copyOfRange(ok, 1, ok.length - 1));
        Optional<String> missing = missing(first, other, run -> run.ok().isPresent(), "no " + RunFiles.THROUGHPUT);
        Optional<double[]> a = whole.apply(first);
        Optional<double[]> b = whole.apply(other);
        double ofA = a.map(StatUtils::mean).orElse(Double.NaN);
        double ofB = b.map(StatUtils::mean).orElse(Double.NaN);
        return missing.or(() -> tooShort(first, a.get().length, "whole seconds"))
                .or(() -> tooShort(other, b.get().length, "whole seconds"))
                .map(why -> Change.unknown(Of.THROUGHPUT, ofA, ofB, why))
                .orElseGet(() -> change(
                        Of.THROUGHPUT,
                        resampledMean(a.get(), FIRST_SEED),
                        resampledMean(b.get(), OTHER_SEED),
                        0,
                        level));
    }

    private static Resampled resampledMean(double[] seconds, long seed) {
        double[] units = inUnits(seconds);
        double secondsOfUnit = Math.ceil((double) seconds.length / FinishedRun.MOST_UNITS);
        // The last unit may be a shorter one; its seconds count as they are.
        return BlockBootstrap.resample(
                units,
                drawn -> {
                    double sum = 0;
                    double time = 0;
                    for (int unit = 0; unit < drawn.length; unit++) {
                        sum += drawn[unit] * units[unit];
                        time += drawn[unit] * Math.min(secondsOfUnit, seconds.length - unit * secondsOfUnit);
                    }
                    return sum / time;
                },
                seed);
    }

    private static Change percentile(Of of, FinishedRun first, FinishedRun other, double level) {
        double percentile = PERCENTILES.get(of);
        Optional<String> missing = missing(
                first, other, run -> run.responseTimes().isPresent(), "no response-time.hlog and no records.csv");
        double a = milliseconds(first, percentile);
        double b = milliseconds(other, percentile);
        return missing.or(() -> tooShort(first, first.responseTimes().get().units(), "seconds"))
                .or(() -> tooShort(other, other.responseTimes().get().units(), "seconds"))
                .map(why -> Change.unknown(of, a, b, why))
                .orElseGet(() -> change(
                        of,
                        resampled(first.responseTimes().get(), percentile, FIRST_SEED),
                        resampled(other.responseTimes().get(), percentile, OTHER_SEED),
                        resolution(a) + resolution(b),
                        level));
    }

    /** Half a microsecond, which is lost by rounding, or half of a histogram's cell, in milliseconds. */
    private static double resolution(double milliseconds) {
        return Math.max(0.0005, milliseconds / 2_048);
    }

    private static double milliseconds(FinishedRun run, double percentile) {
        return run.responseTimes()
                .map(times -> {
                    int[] once = new int[times.units()];
                    Arrays.fill(once, 1);
                    return times.percentileUs(once, percentile) / 1e3;
                })
                .orElse(Double.NaN);
    }

    private static Resampled resampled(ResponseTimes times, double percentile, long seed) {
        int[] once = new int[times.units()];
        Arrays.fill(once, 1);
        // A percentile depends on its seconds by the shares of values above it, so these say how alike neighbours are.
        double[] series = times.sharesAbove(times.percentileUs(once, percentile));
        return BlockBootstrap.resample(series, drawn -> times.percentileUs(drawn, percentile) / 1e3, seed);
    }

    private static Change errors(FinishedRun first, FinishedRun other, double level) {
        Optional<String> missing =
                missing(first, other, run -> run.failed().isPresent(), "no column 'failed' in " + RunFiles.THROUGHPUT);
        double a = errorShare(first);
        double b = errorShare(other);
        return missing.or(() ->
                        Double.isNaN(a) || Double.isNaN(b) ? Optional.of("a run made no attempt") : Optional.empty())
                .or(() -> tooShort(first, first.failed().get().length, "seconds"))
                .or(() -> tooShort(other, other.failed().get().length, "seconds"))
                .map(why -> Change.unknown(Of.ERRORS, 100 * a, 100 * b, why))
                .orElseGet(() -> TrialChanges.errors(
                        100 * a, 100 * b, failing(first, FIRST_SEED, level), failing(other, OTHER_SEED, level)));
    }

    private static double errorShare(FinishedRun run) {
        return run.failed()
                .map(failed -> Arrays.stream(failed).sum()
                        / Arrays.stream(attempts(run)).sum())
                .orElse(Double.NaN);
    }

    private static double[] attempts(FinishedRun run) {
        double[] attempts = run.failed().orElseThrow().clone();
        double[] ok = run.ok().orElseThrow();
        for (int i = 0; i < attempts.length; i++) {
            attempts[i] += ok[i];
        }
        return attempts;
    }

    private static FailedShare failing(FinishedRun run, long seed, double level) {
        return FailedShare.ofRun(inUnits(run.failed().orElseThrow()), inUnits(attempts(run)), seed, level);
    }

    private static Change cpu(Of of, Metric reading, FinishedRun first, FinishedRun other) {
        String nothing = reading.column() + " was not read in all of " + RunFiles.TELEMETRY;
        Optional<String> missing = missing(
                first,
                other,
                run -> run.cpuSeconds(reading)
                        .filter(cpu -> StatUtils.sum(cpu) > 0)
                        .isPresent(),
                nothing);
        double a = cpuOfRequest(first, reading);
        double b = cpuOfRequest(other, reading);
        return missing.or(() -> tooShort(first, first.ok().get().length, "seconds"))
                .or(() -> tooShort(other, other.ok().get().length, "seconds"))
                .map(why -> Change.unknown(of, a, b, why))
                .orElseGet(() -> change(
                        of,
                        resampledCpu(first, reading, FIRST_SEED),
                        resampledCpu(other, reading, OTHER_SEED),
                        0,
                        ConfidenceInterval.USUAL_LEVEL));
    }

    private static double cpuOfRequest(FinishedRun run, Metric reading) {
        return run.cpuSeconds(reading)
                .map(cpu -> 1e6 * StatUtils.sum(cpu) / StatUtils.sum(run.ok().orElseThrow()))
                .filter(Double::isFinite)
                .orElse(Double.NaN);
    }

    private static Resampled resampledCpu(FinishedRun run, Metric reading, long seed) {
        double[] cpu = inUnits(run.cpuSeconds(reading).orElseThrow());
        double[] ok = inUnits(run.ok().orElseThrow());
        double[] series = new double[cpu.length];
        Arrays.setAll(series, i -> ok[i] == 0 ? 0 : cpu[i] / ok[i]);
        return BlockBootstrap.resample(
                series,
                drawn -> {
                    double used = 0;
                    double requests = 0;
                    for (int unit = 0; unit < drawn.length; unit++) {
                        used += drawn[unit] * cpu[unit];
                        requests += drawn[unit] * ok[unit];
                    }
                    return requests == 0 ? 0 : 1e6 * used / requests;
                },
                seed);
    }

    /** @param resolution what the measured difference may be off by rounding alone */
    private static Change change(Of of, Resampled first, Resampled other, double resolution, double level) {
        Optional<ConfidenceInterval> ratio = BlockBootstrap.ratio(first, other, level)
                .map(found -> new ConfidenceInterval(
                        found.low() * Math.max(0, 1 - resolution / other.value()),
                        found.high() * (1 + resolution / other.value()),
                        found.level()));
        if (ratio.isEmpty()) {
            return Change.unknown(of, first.value(), other.value(), "it is 0 in a large part of a run");
        }
        ConfidenceInterval difference = BlockBootstrap.difference(first, other, level);
        return new Change(
                of,
                first.value(),
                other.value(),
                ratio,
                Optional.of(new ConfidenceInterval(
                        difference.low() - resolution, difference.high() + resolution, difference.level())),
                "");
    }

    private static Optional<String> missing(
            FinishedRun first, FinishedRun other, Function<FinishedRun, Boolean> has, String what) {
        List<String> without = Stream.of(first, other)
                .filter(run -> !has.apply(run))
                .map(run -> "'" + run.name() + "'")
                .distinct()
                .toList();
        return without.isEmpty() ? Optional.empty() : Optional.of(what + " in " + String.join(" and ", without));
    }

    private static Optional<String> tooShort(FinishedRun run, int units, String what) {
        return units >= BlockBootstrap.MIN_UNITS
                ? Optional.empty()
                : Optional.of("'" + run.name() + "' has " + NumberFormat.count(units) + " " + what + ", it takes "
                        + BlockBootstrap.MIN_UNITS + ": compare longer runs");
    }

    /** Seconds aggregated where there are many. */
    private static double[] inUnits(double[] seconds) {
        int length = (int) Math.ceil((double) seconds.length / FinishedRun.MOST_UNITS);
        double[] units = new double[(seconds.length + length - 1) / Math.max(1, length)];
        for (int second = 0; second < seconds.length; second++) {
            units[second / length] += seconds[second];
        }
        return units;
    }

    private static void experiments(
            Path first, Path other, int comparisons, List<Compared> compared, List<String> notes) throws IOException {
        Trials ofFirst = new Trials(RunsFile.read(first.resolve(RunFiles.RUNS)));
        Trials ofOther = new Trials(RunsFile.read(other.resolve(RunFiles.RUNS)));
        List<String> names = variants(ofFirst);
        List<String> others = variants(ofOther);
        List<String> common = names.stream().filter(others::contains).toList();
        if (common.isEmpty()) {
            throw new IllegalArgumentException("'" + other + "' has no setting in common with '" + first + "': it has "
                    + String.join(", ", others) + ", and the first one has " + String.join(", ", names));
        }
        notes.addAll(0, designs(first, other, common));
        only(first, names, others).ifPresent(notes::add);
        only(other, others, names).ifPresent(notes::add);
        boolean several = names.size() > 1 || others.size() > 1;
        for (String variant : common) {
            compared.add(new Compared(
                    several ? other + ", " + variant : other.toString(),
                    several ? first + ", " + variant : first.toString(),
                    TrialChanges.ofRuns(ofFirst.byRound(variant), ofOther.byRound(variant)),
                    TrialChanges.ofOperations(ofFirst.of(variant), ofOther.of(variant), comparisons * common.size()),
                    List.of()));
        }
    }

    private static List<String> variants(Trials trials) {
        return trials.all().stream().map(Trial::variant).distinct().toList();
    }

    private static Optional<String> only(Path directory, List<String> has, List<String> others) {
        List<String> only = has.stream().filter(name -> !others.contains(name)).toList();
        return only.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        "Only '" + directory + "' has " + String.join(", ", only) + ", which cannot be compared.");
    }

    /** What differs between the plans of variants that both have, and between machines and versions. */
    private static List<String> designs(Path first, Path other, List<String> common) {
        List<String> notes = new ArrayList<>();
        for (String variant : common) {
            differences(first.toString(), setup(first, variant), other.toString(), setup(other, variant)).stream()
                    .filter(note -> !notes.contains(note))
                    .forEach(notes::add);
        }
        return notes;
    }
}
