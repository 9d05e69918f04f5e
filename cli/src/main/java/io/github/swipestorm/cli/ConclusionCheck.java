package io.github.swipestorm.cli;

import io.github.swipestorm.client.experiment.Design;
import io.github.swipestorm.client.experiment.PlannedRun;
import io.github.swipestorm.client.experiment.Variant;
import io.github.swipestorm.client.inference.Knee;
import io.github.swipestorm.client.inference.PairedComparison;
import io.github.swipestorm.client.inference.ScalabilityFit;
import io.github.swipestorm.client.inference.Spread;
import io.github.swipestorm.client.text.NumberFormat;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Warns before an experiment begins of conclusions that it cannot reach, and says what they would take. */
public final class ConclusionCheck {

    private ConclusionCheck() {}

    /** A line for each conclusion that this design does not allow. */
    public static List<String> notes(Design design) {
        int rounds = design.order().stream().mapToInt(PlannedRun::round).max().orElse(0);
        if (rounds == 0) {
            return List.of();
        }
        List<String> notes = new ArrayList<>();
        switch (design.kind()) {
            case "sweep" -> sweep(design, rounds, notes);
            case "repeat" -> intervals(design, rounds, "--repeat", "the mean", notes);
            case "little" -> intervals(design, rounds, "--repeats", "the prediction", notes);
            case "matrix" -> intervals(design, rounds, "--repeats", "the means", notes);
            default -> {
                if (design.kind().startsWith("compare") && rounds < PairedComparison.MIN_ROUNDS) {
                    // An even number, so that each order comes as often as the other.
                    int needed = PairedComparison.MIN_ROUNDS + PairedComparison.MIN_ROUNDS % 2;
                    notes.add("this cannot show a difference: "
                            + NumberFormat.counted(rounds, "round is", "rounds are") + " too few, it takes "
                            + PairedComparison.MIN_ROUNDS + remedy(design, "--rounds", needed));
                }
            }
        }
        return notes;
    }

    private static void sweep(Design design, int rounds, List<String> notes) {
        int counts = design.variants().size();
        int repeated = counts * (rounds - 1);
        if (repeated < Knee.MIN_REPEATED) {
            int needed = 1 + (Knee.MIN_REPEATED + counts - 1) / counts;
            notes.add("this cannot say where the knee is: it takes " + Knee.MIN_REPEATED
                    + " runs that repeat others, and this has " + repeated + remedy(design, "--repeats", needed));
        }
        int fewest = threads(design).min().orElseThrow();
        int most = threads(design).max().orElseThrow();
        if (counts < ScalabilityFit.MIN_TO_CONCLUDE || most < ScalabilityFit.MIN_SPAN * fewest) {
            notes.add("this cannot say whether a law of scaling holds: it takes " + ScalabilityFit.MIN_TO_CONCLUDE
                    + " thread counts, the largest " + ScalabilityFit.MIN_SPAN
                    + " times the smallest or more, and this has " + counts + " from " + fewest + " to " + most
                    + "; use --threads " + fewest + ".." + 32 * fewest + "x2");
        }
    }

    private static IntStream threads(Design design) {
        return design.variants().stream().map(Variant::plan).mapToInt(plan -> plan.threads());
    }

    private static void intervals(Design design, int rounds, String option, String what, List<String> notes) {
        if (rounds < Spread.FEWEST_FOR_INTERVAL) {
            notes.add("there will be no interval for " + what + ": "
                    + NumberFormat.counted(rounds, "run of each setting is", "runs of each setting are")
                    + " too few, it takes "
                    + Spread.FEWEST_FOR_INTERVAL + remedy(design, option, Spread.FEWEST_FOR_INTERVAL));
        }
    }

    private static String remedy(Design design, String option, int needed) {
        return "; use " + option + " " + needed
                + design.expected(List.of())
                        .map(time -> ", which takes about " + text(longer(design, time, needed)))
                        .orElse("");
    }

    /** With as many rounds as needed: warm-ups stay the same, and every further round takes as long as one. */
    private static Duration longer(Design design, Duration all, int needed) {
        int rounds = design.order().stream().mapToInt(PlannedRun::round).max().orElseThrow();
        Duration round = design.order().stream()
                .filter(step -> step.round() == 1)
                .map(step -> step.variant().plan())
                .map(plan -> plan.stop()
                        .duration()
                        .orElse(Duration.ZERO)
                        .plus(plan.warmUp().duration().orElse(Duration.ZERO))
                        .plus(Design.BEYOND_PLAN)
                        .plus(design.pause()))
                .reduce(Duration.ZERO, Duration::plus);
        return all.plus(round.multipliedBy((long) needed - rounds));
    }

    /** In seconds, in minutes or in hours, whichever fits its length. */
    public static String text(Duration time) {
        long seconds = Math.round(time.toMillis() / 1e3);
        return seconds < 60
                ? seconds + " s"
                : seconds < 3_600
                        ? seconds / 60 + " min " + seconds % 60 + " s"
                        : seconds / 3_600 + " h " + seconds / 60 % 60 + " min";
    }
}
