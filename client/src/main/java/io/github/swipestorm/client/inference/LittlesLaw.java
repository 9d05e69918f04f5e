package io.github.swipestorm.client.inference;

/**
 * Little's law, N = X R: the mean number of requests in a system is their throughput times the mean time that each spends
 * in it (Little 1961, "A Proof for the Queuing Formula: L = lambda W"). It holds for every system over a time at whose
 * ends nothing is inside, whatever the distributions (Little 2011, "Little's Law as Viewed on Its 50th Anniversary").
 *
 * <p>Taken to a closed loop, N is the number of workers and R a worker's <em>cycle</em>: from one request's begin to the
 * next one's. Three mistakes in measuring make N = X R fail, and each has its remedy:
 *
 * <ul>
 *   <li><b>Retries.</b> A worker is busy with a request during all of its attempts and the pauses between them. Either R
 *       is the time of whole requests and X counts requests, or R is the time of attempts and X counts attempts; never one of
 *       each.
 *   <li><b>Edges.</b> Workers begin and end at different instants, so on average fewer are at work than were started.
 *       N is then the sum of their active times, divided by the time from the first begin to the last end.
 *   <li><b>The client's own time.</b> Between two requests a worker does something else. R of a request leaves that out, so
 *       X R falls short of N by just that share; {@link #deviation} shows it.
 * </ul>
 *
 * Times are in seconds, throughput is per second; nothing here keeps state, so any thread may call it.
 */
public final class LittlesLaw {
    private LittlesLaw() {}

    /**
     * X = N / R: the most that {@code workers} can do when each request takes {@code meanSeconds}.
     *
     * @param workers mean number of active workers, 0 or more
     * @param meanSeconds mean time of a request, above 0
     * @return requests per second
     * @throws IllegalArgumentException when a value is not in its range
     */
    public static double throughput(double workers, double meanSeconds) {
        return atLeastZero("number of workers", workers) / aboveZero("mean time", meanSeconds);
    }

    /**
     * N = X R: the mean number of requests in flight.
     *
     * @param throughput requests per second, 0 or more
     * @param meanSeconds mean time of a request, 0 or more
     * @throws IllegalArgumentException when a value is not in its range
     */
    public static double concurrency(double throughput, double meanSeconds) {
        return atLeastZero("throughput", throughput) * atLeastZero("mean time", meanSeconds);
    }

    /**
     * The relative deviation of measured values from the law: |N - X R| / N.
     *
     * @param workers mean number of active workers, above 0
     * @param throughput requests per second, 0 or more
     * @param meanSeconds mean time of a request, 0 or more
     * @return 0 when the law holds; 0.02 is 2 %
     * @throws IllegalArgumentException when a value is not in its range
     */
    public static double deviation(double workers, double throughput, double meanSeconds) {
        return Math.abs(aboveZero("number of workers", workers) - concurrency(throughput, meanSeconds)) / workers;
    }

    /**
     * The reference study's prediction: from one worker's cycle times, the throughput of many workers, supposing that a request
     * takes them no longer. Real servers answer more slowly when more ask, so it is an upper bound and not a forecast.
     *
     * <p>The value is N / m, where m is the mean. Its standard error follows from that of the mean, s / sqrt(n), by the
     * delta method for 1 / m: N s / (sqrt(n) m^2) (Casella and Berger 2002, section 5.5.4). The bounds are that error
     * times Student's t to both sides. They cover the scatter of the sample as if its times were independent, and nothing
     * else: not a server that was slower on another day.
     *
     * @param workers how many there shall be, 1 or more
     * @param count cycle times in the sample, 2 or more
     * @param meanSeconds their mean, above 0
     * @param stdevSeconds their standard deviation, 0 or more
     * @throws IllegalArgumentException when a value is not in its range
     */
    public static Prediction predict(int workers, long count, double meanSeconds, double stdevSeconds) {
        if (workers < 1) {
            throw new IllegalArgumentException("A prediction is for 1 worker or more, not for " + workers);
        }
        if (count < 2) {
            throw new IllegalArgumentException("A prediction with bounds needs 2 requests or more, not " + count);
        }
        double value = throughput(workers, meanSeconds);
        double errorOfMean = atLeastZero("standard deviation", stdevSeconds) / Math.sqrt(count);
        double t = ConfidenceInterval.studentsT(count - 1d, ConfidenceInterval.USUAL_LEVEL);
        double margin = t * value * errorOfMean / meanSeconds;
        return new Prediction(
                workers,
                value,
                new ConfidenceInterval(Math.max(0, value - margin), value + margin, ConfidenceInterval.USUAL_LEVEL));
    }

    /**
     * The prediction of Little's law.
     *
     * @param workers number of workers that it is for
     * @param throughput requests per second
     * @param bounds the 95 % interval of {@code throughput}
     */
    public record Prediction(int workers, double throughput, ConfidenceInterval bounds) {
        /**
         * Measured divided by predicted throughput.
         *
         * @param measured requests per second, 0 or more
         * @return 1 when the prediction was exact; usually below 1
         * @throws IllegalArgumentException when {@code measured} is negative or not a number
         */
        public double ratio(double measured) {
            return atLeastZero("throughput", measured) / throughput;
        }
    }

    private static double atLeastZero(String what, double value) {
        if (!(value >= 0) || Double.isInfinite(value)) {
            throw new IllegalArgumentException("A " + what + " is a number of 0 or more, not " + value);
        }
        return value;
    }

    private static double aboveZero(String what, double value) {
        if (!(value > 0) || Double.isInfinite(value)) {
            throw new IllegalArgumentException("A " + what + " is a number above 0, not " + value);
        }
        return value;
    }
}
