package io.github.swipestorm.client.inference;

import io.github.swipestorm.client.inference.BlockBootstrap.Resampled;
import java.util.Arrays;
import org.apache.commons.math3.distribution.NormalDistribution;
import org.apache.commons.math3.stat.StatUtils;

/**
 * The difference of two shares of failed attempts, either of which may be 0: a bootstrap then has nothing to draw and
 * would claim that nothing ever fails.
 *
 * <p>The interval is Newcombe's, made of Wilson's two intervals of one share each (Newcombe 1998, "Interval Estimation
 * for the Difference between Independent Proportions", method 10). It assumes that attempts fail independently. They do
 * not, as failures come in bursts. So the attempts of a run are divided by the <b>design effect</b>, the variance of
 * the share by the {@link BlockBootstrap} divided by that of independent attempts, where it is above 1 (Kish 1965,
 * "Survey Sampling"; Korn and Graubard 1998). A run without any failure takes the design effect of the other.
 */
public final class ShareDifference {

    private ShareDifference() {}

    /**
     * The share of failed attempts, with its uncertainty.
     *
     * @param share 0 to 1
     * @param attempts all of them, above 0
     * @param designEffect 1 where attempts fail independently; above 1 otherwise
     * @param quantile of the interval: Student's t where the design effect was estimated, the normal one otherwise
     * @param level of the interval, between 0 and 1
     */
    public record FailedShare(double share, double attempts, double designEffect, double quantile, double level) {

        /**
         * The share of one run.
         *
         * @param failed failed attempts in each unit of time, {@link BlockBootstrap#MIN_UNITS} or more
         * @param attempts all attempts in the same units, with a sum above 0
         * @param seed of the resamples
         * @param level of the interval, between 0 and 1
         */
        public static FailedShare ofRun(double[] failed, double[] attempts, long seed, double level) {
            double share = share(failed, attempts);
            double[] series = new double[failed.length];
            Arrays.setAll(series, i -> attempts[i] == 0 ? 0 : failed[i] / attempts[i]);
            Resampled resampled = BlockBootstrap.resample(
                    series,
                    drawn -> {
                        double of = weighted(attempts, drawn);
                        return of == 0 ? 0 : weighted(failed, drawn) / of;
                    },
                    seed);
            return of(share, StatUtils.sum(attempts), resampled.variance(), resampled.studentsT(level), level);
        }

        /**
         * The share of several runs, by the linearised variance of a ratio (Cochran 1977, "Sampling Techniques",
         * section 6.4).
         *
         * @param failed failed attempts of each run, two or more
         * @param attempts all attempts of the same runs, with a sum above 0
         * @param level of the interval, between 0 and 1
         */
        public static FailedShare ofRuns(double[] failed, double[] attempts, double level) {
            double share = share(failed, attempts);
            int n = failed.length;
            double squares = 0;
            for (int i = 0; i < n; i++) {
                squares += Math.pow(failed[i] - share * attempts[i], 2);
            }
            double all = StatUtils.sum(attempts);
            double t = ConfidenceInterval.studentsT(n - 1d, level);
            return of(share, all, squares * n / (n - 1) / (all * all), t, level);
        }

        private static double share(double[] failed, double[] attempts) {
            if (!(StatUtils.sum(attempts) > 0)) {
                throw new IllegalArgumentException("There is no share of no attempts");
            }
            return StatUtils.sum(failed) / StatUtils.sum(attempts);
        }

        private static FailedShare of(double share, double attempts, double variance, double t, double level) {
            double independent = share * (1 - share) / attempts;
            double effect = independent == 0 ? 1 : variance / independent;
            double normal = new NormalDistribution(null, 0, 1).inverseCumulativeProbability(0.5 + level / 2);
            return effect > 1
                    ? new FailedShare(share, attempts, Math.min(attempts, effect), t, level)
                    : new FailedShare(share, attempts, 1, normal, level);
        }

        private double wilson(double effect, double z, int side) {
            double square = z * z * effect / attempts;
            double margin = Math.sqrt(square * (share * (1 - share) + square / 4));
            return Math.max(0, Math.min(1, (share + square / 2 + side * margin) / (1 + square)));
        }
    }

    /** The interval of the other share minus the first one, between -1 and 1, at the level of the first. */
    public static ConfidenceInterval of(FailedShare first, FailedShare other) {
        double firstEffect = first.share() == 0 ? other.designEffect() : first.designEffect();
        double otherEffect = other.share() == 0 ? first.designEffect() : other.designEffect();
        double z = Math.max(first.quantile(), other.quantile());
        double down = Math.hypot(
                other.share() - other.wilson(otherEffect, z, -1), first.wilson(firstEffect, z, 1) - first.share());
        double up = Math.hypot(
                other.wilson(otherEffect, z, 1) - other.share(), first.share() - first.wilson(firstEffect, z, -1));
        double difference = other.share() - first.share();
        return new ConfidenceInterval(Math.max(-1, difference - down), Math.min(1, difference + up), first.level());
    }

    private static double weighted(double[] values, int[] drawn) {
        double sum = 0;
        for (int i = 0; i < values.length; i++) {
            sum += drawn[i] * values[i];
        }
        return sum;
    }
}
