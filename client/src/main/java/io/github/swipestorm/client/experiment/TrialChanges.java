package io.github.swipestorm.client.experiment;

import io.github.swipestorm.client.experiment.Change.Of;
import io.github.swipestorm.client.inference.Bootstrap;
import io.github.swipestorm.client.inference.ConfidenceInterval;
import io.github.swipestorm.client.inference.PairedComparison;
import io.github.swipestorm.client.inference.ShareDifference;
import io.github.swipestorm.client.inference.ShareDifference.FailedShare;
import io.github.swipestorm.client.text.NumberFormat;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.apache.commons.math3.stat.StatUtils;

/** What changed between the rounds of one variant and those of another; rounds of the same number are compared. */
public final class TrialChanges {

    private static final Bootstrap BOOTSTRAP = Bootstrap.usual(1);

    private final List<Trial> first;
    private final List<Trial> other;
    private final double level;

    private TrialChanges(Map<Integer, Trial> first, Map<Integer, Trial> other, double level) {
        List<Integer> rounds =
                first.keySet().stream().filter(other::containsKey).toList();
        this.first = rounds.stream().map(first::get).toList();
        this.other = rounds.stream().map(other::get).toList();
        this.level = level;
    }

    /**
     * Every metric of the whole runs, with 95 % intervals.
     *
     * @param first the runs of one variant, by round
     * @param other the runs of the other
     */
    public static List<Change> ofRuns(Map<Integer, Trial> first, Map<Integer, Trial> other) {
        TrialChanges changes = new TrialChanges(first, other, ConfidenceInterval.USUAL_LEVEL);
        return List.of(Of.values()).stream().map(changes::change).toList();
    }

    /**
     * Each operation that both have.
     *
     * @param first the runs of one variant
     * @param other the runs of the other
     * @param comparisons how many such comparisons are made together, this one included
     */
    public static List<OperationChanges> ofOperations(Trials first, Trials other, int comparisons) {
        List<String> common =
                first.operations().stream().filter(other.operations()::contains).toList();
        int intervals = comparisons * common.size() * Change.OF_OPERATION.size();
        return common.stream()
                .map(name -> {
                    TrialChanges changes = new TrialChanges(
                            byRound(first.operation(name)),
                            byRound(other.operation(name)),
                            OperationChanges.level(intervals));
                    return new OperationChanges(
                            name,
                            intervals,
                            Change.OF_OPERATION.stream().map(changes::change).toList());
                })
                .toList();
    }

    /**
     * The ratios of a value of the whole runs, with a 95 % interval; empty when no round has the value in both.
     *
     * @param value above 0 where there is one
     */
    static Optional<PairedComparison> ratios(
            Map<Integer, Trial> first, Map<Integer, Trial> other, Function<Trial, OptionalDouble> value) {
        Pairs pairs = new TrialChanges(first, other, ConfidenceInterval.USUAL_LEVEL).pairs(value);
        return pairs.rounds() == 0
                ? Optional.empty()
                : Optional.of(PairedComparison.of(pairs.first, pairs.other, BOOTSTRAP));
    }

    /** The values of both, in the rounds in which both have one. */
    private record Pairs(double[] first, double[] other) {

        int rounds() {
            return first.length;
        }
    }

    private Pairs pairs(Function<Trial, OptionalDouble> value) {
        double[] ofFirst =
                first.stream().mapToDouble(of -> value.apply(of).orElse(0)).toArray();
        double[] ofOther =
                other.stream().mapToDouble(of -> value.apply(of).orElse(0)).toArray();
        int[] both = IntStream.range(0, ofFirst.length)
                .filter(i -> ofFirst[i] > 0 && ofOther[i] > 0)
                .toArray();
        return new Pairs(
                IntStream.of(both).mapToDouble(i -> ofFirst[i]).toArray(),
                IntStream.of(both).mapToDouble(i -> ofOther[i]).toArray());
    }

    private static Map<Integer, Trial> byRound(Trials runs) {
        return runs.all().isEmpty() ? Map.of() : runs.byRound(runs.all().get(0).variant());
    }

