package io.github.swipestorm.client.experiment;

import io.github.swipestorm.client.inference.ConfidenceInterval;
import io.github.swipestorm.client.inference.LittlesLaw;
import io.github.swipestorm.client.inference.Spread;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * The throughput of many workers that Little's law predicts from one worker, and the measured one.
 *
 * <p>The law is applied to each round separately, and the results are averaged. It is never applied to means over rounds: rounds
 * differ in duration and in their number of requests, so the law may hold in each of them and not for the means.
 *
 * @param workers how many the prediction is for
 * @param cycleMs how long one worker's cycle took: from one request to the next, retries and the client's own time included
 * @param prediction the throughput that it predicts for all workers
 * @param bounds where the prediction of another run of one worker would lie, 95 %: Student's interval for a further value
 *     (Hahn and Meeker 1991, "Statistical Intervals", section 4.7), widened where needed so that it contains the prediction of
 *     every single run and the scatter within the runs; empty with fewer than {@link Spread#FEWEST_FOR_INTERVAL} such runs
 * @param measured the throughput that they had, over the rounds
 * @param requestMs how long a whole request and the think time after it took with all workers: the harmonic mean of the rounds' means, which belongs to a
 *     mean of rates
 * @param byLatency what the law makes of each round's latency and the number of workers that were started, N / R, on average
 * @param atWork mean number of active workers; those that began late or ended early count for their time only
 * @param corrected what the law makes of each round's latency and active workers, on average
 * @param keptByLatency measured throughput divided by the round's N / R with all workers, on average over the rounds
 * @param kept the same with each round's active workers; at most 1 in each round
 * @param deviation of the law, |N - X R| / N with the active workers, on average over the rounds
 */
public record LittlePrediction(
        int workers,
        double cycleMs,
        LittlesLaw.Prediction prediction,
        Optional<ConfidenceInterval> bounds,
        Spread measured,
        double requestMs,
        double byLatency,
        double atWork,
        double corrected,
        double keptByLatency,
        double kept,
        double deviation) {

    /**
     * Computes the prediction.
     *
     * @param workers of the run with many workers
     * @param trials runs of one worker, and of many
     * @return empty when one of the two has no run with ok requests
     */
    public static Optional<LittlePrediction> of(int workers, Trials trials) {
        Trials one = trials.of(Sweep.variant(1));
        Trials many = trials.of(Sweep.variant(workers));
        double sample = ended(one);
        double done = ended(many);
        if (sample < 2 || done == 0 || many.sum(RunMetric.OK) == 0 || one.sum(RunMetric.OK) == 0) {
            return Optional.empty();
        }
        double cycle = one.sum(RunMetric.WALL_TIME) / sample;
        double scatter = weighted(one, RunMetric.REQUEST_STDEV) / 1e3;
        List<Round> rounds = many.all().stream()
                .flatMap(trial -> Round.of(workers, trial).stream())
                .toList();
        if (rounds.isEmpty()) {
            return Optional.empty();
        }
        LittlesLaw.Prediction prediction = LittlesLaw.predict(workers, Math.round(sample), cycle, scatter);
        return Optional.of(new LittlePrediction(
                workers,
                cycle * 1e3,
                prediction,
                bounds(prediction, one),
                many.spread(RunMetric.THROUGHPUT).orElseThrow(),
                1e3 / mean(rounds, round -> 1 / round.seconds()),
                mean(rounds, round -> LittlesLaw.throughput(workers, round.seconds())),
                mean(rounds, Round::atWork),
                mean(rounds, round -> LittlesLaw.throughput(round.atWork(), round.seconds())),
                mean(rounds, round -> LittlesLaw.concurrency(round.throughput(), round.seconds()) / workers),
                mean(rounds, round -> LittlesLaw.concurrency(round.throughput(), round.seconds()) / round.atWork()),
                mean(rounds, round -> LittlesLaw.deviation(round.atWork(), round.throughput(), round.seconds()))));
    }

    private static Optional<ConfidenceInterval> bounds(LittlesLaw.Prediction prediction, Trials one) {
        double[] each = one.all().stream()
                .filter(trial -> trial.get(RunMetric.WALL_TIME).orElse(0) > 0)
                .mapToDouble(trial -> prediction.workers()
                        * ended(new Trials(List.of(trial)))
                        / trial.get(RunMetric.WALL_TIME).getAsDouble())
                .toArray();
        if (each.length < Spread.FEWEST_FOR_INTERVAL) {
            return Optional.empty();
        }
        Spread spread = Spread.of(each);
        double t = ConfidenceInterval.studentsT(each.length - 1d, ConfidenceInterval.USUAL_LEVEL);
        double margin = t * spread.stdev() * Math.sqrt(1 + 1.0 / each.length);
        double low = Math.min(spread.min(), Math.min(prediction.bounds().low(), prediction.throughput() - margin));
        double high = Math.max(spread.max(), Math.max(prediction.bounds().high(), prediction.throughput() + margin));
        return Optional.of(new ConfidenceInterval(Math.max(0, low), high, ConfidenceInterval.USUAL_LEVEL));
    }

    /** One run of many workers, in the terms of the law. */
    private record Round(double throughput, double seconds, double atWork) {

        static Optional<Round> of(int workers, Trial trial) {
            double seconds = trial.get(RunMetric.REQUEST_MEAN).orElse(0) / 1e3;
            if (seconds > 0) {
                seconds += trial.get(RunMetric.THINK_MEAN).orElse(0) / 1e3;
            }
            double atWork = trial.get(RunMetric.WORKERS_AT_WORK).orElse(workers);
            return seconds > 0 && atWork > 0
                    ? Optional.of(new Round(trial.get(RunMetric.THROUGHPUT).orElse(0), seconds, atWork))
                    : Optional.empty();
        }
    }

    private static double mean(List<Round> rounds, ToDoubleFunction<Round> value) {
        return rounds.stream().mapToDouble(value).average().orElseThrow();
    }

    /** The ratio of a request's time with all workers to that with one. */
    public double longer() {
        return requestMs / cycleMs;
    }

    /**
     * Whether the rounds agree well enough to conclude that the prediction was missed; empty when there are too few of
     * them.
     */
    public Optional<Boolean> differs() {
        return measured.interval()
                .flatMap(of -> bounds.map(predicted -> of.high() < predicted.low() || of.low() > predicted.high()));
    }

    private static double ended(Trials trials) {
        return trials.sum(RunMetric.OK) + trials.sum(RunMetric.FAILED);
    }

    /** The mean over all requests, so that a run with more of them has more weight. */
    private static double weighted(Trials trials, RunMetric quantity) {
        double sum = 0;
        double weights = 0;
        for (Trial trial : trials.all()) {
            double weight = trial.get(RunMetric.OK).orElse(0);
            if (trial.get(quantity).isPresent() && weight > 0) {
                sum += weight * trial.get(quantity).getAsDouble();
                weights += weight;
            }
        }
        return weights == 0 ? 0 : sum / weights;
    }
}
