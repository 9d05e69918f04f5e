package io.github.swipestorm.client.experiment;

import io.github.swipestorm.client.stats.LittlesLaw;
import io.github.swipestorm.client.stats.Spread;
import java.util.Optional;

/**
 * What Little's law predicts from one worker, and what became of it.
 *
 * @param workers how many the prediction is for
 * @param cycleMs how long one worker's cycle took: from one request to the next, retries and the client's own time included
 * @param prediction the throughput that it promises for all workers
 * @param measured the throughput that they had, over the rounds
 * @param requestMs how long a whole request took with all workers, in the mean
 * @param byLatency what the law makes of that latency and the number of workers that were started: N / R
 * @param atWork workers that were at work in the mean, those that began late or ended early counted for their time only
 * @param corrected what the law makes of the latency and {@code atWork}
 */
public record Little(
        int workers,
        double cycleMs,
        LittlesLaw.Prediction prediction,
        Spread measured,
        double requestMs,
        double byLatency,
        double atWork,
        double corrected) {

    /** The name of the setting with so many threads. */
    public static String setting(int threads) {
        return "threads=" + threads;
    }

    /**
     * Works it out.
     *
     * @param workers of the many
     * @param trials runs of one worker, and of the many
     * @return empty when one of the two has no run with ok requests
     */
    public static Optional<Little> of(int workers, Trials trials) {
        Trials one = trials.of(setting(1));
        Trials many = trials.of(setting(workers));
        double sample = ended(one);
        double done = ended(many);
        if (sample < 2 || done == 0 || many.sum(Quantity.OK) == 0 || one.sum(Quantity.OK) == 0) {
            return Optional.empty();
        }
        double cycle = one.sum(Quantity.WALL_TIME) / sample;
        double scatter = weighted(one, Quantity.REQUEST_STDEV) / 1e3;
        double request = weighted(many, Quantity.REQUEST_MEAN) / 1e3;
        double atWork = many.spread(Quantity.WORKERS_AT_WORK).map(Spread::mean).orElse((double) workers);
        return Optional.of(new Little(
                workers,
                cycle * 1e3,
                LittlesLaw.predict(workers, Math.round(sample), cycle, scatter),
                many.spread(Quantity.THROUGHPUT).orElseThrow(),
                request * 1e3,
                LittlesLaw.throughput(workers, request),
                atWork,
                LittlesLaw.throughput(atWork, request)));
    }

    private static double ended(Trials trials) {
        return trials.sum(Quantity.OK) + trials.sum(Quantity.FAILED);
    }

    /** The mean over all requests, so that a run with more of them counts for more. */
    private static double weighted(Trials trials, Quantity quantity) {
        double sum = 0;
        double weights = 0;
        for (Trial trial : trials.all()) {
            double weight = trial.get(Quantity.OK).orElse(0);
            if (trial.get(quantity).isPresent() && weight > 0) {
                sum += weight * trial.get(quantity).getAsDouble();
                weights += weight;
            }
        }
        return weights == 0 ? 0 : sum / weights;
    }
}