    private Change change(Of of) {
        return switch (of) {
            case THROUGHPUT -> change(of, trial -> trial.get(RunMetric.THROUGHPUT));
            case P50 -> change(of, trial -> trial.get(RunMetric.RESPONSE_P50));
            case P90 -> change(of, trial -> trial.get(RunMetric.RESPONSE_P90));
            case P99 -> change(of, trial -> trial.get(RunMetric.RESPONSE_P99));
            case ERRORS -> errors();
            case CLIENT_CPU -> change(of, TrialChanges::clientCpuOfRequest);
            case SERVER_CPU -> change(of, trial -> ofRequest(trial, serverSeconds(trial)));
        };
    }

    /** Microseconds of the client's CPU time per ok request. */
    static OptionalDouble clientCpuOfRequest(Trial trial) {
        return ofRequest(trial, trial.get(RunMetric.CLIENT_CPU));
    }

    private static OptionalDouble serverSeconds(Trial trial) {
        OptionalDouble cores = trial.get(RunMetric.SERVER_CPU);
        return cores.isPresent()
                ? OptionalDouble.of(
                        cores.getAsDouble() * trial.get(RunMetric.WALL_TIME).orElse(0))
                : cores;
    }

    private static OptionalDouble ofRequest(Trial trial, OptionalDouble seconds) {
        double ok = trial.get(RunMetric.OK).orElse(0);
        return seconds.isPresent() && ok > 0
                ? OptionalDouble.of(1e6 * seconds.getAsDouble() / ok)
                : OptionalDouble.empty();
    }

    private Change change(Of of, Function<Trial, OptionalDouble> value) {
        Pairs pairs = pairs(value);
        double ofFirst = StatUtils.mean(pairs.first);
        double ofOther = StatUtils.mean(pairs.other);
        if (pairs.rounds() < PairedComparison.MIN_ROUNDS) {
            return Change.unknown(of, ofFirst, ofOther, tooFew(pairs.rounds()));
        }
        boolean one = level == ConfidenceInterval.USUAL_LEVEL;
        PairedComparison ratios = one
                ? PairedComparison.of(pairs.first, pairs.other, BOOTSTRAP)
                : PairedComparison.of(pairs.first, pairs.other, level);
        double[] differences = new double[pairs.rounds()];
        Arrays.setAll(differences, i -> pairs.other[i] - pairs.first[i]);
        return new Change(
                of,
                ofFirst,
                ofOther,
                ratios.interval(),
                Optional.of(one ? BOOTSTRAP.ofMean(differences) : ConfidenceInterval.ofMean(differences, level)),
                "");
    }

    private static String tooFew(int rounds) {
        return rounds == 0
                ? "no round has a value in both"
                : NumberFormat.counted(rounds, "common round is", "common rounds are") + " too few, it takes "
                        + PairedComparison.MIN_ROUNDS;
    }

    private Change errors() {
        double[] a = attempts(first);
        double[] b = attempts(other);
        double[] failedA = failed(first);
        double[] failedB = failed(other);
        double ofA = 100 * StatUtils.sum(failedA) / StatUtils.sum(a);
        double ofB = 100 * StatUtils.sum(failedB) / StatUtils.sum(b);
        return a.length < PairedComparison.MIN_ROUNDS || StatUtils.sum(a) == 0 || StatUtils.sum(b) == 0
                ? Change.unknown(Of.ERRORS, ofA, ofB, tooFew(a.length))
                : errors(ofA, ofB, FailedShare.ofRuns(failedA, a, level), FailedShare.ofRuns(failedB, b, level));
    }

    /**
     * A change of the share of failed attempts.
     *
     * @param first of the first, in per cent
     * @param other of the other, in per cent
     */
    public static Change errors(double first, double other, FailedShare ofFirst, FailedShare ofOther) {
        ConfidenceInterval points = ShareDifference.of(ofFirst, ofOther).map(share -> 100 * share);
        return new Change(Of.ERRORS, first, other, Optional.empty(), Optional.of(points), "");
    }

    private static double[] attempts(List<Trial> trials) {
        return trials.stream()
                .mapToDouble(trial -> trial.get(RunMetric.ATTEMPTS).orElse(0))
                .toArray();
    }

    /** An ok request has one ok attempt. */
    private static double[] failed(List<Trial> trials) {
        return trials.stream()
                .mapToDouble(trial -> Math.max(
                        0,
                        trial.get(RunMetric.ATTEMPTS).orElse(0)
                                - trial.get(RunMetric.OK).orElse(0)))
                .toArray();
    }
}
