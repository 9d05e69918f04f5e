package io.github.swipestorm.client.inference;

import java.util.Arrays;

/**
 * Tests whether a series of values, one for each second or batch of seconds, keeps one level. The statistic is the largest
 * |t| of all steps (a first part of any length with one mean, the rest with another) and of a straight line: the sup-Wald test
 * for one change at an unknown time (Quandt 1960; Andrews 1993, Econometrica 61), with a trend as one more alternative. The
 * standard error of each t is made from the residuals of its own step or line, enlarged by (1 + r) / (1 - r) for
 * their lag-1 correlation r (Bartlett 1935), and r is corrected for its bias in short series (Marriott and Pope 1954).
 *
 * <p>The critical values are simulated for 2.5 % false alarms in first-order autoregressive series with a correlation of 0.5
 * from one value to the next. With less correlation there are fewer false alarms, with more there are more;
 * docs/numbers.md has the rates. Pure functions, thread-safe.
 */
final class LevelTest {

    /** With fewer values the test finds next to nothing. */
    static final int FEWEST = 10;
    /** Longer series are tested as at most this many means of equally many values. */
    static final int MOST = 100;
    /** A side of a step has at least this many values. */
    private static final int SHORTEST_SIDE = 2;

    private static final double HIGHEST_CORRELATION = 0.9;
    /** Simulated by SteadinessStudy; interpolated linearly between two lengths. */
    private static final double[][] CRITICAL = {
        {10, 5.8},
        {12, 5.7},
        {15, 5.5},
        {20, 5.2},
        {25, 4.8},
        {30, 4.6},
        {40, 4.3},
        {50, 4.1},
        {60, 3.9},
        {80, 3.75},
        {100, 3.65}
    };

    private LevelTest() {}

    /**
     * The test's result.
     *
     * @param changed whether the level changed
     * @param statistic the largest |t|
     * @param step index of the first value after the best step; 0 when the straight line fits better
     * @param before level before that step, or at the line's start
     * @param after level after it, or at the line's end
     * @param trend |t| of the straight line
     * @param trendSize the change along the straight line, as a share of its larger end, 0 to 1
     */
    record Result(
            boolean changed, double statistic, int step, double before, double after, double trend, double trendSize) {

        /** Size of the change relative to the larger level, 0 to 1. */
        double size() {
            return LevelTest.size(before, after);
        }
    }

    /**
     * Tests a series.
     *
     * @throws IllegalArgumentException when there are fewer than {@link #FEWEST} values
     */
    static Result of(double[] series) {
        if (series.length < FEWEST) {
            throw new IllegalArgumentException("No test of " + series.length + " values");
        }
        int each = (series.length + MOST - 1) / MOST;
        double[] values = batches(series, each);
        int skipped = series.length - each * values.length;
        int n = values.length;
        double[] shape = new double[n];
        Arrays.setAll(shape, i -> i);
        Fit line = Fit.of(values, shape);
        Fit best = line;
        int bestStep = 0;
        for (int step = SHORTEST_SIDE; step <= n - SHORTEST_SIDE; step++) {
            for (int i = 0; i < n; i++) {
                shape[i] = i < step ? 0 : 1;
            }
            Fit fit = Fit.of(values, shape);
            if (fit.t > best.t) {
                best = fit;
                bestStep = step;
            }
        }
        double range = bestStep == 0 ? n - 1 : 1;
        return new Result(
                best.t > critical(n),
                best.t,
                bestStep == 0 ? 0 : skipped + each * bestStep,
                best.start,
                best.start + best.slope * range,
                line.t,
                size(line.start, line.start + line.slope * (n - 1)));
    }

    private static double size(double before, double after) {
        double most = Math.max(Math.abs(before), Math.abs(after));
        return most == 0 ? 0 : Math.abs(after - before) / most;
    }

    /** Means of consecutive values; omits the first ones that fill no batch. */
    static double[] batches(double[] series, int each) {
        int count = series.length / each;
        int skipped = series.length - count * each;
        double[] means = new double[count];
        for (int batch = 0; batch < count; batch++) {
            int from = skipped + batch * each;
            means[batch] = Arrays.stream(series, from, from + each).average().orElseThrow();
        }
        return means;
    }

    private static double critical(int n) {
        int right = 1;
        while (right < CRITICAL.length - 1 && CRITICAL[right][0] < n) {
            right++;
        }
        double[] low = CRITICAL[right - 1];
        double[] high = CRITICAL[right];
        return low[1] + (high[1] - low[1]) * (n - low[0]) / (high[0] - low[0]);
    }

    /** Least squares of values = start + slope * shape. */
    private record Fit(double start, double slope, double t) {

        static Fit of(double[] values, double[] shape) {
            int n = values.length;
            double meanValue = Arrays.stream(values).sum() / n;
            double meanShape = Arrays.stream(shape).sum() / n;
            double products = 0;
            double squares = 0;
            for (int i = 0; i < n; i++) {
                products += (shape[i] - meanShape) * (values[i] - meanValue);
                squares += (shape[i] - meanShape) * (shape[i] - meanShape);
            }
            double slope = products / squares;
            double start = meanValue - slope * meanShape;
            double rest = 0;
            double neighbours = 0;
            double previous = 0;
            for (int i = 0; i < n; i++) {
                double residual = values[i] - start - slope * shape[i];
                rest += residual * residual;
                neighbours += residual * previous;
                previous = residual;
            }
            // Rounding leaves residuals of an exact fit that are not quite 0.
            double least = 1e-24 * n * meanValue * meanValue;
            if (rest <= least) {
                return new Fit(start, slope, slope * slope * squares <= least ? 0 : Double.MAX_VALUE);
            }
            double r = correlation(neighbours / rest, n);
            double error = Math.sqrt(rest / (n - 2) / squares * (1 + r) / (1 - r));
            return new Fit(start, slope, Math.abs(slope) / error);
        }

        private static double correlation(double seen, int n) {
            return Math.max(0, Math.min(HIGHEST_CORRELATION, seen + (2 + 4 * seen) / n));
        }
    }
}
