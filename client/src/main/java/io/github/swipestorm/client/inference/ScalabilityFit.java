package io.github.swipestorm.client.inference;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A scalability law fitted to measured throughputs, and whether it supports a conclusion. All repeats of all points
 * have equal weight ({@link ScalabilityLaw} has the formulas, {@link ScalabilityEstimates} describes the intervals).
 *
 * @param law the law
 * @param estimates the best fit; absent with fewer than {@link #MIN_TO_FIT} thread counts, without throughput, and when the
 *     law is not about these runs
 * @param refusals why there is no conclusion, each a sentence; empty when there is one
 */
public record ScalabilityFit(ScalabilityLaw law, Optional<ScalabilityEstimates> estimates, List<String> refusals) {

    /** One thread count more than the laws have parameters: a curve through fewer always exists. */
    public static final int MIN_TO_FIT = 4;

    /** How many thread counts a conclusion needs (Gunther's rule of thumb: half a dozen). */
    public static final int MIN_TO_CONCLUDE = 6;

    /**
     * The least ratio of the largest to the smallest thread count: over a smaller range the laws hardly differ from
     * straight lines.
     */
    public static final int MIN_SPAN = 8;

    /** A law that explains less of the variance does not describe the server. */
    public static final double MIN_R_SQUARED = 0.98;

    /**
     * The largest ratio of Amdahl's limit to the best measured throughput: beyond it, the curve has hardly begun to
     * bend.
     */
    public static final double MAX_EXTRAPOLATION = 2;

    /** Copies the reasons. */
    public ScalabilityFit {
        refusals = List.copyOf(refusals);
    }

    /** Whether the curve may be drawn and its numbers are reliable. */
    public boolean concluded() {
        return refusals.isEmpty();
    }

    /** A law that is not fitted, for a reason that is a sentence. */
    public static ScalabilityFit refused(ScalabilityLaw law, String reason) {
        return new ScalabilityFit(law, Optional.empty(), List.of(reason));
    }

    /**
     * Fits a law.
     *
     * @param points one for each thread count, in any order
     * @param bootstrap computes the intervals
     * @throws IllegalArgumentException when there is no point, or two have the same thread count
     */
    public static ScalabilityFit of(ScalabilityLaw law, List<ThroughputPoint> points, Bootstrap bootstrap) {
        List<ThroughputPoint> sorted = ThroughputPoint.sorted(points);
        List<String> refusals = new ArrayList<>();
        int fewest = sorted.get(0).threads();
        int most = sorted.get(sorted.size() - 1).threads();
        if (sorted.size() < MIN_TO_CONCLUDE) {
            refusals.add(
                    say("%d numbers of threads are too few; a conclusion needs %d.", sorted.size(), MIN_TO_CONCLUDE));
        }
        if (most < MIN_SPAN * fewest) {
            refusals.add(say(
                    "%d to %d threads is too narrow; the most must be %d times the fewest.", fewest, most, MIN_SPAN));
        }
        double best = sorted.stream().mapToDouble(ThroughputPoint::mean).max().orElseThrow();
        if (best == 0) {
            refusals.add("There was no throughput.");
        }
        if (sorted.size() < MIN_TO_FIT || best == 0) {
            return new ScalabilityFit(law, Optional.empty(), refusals);
        }
        ScalabilityEstimates estimates = ScalabilityEstimates.of(law, sorted, bootstrap);
        if (estimates.rSquared() < MIN_R_SQUARED) {
            refusals.add(say(
                    "The curve fits poorly: R squared is %.3f, and %.2f is needed.",
                    estimates.rSquared(), MIN_R_SQUARED));
        }
        if (law == ScalabilityLaw.AMDAHL) {
            refusals.addAll(refusalsOfLimit(estimates, best));
        } else {
            refusals.addAll(refusalsOfPeak(estimates, fewest, most));
        }
        return new ScalabilityFit(law, Optional.of(estimates), refusals);
    }

    private static List<String> refusalsOfLimit(ScalabilityEstimates estimates, double best) {
        if (estimates.sigma().interval().contains(0)) {
            return List.of("sigma cannot be told from 0: no limit is in sight.");
        }
        double limit = estimates.highestThroughput().value();
        return limit <= MAX_EXTRAPOLATION * best
                ? List.of()
                : List.of(say(
                        "The limit would be %.1f times the best that was measured, too far beyond: no conclusion.",
                        limit / best));
    }

    private static List<String> refusalsOfPeak(ScalabilityEstimates estimates, int fewest, int most) {
        if (estimates.kappa().interval().contains(0)) {
            return List.of("kappa cannot be told from 0: no peak is in sight.");
        }
        double peak = estimates.peakThreads().value();
        if (peak > most) {
            return List.of(
                    say("The peak would be at N = %.0f, beyond the %d threads measured: no conclusion.", peak, most));
        }
        return peak >= fewest
                ? List.of()
                : List.of(say(
                        "The peak would be at N = %.0f, before the %d threads measured: no conclusion.", peak, fewest));
    }

    private static String say(String sentence, Object... numbers) {
        return String.format(Locale.ROOT, sentence, numbers);
    }
}
