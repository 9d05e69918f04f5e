package io.github.swipestorm.client.inference;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.apache.commons.math3.distribution.TDistribution;
import org.apache.commons.math3.stat.StatUtils;
import org.apache.commons.math3.stat.inference.MannWhitneyUTest;

/**
 * Two variants measured in turn, round by round, and the confidence interval of their ratio. A machine is faster in one minute
 * than in another, which affects both values of a round alike; it cancels out in their ratio, so only ratios are judged.
 *
 * <p>Their centre is the <b>geometric mean</b>. It makes B against A exactly the reciprocal of A against B, it is the mean
 * of the logarithms and so has the studentised bootstrap's interval, and where ratios scatter evenly it needs two thirds
 * of the rounds that the median needs for the same precision (the median's efficiency is 2/pi). A round that went wrong
 * does move it, but widens the interval even more.
 *
 * <p>The interval is {@link Bootstrap#ofMean} of the logarithms. It was tried on simulated rounds: runs that scatter
 * lognormally, on a machine that is 10 % faster in one round than in another, 3,000 comparisons for each number below.
 * A variant compared with itself fell outside in 4.5 to 6.1 % of them, at 5 to 30 rounds alike. A true difference of 5 % was
 * shown in this share, in per cent:
 *
 * <table>
 * <caption>Power: how often a difference of 5 % is shown, in per cent</caption>
 * <tr><th>a round is</th><th>runs scatter by</th><th>10 rounds</th><th>20 rounds</th><th>30 rounds</th><th>80 % need</th></tr>
 * <tr><td>A B</td><td>5 %</td><td>46</td><td>82</td><td>95</td><td>19 rounds</td></tr>
 * <tr><td>A B</td><td>8 %</td><td>23</td><td>44</td><td>61</td><td>45 rounds</td></tr>
 * <tr><td>A B B A</td><td>5 %</td><td>74</td><td>98</td><td>100</td><td>11 rounds</td></tr>
 * <tr><td>A B B A</td><td>6.5 %</td><td>53</td><td>88</td><td>97</td><td>16 rounds</td></tr>
 * <tr><td>A B B A</td><td>8 %</td><td>37</td><td>72</td><td>89</td><td>24 rounds</td></tr>
 * </table>
 *
 * The value of an A B B A round is the mean of its two runs. {@link #roundsFor} computes the last column.
 *
 * @param ratios B by A, one for each round, in their order
 * @param ratio the geometric mean of {@code ratios}; above 1 where B is larger
 * @param interval the interval of {@code ratio}, usually of 95 %; absent with fewer than {@link #MIN_ROUNDS} rounds
 * @param scatter standard deviation of the ratios' natural logarithms, divided by the rounds - 1; 0.05 is some 5 %. It is
 *     0 with one round
 * @param mannWhitneyP a second opinion: how probable ranks as far apart as these are when A and B are the same (Mann and
 *     Whitney 1947), two-sided, by the normal approximation. It knows nothing of rounds: what the machine's drift adds to
 *     both sides hides differences from it, so that it finds fewer than the interval does, true and false ones
 * @param cliffsDelta the effect's size without a unit: how much more often a value of B is above one of A than below
 *     it, over all pairs (Cliff 1993); -1 to 1, and 0 when neither wins
 * @param conclusion what follows
 */
