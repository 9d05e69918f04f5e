package io.github.swipestorm.client.inference;

import org.apache.commons.math3.distribution.BinomialDistribution;
import org.apache.commons.math3.distribution.NormalDistribution;

/**
 * Whether the number of times that something was drawn is what its share makes likely: the two-sided binomial test, exact up to
 * 2,147,483,647 draws and by the normal distribution above that.
 */
public final class ShareByChance {

    /** A difference of which chance makes a larger one in fewer runs than this share is no chance. */
    public static final double LEVEL = 0.001;

    private ShareByChance() {}

    /**
     * Whether chance explains a number at {@link #LEVEL}, Bonferroni-corrected for several tests of one run.
     *
     * @param drawn how many times it was drawn, 0 to {@code draws}
     * @param draws how many independent draws there were, 0 or more
     * @param share that is asked, 0 to 1
     * @param tests how many shares of the run are tested, 1 or more
     */
    public static boolean explains(long drawn, long draws, double share, int tests) {
        return draws == 0 || probability(drawn, draws, share) >= LEVEL / tests;
    }

    /** The probability of a number at least as far off, on either side. */
    static double probability(long drawn, long draws, double share) {
        double least;
        double most;
        if (draws <= Integer.MAX_VALUE) {
            BinomialDistribution chance = new BinomialDistribution(null, (int) draws, share);
            least = chance.cumulativeProbability((int) drawn);
            most = 1 - chance.cumulativeProbability((int) drawn - 1);
        } else {
            double deviation = Math.max(1e-9, Math.sqrt(draws * share * (1 - share)));
            NormalDistribution chance = new NormalDistribution(null, draws * share, deviation);
            least = chance.cumulativeProbability(drawn + 0.5);
            most = 1 - chance.cumulativeProbability(drawn - 0.5);
        }
        return Math.min(1, 2 * Math.min(least, most));
    }
}
