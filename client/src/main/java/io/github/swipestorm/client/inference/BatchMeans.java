package io.github.swipestorm.client.inference;

import java.util.Arrays;

/**
 * The mean of a steady series and a confidence interval for it, from the means of 5 to 20 batches of consecutive values
 * (Schmeiser 1982, Operations Research 30). The interval's half width is Student's t with one degree of freedom fewer
 * than batches, times the standard error of the batch means, enlarged for the remaining correlation between
 * neighbouring batches by the root of (1 + r) / (1 - r), as in SBatch (Lada, Steiger and Wilson 2008, IIE Transactions
 * 40). SteadinessStudy simulates how often such intervals cover the true value in simulated series. Pure functions,
 * thread-safe.
 */
final class BatchMeans {

    private static final int FEWEST_BATCHES = 5;
    private static final int MOST_BATCHES = 20;
    private static final double HIGHEST_CORRELATION = 0.8;

    private BatchMeans() {}

    /**
     * The mean over all values, with an interval.
     *
     * @throws IllegalArgumentException when there are fewer than 10 values, two for each of five batches
     */
    static Estimate of(double[] series) {
        if (series.length < 2 * FEWEST_BATCHES) {
            throw new IllegalArgumentException("No batches of " + series.length + " values");
        }
        double mean = Arrays.stream(series).sum() / series.length;
        int batches = Math.min(MOST_BATCHES, series.length / 2);
        double[] means = LevelTest.batches(series, series.length / batches);
        int n = means.length;
        double centre = Arrays.stream(means).sum() / n;
        double squares = 0;
        double neighbours = 0;
        for (int i = 0; i < n; i++) {
            double deviation = means[i] - centre;
            squares += deviation * deviation;
            neighbours += i == 0 ? 0 : deviation * (means[i - 1] - centre);
        }
        double seen = squares == 0 ? 0 : neighbours / squares;
        double r = Math.max(0, Math.min(HIGHEST_CORRELATION, seen + (1 + 3 * seen) / n));
        double error = Math.sqrt(squares / (n - 1) / n * (1 + r) / (1 - r));
        double t = ConfidenceInterval.studentsT(n - 1d, ConfidenceInterval.USUAL_LEVEL);
        return new Estimate(
                mean, new ConfidenceInterval(mean - t * error, mean + t * error, ConfidenceInterval.USUAL_LEVEL));
    }
}