public record PairedComparison(
        List<Double> ratios,
        double ratio,
        Optional<ConfidenceInterval> interval,
        double scatter,
        double mannWhitneyP,
        double cliffsDelta,
        Conclusion conclusion) {

    /** With fewer rounds no interval has its nominal coverage, and there is no conclusion. */
    public static final int MIN_ROUNDS = Bootstrap.MIN_VALUES;

    /** The possible conclusions of a comparison. */
    public enum Conclusion {
        /** The interval of the ratio excludes 1. */
        DIFFERENCE_SHOWN,
        /**
         * The interval contains 1: there is no difference, or it is too small for this number of rounds. A normal
         * result.
         */
        NO_DIFFERENCE_SHOWN,
        /** Fewer than {@link #MIN_ROUNDS} rounds. */
        TOO_FEW_ROUNDS
    }

    /** Copies the ratios. */
    public PairedComparison {
        ratios = List.copyOf(ratios);
    }

    /**
     * Compares.
     *
     * @param a one value of A for each round, above 0: a throughput, a latency, or the mean of several in that round
     * @param b the values of B in the same rounds
     * @param bootstrap makes the interval; one of the same seed makes the same
     * @throws IllegalArgumentException when there is no round, the numbers of rounds differ, or a value is not above 0
     */
    public static PairedComparison of(double[] a, double[] b, Bootstrap bootstrap) {
        return of(a, b, bootstrap::ofMean);
    }

    /**
     * Compares, with an interval of any level: Student's own (1908), of the mean of the logarithms. Where many comparisons must
     * hold together their levels are close to 1, and the bootstrap would need more rounds than anybody makes: with six, its
     * interval of 99.75 % is two and a half times as wide as this one, and with five it often has no end. Both missed as often
     * as they should in a thousand simulated comparisons each of lognormal ratios, at 5 to 20 rounds.
     *
     * @param a one value of A for each round, above 0
     * @param b the values of B in the same rounds
     * @param level above 0 and below 1
     * @throws IllegalArgumentException when there is no round, the numbers of rounds differ, or a value is not above 0
     */
    public static PairedComparison of(double[] a, double[] b, double level) {
        return of(a, b, logarithms -> ConfidenceInterval.ofMean(logarithms, level));
    }

    private static PairedComparison of(double[] a, double[] b, Function<double[], ConfidenceInterval> ofMean) {
        if (a.length == 0 || a.length != b.length) {
            throw new IllegalArgumentException(
                    "A comparison needs as many values of A as of B, not " + a.length + " and " + b.length);
        }
        double[] logarithms = new double[a.length];
        for (int round = 0; round < a.length; round++) {
            // Not the logarithm of a quotient, which would be rounded differently when A and B change places.
            logarithms[round] = -logarithm("A", round, a[round]) + logarithm("B", round, b[round]);
        }
        Optional<ConfidenceInterval> interval = a.length < MIN_ROUNDS
                ? Optional.empty()
                : Optional.of(ofMean.apply(logarithms).map(Math::exp));
        return new PairedComparison(
                Arrays.stream(logarithms).map(Math::exp).boxed().toList(),
                Math.exp(StatUtils.mean(logarithms)),
                interval,
                a.length == 1 ? 0 : Math.sqrt(StatUtils.variance(logarithms)),
                new MannWhitneyUTest().mannWhitneyUTest(a, b),
                cliffsDelta(a, b),
                interval.map(PairedComparison::conclude).orElse(Conclusion.TOO_FEW_ROUNDS));
    }

    private static double logarithm(String whose, int round, double value) {
        if (!(value > 0) || Double.isInfinite(value)) {
            throw new IllegalArgumentException("A comparison needs values above 0, but " + whose + " has " + value
                    + " in round " + (round + 1) + "; leave that round out");
        }
        return Math.log(value);
    }

    private static Conclusion conclude(ConfidenceInterval ofRatio) {
        return ofRatio.contains(1) ? Conclusion.NO_DIFFERENCE_SHOWN : Conclusion.DIFFERENCE_SHOWN;
    }

    private static double cliffsDelta(double[] a, double[] b) {
        long balance = 0;
        for (double ofA : a) {
            for (double ofB : b) {
                balance += Math.round(Math.signum(ofB - ofA));
            }
        }
        return (double) balance / ((long) a.length * b.length);
    }

    /**
     * The largest difference that these rounds could miss, as the end of the interval that is farther from 1: 0.03 when
     * it reaches from 0.98 to 1.03. When a variant is compared with itself, this is the <em>noise floor</em>: no
     * difference below it is meaningful.
     *
     * @return a share above 0, always of the larger by the smaller value; infinite without an interval
     */
    public double noiseFloor() {
        return interval.map(of -> Math.max(of.high(), 1 / of.low()) - 1).orElse(Double.POSITIVE_INFINITY);
    }

    /**
     * How many rounds would show a difference of this size, when they vary as these did.
     *
     * @param difference the ratio to be found, above 0 and not 1: 1.05 or 0.95
     * @param power the probability of finding it, above 0 and below 1; usually 0.8
     * @return {@link #MIN_ROUNDS} or more
     * @throws IllegalArgumentException when there is only one round, or a value is not in its range
     */
    public int roundsFor(double difference, double power) {
        if (ratios.size() < 2) {
            throw new IllegalArgumentException("One round does not show how much rounds scatter");
        }
        return roundsFor(difference, power, scatter);
    }

    /**
     * How many rounds show a difference: the smallest n of at least ((t1 + t2) scatter / ln(difference))^2, where t1 and t2
     * are Student's t with n - 1 degrees of freedom at 97.5 % and at the power (Kupper and Hafner 1989, "How Appropriate
     * Are Popular Sample Size Formulas?", for one sample).
     *
     * @param difference the ratio to be found, above 0 and not 1
     * @param power the probability of finding it, above 0 and below 1
     * @param scatter standard deviation of the logarithms of ratios, 0 or more
     * @return {@link #MIN_ROUNDS} or more; {@link Integer#MAX_VALUE} when a million would not do
     * @throws IllegalArgumentException when a value is not in its range
     */
    public static int roundsFor(double difference, double power, double scatter) {
        if (!(difference > 0) || difference == 1 || Double.isInfinite(difference)) {
            throw new IllegalArgumentException("A difference to look for is above 0 and not 1, not " + difference);
        }
        if (!(power > 0 && power < 1) || !(scatter >= 0)) {
            throw new IllegalArgumentException(
                    "There is no number of rounds for a power of " + power + " and a scatter of " + scatter);
        }
        double perRound = scatter / Math.abs(Math.log(difference));
        int tooFew = MIN_ROUNDS - 1;
        int enough = 1_000_001;
        while (enough - tooFew > 1) {
            int rounds = (tooFew + enough) / 2;
            TDistribution t = new TDistribution(null, rounds - 1d);
            double factor = t.inverseCumulativeProbability(0.5 + ConfidenceInterval.USUAL_LEVEL / 2)
                    + t.inverseCumulativeProbability(power);
            if (Math.pow(Math.max(0, factor) * perRound, 2) <= rounds) {
                enough = rounds;
            } else {
                tooFew = rounds;
            }
        }
        return enough > 1_000_000 ? Integer.MAX_VALUE : enough;
    }
}
