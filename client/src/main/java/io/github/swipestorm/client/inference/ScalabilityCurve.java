package io.github.swipestorm.client.inference;

/**
 * One curve of the Universal Scalability Law; with a kappa of 0 one of Amdahl's.
 *
 * @param lambda throughput of one thread, 0 or more
 * @param sigma contention, 0 or more
 * @param kappa coherency, 0 or more
 */
public record ScalabilityCurve(double lambda, double sigma, double kappa) {

    /** The throughput of {@code threads}, 1 or more; in the unit of {@code lambda}. */
    public double throughput(double threads) {
        return lambda * threads / slowdown(threads, sigma, kappa);
    }

    static double slowdown(double threads, double sigma, double kappa) {
        return 1 + sigma * (threads - 1) + kappa * threads * (threads - 1);
    }

    /**
     * The number of threads with the highest throughput, sqrt((1 - sigma) / kappa): not rounded, 1 where more threads
     * only reduce it, and infinite where kappa is 0 and throughput never falls.
     */
    public double peakThreads() {
        if (kappa == 0) {
            return sigma < 1 ? Double.POSITIVE_INFINITY : 1;
        }
        return Math.max(1, Math.sqrt(Math.max(0, 1 - sigma) / kappa));
    }

    /**
     * The highest throughput of all: that of {@link #peakThreads}, or, where there is no peak, the asymptote lambda /
     * sigma. Infinite when sigma is 0 as well.
     */
    public double highestThroughput() {
        double peak = peakThreads();
        if (lambda == 0) {
            return 0;
        }
        return Double.isInfinite(peak) ? lambda / sigma : throughput(peak);
    }
}
