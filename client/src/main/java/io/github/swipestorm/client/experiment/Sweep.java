package io.github.swipestorm.client.experiment;

import io.github.swipestorm.client.inference.Bootstrap;
import io.github.swipestorm.client.inference.Knee;
import io.github.swipestorm.client.inference.ScalabilityFit;
import io.github.swipestorm.client.inference.ScalabilityLaw;
import io.github.swipestorm.client.inference.ThroughputPoint;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The result of a sweep over thread counts.
 *
 * @param points throughput of each thread count, in ascending order; those without a run are left out
 * @param knee where more threads stop paying off
 * @param fits the scalability laws fitted to the points, and the reasons against them; none is fitted when workers thought
 */
public record Sweep(List<ThroughputPoint> points, Knee knee, List<ScalabilityFit> fits) {

    /** A scalability law is about workers that always load the server. */
    static final String THINKING =
            "Workers thought between their requests, so that N of them are fewer than N at the server, and the law is"
                    + " about those. Sweep without think time.";

    public Sweep {
        points = List.copyOf(points);
        fits = List.copyOf(fits);
    }

    /** The name of the variant with this many threads. */
    public static String variant(int threads) {
        return "threads=" + threads;
    }

    /**
     * Computes the result.
     *
     * @param variants of the sweep
     * @param trials its runs so far
     * @return empty when there are fewer than two thread counts, or no request was ok
     */
    public static Optional<Sweep> of(List<Variant> variants, Trials trials) {
        List<ThroughputPoint> points = new ArrayList<>();
        for (Variant variant : variants) {
            double[] rates = trials.of(variant.name()).values(RunMetric.THROUGHPUT);
            if (rates.length > 0) {
                List<Double> repeats = new ArrayList<>();
                for (double rate : rates) {
                    repeats.add(rate);
                }
                points.add(new ThroughputPoint(variant.plan().threads(), repeats));
            }
        }
        boolean nothing = points.stream().allMatch(point -> point.mean() == 0);
        if (points.size() < 2 || nothing) {
            return Optional.empty();
        }
        Bootstrap bootstrap = Bootstrap.usual(1);
        boolean thought = trials.all().stream()
                .anyMatch(trial -> trial.get(RunMetric.THINK_MEAN).orElse(0) > 0);
        return Optional.of(new Sweep(
                points,
                Knee.of(points, Knee.USUAL_SHARE, bootstrap),
                Stream.of(ScalabilityLaw.values())
                        .map(law -> thought
                                ? ScalabilityFit.refused(law, THINKING)
                                : ScalabilityFit.of(law, points, bootstrap))
                        .toList()));
    }
}
