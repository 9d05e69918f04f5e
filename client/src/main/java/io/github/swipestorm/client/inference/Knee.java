package io.github.swipestorm.client.inference;

import io.github.swipestorm.client.setting.Setting;
import io.github.swipestorm.client.text.NumberFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.commons.math3.random.RandomGenerator;

/**
 * Where more threads stop to pay: the smallest number of threads whose mean throughput is at least a share, 95 % as a
 * rule, of the best mean throughput of any number of threads that was measured. It is always one of the measured numbers.
 *
 * <p>The interval comes from a bootstrap over the repeats. How far each run lies from the mean of its own number of
 * threads, relative to that mean and times sqrt(r / (r - 1)) for the r repeats whose mean it is, goes into one pool, from
 * which new repeats are drawn for every number of threads (Davison and Hinkley 1997, section 3.2). The pool supposes that
 * noise is the same share of the throughput everywhere; a pool for each number would have three values and
 * promise far too much. The ends are measured numbers of threads as well. In 2,000 simulated sweeps for each of many shapes,
 * with 2 to 5 repeats that scatter by 2 to 8 %, the interval held the true knee in 92 to 100 % of all cases. On a long
 * plateau the knee itself comes out too high as often as not, since the best of many noisy means is above the true best:
 * look at the interval.
 *
 * @param threads the knee
 * @param throughput its mean throughput
 * @param bestThreads the number of threads with the best mean throughput
 * @param bestThroughput that throughput
 * @param interval the 95 % interval of {@code threads}; absent when too few runs were repeated, see {@link #MIN_REPEATED}
 * @param atEdge whether only the largest measured number of threads reaches the share: throughput may continue to rise, and so
 *     the knee is there or beyond
 * @param refusals what forbids to conclude anything, a sentence each; empty when the interval says where the knee is
 */
public record Knee(
        int threads,
        double throughput,
        int bestThreads,
        double bestThroughput,
        Optional<ConfidenceInterval> interval,
        boolean atEdge,
        List<String> refusals) {

    /** The usual share of the best throughput. */
    public static final double USUAL_SHARE = 0.95;

    /** The least number of runs that repeat others, over all thread counts, for an interval. */
    public static final int MIN_REPEATED = 5;

    /**
     * With more variability between repeats there is no conclusion: the interval was tested with half as much, and a
     * single run on such a machine may be off by a third.
     */
    public static final double MOST_SCATTER = 0.15;

    /** Copies the problems. */
    public Knee {
        refusals = List.copyOf(refusals);
    }

    /** Whether the interval is reliable, and excludes some of the thread counts. */
    public boolean concluded() {
        return refusals.isEmpty();
    }

    /**
     * Finds the knee.
     *
     * @param points one for each thread count, in any order
     * @param share of the best throughput, above 0 and at most 1
     * @param bootstrap computes the interval
     * @throws IllegalArgumentException when there is no point, two have the same thread count, or the share is not in
     *     its range
     */
    public static Knee of(List<ThroughputPoint> points, double share, Bootstrap bootstrap) {
        if (!(share > 0 && share <= 1)) {
            throw new IllegalArgumentException("A share of the best throughput is above 0 and at most 1, not " + share);
        }
        List<ThroughputPoint> sorted = ThroughputPoint.sorted(points);
        double[] means = sorted.stream().mapToDouble(ThroughputPoint::mean).toArray();
        int best = best(means);
        int knee = firstToReach(share * means[best], means);
        Optional<ConfidenceInterval> interval = interval(sorted, means, share, bootstrap);
        return new Knee(
                sorted.get(knee).threads(),
                means[knee],
                sorted.get(best).threads(),
                means[best],
                interval,
                knee == means.length - 1,
                refusals(sorted, interval));
    }

    private static List<String> refusals(List<ThroughputPoint> points, Optional<ConfidenceInterval> interval) {
        if (interval.isEmpty()) {
            return List.of("There are too few repeated runs for an interval: " + MIN_REPEATED
                    + " runs or more must be repeats of others; use more " + Setting.REPEATS + ".");
        }
        List<String> refusals = new ArrayList<>();
        double scatter = relativeScatter(points);
        if (scatter > MOST_SCATTER) {
            refusals.add("Runs of the same number of threads scatter by " + NumberFormat.percent(scatter)
                    + ", and more than " + NumberFormat.percent(MOST_SCATTER)
                    + " is too much: use longer runs on a quieter machine.");
        }
        int first = points.get(0).threads();
        int last = points.get(points.size() - 1).threads();
        if (first < last && interval.get().low() == first && interval.get().high() == last) {
            refusals.add(
                    "The interval of the knee leaves out none of the numbers of threads, " + NumberFormat.count(first)
                            + " to " + NumberFormat.count(last) + ": use more " + Setting.REPEATS + ".");
        }
        return refusals;
    }

    /** Standard deviation of the runs relative to the mean of their thread count, over all thread counts. */
    private static double relativeScatter(List<ThroughputPoint> points) {
        double squares = 0;
        int repeated = 0;
        for (ThroughputPoint point : points) {
            double mean = point.mean();
            for (double repeat : point.repeats()) {
                squares += mean == 0 ? 0 : (repeat / mean - 1) * (repeat / mean - 1);
            }
            repeated += point.repeats().size() - 1;
        }
        return Math.sqrt(squares / repeated);
    }

    private static int best(double[] means) {
        return IntStream.range(0, means.length)
                .reduce((one, other) -> means[other] > means[one] ? other : one)
                .orElseThrow();
    }

    private static int firstToReach(double throughput, double[] means) {
        return IntStream.range(0, means.length)
                .filter(i -> means[i] >= throughput)
                .findFirst()
                .orElseThrow();
    }

    private static Optional<ConfidenceInterval> interval(
            List<ThroughputPoint> points, double[] means, double share, Bootstrap bootstrap) {
        int repeated =
                points.stream().mapToInt(point -> point.repeats().size() - 1).sum();
        if (repeated < MIN_REPEATED) {
            return Optional.empty();
        }
        double[] noise = relativeNoise(points);
        double[] redrawn = new double[means.length];
        return Optional.of(bootstrap.middle(bootstrap.replicates(random -> {
            for (int i = 0; i < means.length; i++) {
                redrawn[i] =
                        means[i] * (1 + meanNoise(noise, points.get(i).repeats().size(), random));
            }
            return points.get(firstToReach(share * redrawn[best(redrawn)], redrawn))
                    .threads();
        })));
    }

    private static double[] relativeNoise(List<ThroughputPoint> points) {
        List<Double> noise = new ArrayList<>();
        for (ThroughputPoint point : points) {
            int repeats = point.repeats().size();
            double mean = point.mean();
            if (repeats > 1) {
                double correction = Math.sqrt(repeats / (repeats - 1.0));
                // A mean of 0 has only repeats of 0, and no noise.
                point.repeats().forEach(repeat -> noise.add(mean == 0 ? 0 : (repeat / mean - 1) * correction));
            }
        }
        return noise.stream().mapToDouble(Double::doubleValue).toArray();
    }

    private static double meanNoise(double[] noise, int repeats, RandomGenerator random) {
        double sum = 0;
        for (int i = 0; i < repeats; i++) {
            sum += noise[random.nextInt(noise.length)];
        }
        return sum / repeats;
    }
}
