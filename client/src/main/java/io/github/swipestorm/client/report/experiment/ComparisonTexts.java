package io.github.swipestorm.client.report.experiment;

import io.github.swipestorm.client.experiment.Comparison;
import io.github.swipestorm.client.experiment.Comparison.Contender;
import io.github.swipestorm.client.inference.PairedComparison;
import io.github.swipestorm.client.inference.PairedComparison.Conclusion;
import io.github.swipestorm.client.report.document.Document.Table;
import io.github.swipestorm.client.text.NumberFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The result of a comparison, as text and as a table. */
final class ComparisonTexts {

    static final String HOW =
            "Each round runs everything once, every second round in the opposite order. A ratio is that of one round;"
                    + " given are their geometric mean and its 95 % interval by the studentised bootstrap. A difference is"
                    + " shown when the interval leaves out 1. Mann-Whitney's p is a second opinion that knows nothing of"
                    + " rounds. Cliff's delta says how much more often one is above the other: 0 when neither is, 1 and -1"
                    + " when one always is.";

    private static final double SIZE = 1.05;
    private static final double POWER = 0.8;

    private ComparisonTexts() {}

    static String sentence(String first, Contender other) {
        PairedComparison ratio = other.throughput();
        String measured =
                other.name() + " has " + NumberFormat.decimal(ratio.ratio(), 3) + " times the throughput of " + first
                        + ratio.interval()
                                .map(interval -> " (95 % interval " + Cells.interval(interval, 3) + ")")
                                .orElse("");
        return switch (ratio.conclusion()) {
            case DIFFERENCE_SHOWN -> measured + ": a difference is shown.";
            case NO_DIFFERENCE_SHOWN -> measured + ": no difference is shown.";
            case TOO_FEW_ROUNDS ->
                "Cannot say whether " + other.name() + " and " + first + " differ in throughput: "
                        + NumberFormat.counted(ratio.ratios().size(), "round is", "rounds are") + " too few, it takes "
                        + PairedComparison.MIN_ROUNDS + ".";
        };
    }

    /** The metrics with too few rounds for a conclusion. */
    static Optional<String> unsupported(String first, Contender other) {
        PairedComparison ratio = other.throughput();
        return ratio.conclusion() != Conclusion.TOO_FEW_ROUNDS
                ? Optional.empty()
                : Optional.of("In " + NumberFormat.counted(ratio.ratios().size(), "round", "rounds")
                        + " the throughput of "
                        + other.name() + " was " + NumberFormat.decimal(ratio.ratio(), 3) + " times that of " + first
                        + ", which another try may turn round.");
    }

    static String noiseFloor(String first, Contender again) {
        PairedComparison ratio = again.throughput();
        String measured = "A/A, " + first + " against itself: " + NumberFormat.decimal(ratio.ratio(), 3);
        return ratio.interval()
                .map(interval -> measured + " (95 % interval " + Cells.interval(interval, 3)
                        + "); differences below " + NumberFormat.percent(ratio.noiseFloor())
                        + " are within the noise of these rounds.")
                .orElse(measured + ".");
    }

    /** A variant that differs from itself shows that the measurement is unreliable. */
    static Optional<String> noisy(Comparison comparison) {
        return comparison
                .again()
                .filter(again -> again.throughput().conclusion() == Conclusion.DIFFERENCE_SHOWN)
                .map(again -> "The A/A rounds show a difference where there is none: one interval in twenty does, or "
                        + "something disturbs these runs. Repeat with more rounds before believing any difference of "
                        + NumberFormat.percent(again.throughput().noiseFloor()) + " or less.");
    }

    static Optional<String> moreRounds(Contender other) {
        PairedComparison ratio = other.throughput();
        if (ratio.conclusion() != Conclusion.NO_DIFFERENCE_SHOWN) {
            return Optional.empty();
        }
        int rounds = ratio.roundsFor(SIZE, POWER);
        return Optional.of(
                "With rounds that scatter like these, a difference of 5 % is found with a probability of 80 % in "
                        + (rounds == Integer.MAX_VALUE ? "no reasonable number of" : NumberFormat.count(rounds))
                        + " rounds; here were "
                        + NumberFormat.count(ratio.ratios().size()) + ".");
    }

    /** A note on multiple intervals; empty where there are fewer than two. */
    static Optional<String> several(Comparison comparison) {
        long comparisons = comparison.others().stream()
                .filter(other -> other.throughput().interval().isPresent())
                .count();
        if (comparisons < 2) {
            return Optional.empty();
        }
        double atLeastOne = 1 - Math.pow(0.95, comparisons);
        return Optional.of("There are " + comparisons
                + " comparisons, each at 95 %. If nothing differed at all, the chance that at "
                + "least one of them showed a difference would be up to " + NumberFormat.percent(atLeastOne)
                + ": take a single difference that is just shown for a hint.");
    }

    static Table table(Comparison comparison) {
        List<List<String>> rows = new ArrayList<>();
        comparison.others().forEach(other -> add(rows, other));
        comparison.again().ifPresent(again -> add(rows, again));
        return new Table(
                "Against " + comparison.first(),
                List.of("", "of", "rounds", "ratio", "95 % interval", "Mann-Whitney p", "Cliff's delta", "difference"),
                rows);
    }

    private static void add(List<List<String>> rows, Contender other) {
        rows.add(row(other.name(), "throughput", other.throughput()));
        other.p99().ifPresent(ratio -> rows.add(row(other.name(), "p99 of the response time", ratio)));
        other.cpu().ifPresent(ratio -> rows.add(row(other.name(), "client CPU a request", ratio)));
    }

    private static List<String> row(String name, String of, PairedComparison ratio) {
        return List.of(
                name,
                of,
                NumberFormat.count(ratio.ratios().size()),
                NumberFormat.decimal(ratio.ratio(), 3),
                ratio.interval().map(interval -> Cells.interval(interval, 3)).orElse(NumberFormat.DASH),
                ratio.mannWhitneyP() < 0.001 ? "< 0.001" : NumberFormat.decimal(ratio.mannWhitneyP(), 3),
                NumberFormat.decimal(ratio.cliffsDelta(), 2),
                switch (ratio.conclusion()) {
                    case DIFFERENCE_SHOWN -> "shown";
                    case NO_DIFFERENCE_SHOWN -> "not shown";
                    case TOO_FEW_ROUNDS -> "too few rounds";
                });
    }
}
