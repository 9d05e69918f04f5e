package io.github.swipestorm.client.experiment;

import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;

/**
 * Whether the first round was slower or faster than the later ones: then something was still warming up, and the runs
 * are not comparable.
 *
 * @param ratio throughput of the first round divided by the median of the later ones, the geometric mean over all
 *     variants
 */
public record Drift(double ratio) {

    /** Rounds of a steady machine are much closer to each other, and a JVM that is warming up is much further away. */
    static final double WORTH_A_WORD = 0.85;

    /**
     * The drift of an experiment.
     *
     * @return empty when there is none that matters, or fewer than three rounds to detect it
     */
    public static Optional<Drift> of(Trials trials) {
        List<String> variants =
                trials.all().stream().map(Trial::variant).distinct().toList();
        double logarithms = 0;
        double scatter = 0;
        int count = 0;
        for (String variant : variants) {
            double[] rates = trials.of(variant).all().stream()
                    .sorted((a, b) -> Integer.compare(a.round(), b.round()))
                    .mapToDouble(trial -> trial.get(RunMetric.THROUGHPUT).orElse(0))
                    .toArray();
            if (rates.length >= 3 && DoubleStream.of(rates).allMatch(rate -> rate > 0)) {
                double[] later = DoubleStream.of(rates).skip(1).sorted().toArray();
                double median = (later[(later.length - 1) / 2] + later[later.length / 2]) / 2;
                logarithms += Math.log(rates[0] / median);
                scatter += Math.log(later[later.length - 1] / later[0]);
                count++;
            }
        }
        double ratio = count == 0 ? 1 : Math.exp(logarithms / count);
        // Where later rounds vary as much, the first one is not an exception: that is variance, not drift.
        if (count > 0 && Math.abs(logarithms) <= scatter) {
            return Optional.empty();
        }
        return ratio < WORTH_A_WORD || ratio > 1 / WORTH_A_WORD ? Optional.of(new Drift(ratio)) : Optional.empty();
    }
}
