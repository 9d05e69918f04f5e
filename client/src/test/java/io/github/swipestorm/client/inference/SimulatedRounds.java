package io.github.swipestorm.client.inference;

import org.apache.commons.math3.random.RandomGenerator;
import org.apache.commons.math3.random.Well19937c;

/**
 * Throughputs as a real machine gives them: each run scatters lognormally by 5 to 8 %, and the machine as a whole is some
 * 10 % faster in one round than in another. A round is A B B A, its value the mean of the two runs.
 */
final class SimulatedRounds {
    private static final double DRIFT = 0.10;

    private final RandomGenerator random;

    SimulatedRounds(long seed) {
        random = new Well19937c(seed);
    }

    /** A comparison of two things of which B is {@code ratio} times as fast as A. */
    PairedComparison compare(int rounds, double ratio, double scatter) {
        double[] a = new double[rounds];
        double[] b = new double[rounds];
        for (int round = 0; round < rounds; round++) {
            double machine = 5_000 * Math.exp(DRIFT * random.nextGaussian());
            a[round] = (run(machine, scatter) + run(machine, scatter)) / 2;
            b[round] = (run(machine * ratio, scatter) + run(machine * ratio, scatter)) / 2;
        }
        return PairedComparison.of(a, b, new Bootstrap(0.95, 999, random.nextLong()));
    }

    private double run(double typical, double scatter) {
        return typical * Math.exp(scatter * random.nextGaussian());
    }

    /** A scatter of 5 to 8 %. */
    double scatter() {
        return 0.05 + 0.03 * random.nextDouble();
    }
}
