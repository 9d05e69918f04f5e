package io.github.swipestorm.client.experiment;

import io.github.swipestorm.client.inference.PairedComparison;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;

/**
 * Several variants compared with the first of them, round by round.
 *
 * @param first the name of the variant that all are compared with
 * @param others the results of the others, in their order
 * @param again the first variant against itself: the noise floor; empty when it was not run twice
 */
public record Comparison(String first, List<Contender> others, Optional<Contender> again) {

    /** Suffix of the first variant's name when it is run once more for the noise floor. */
    private static final String AGAIN = " (again)";

    /**
     * A variant compared with the first one.
     *
     * @param name of it
     * @param throughput its throughput divided by the first one's
     * @param p99 its 99th percentile of the response time divided by the first one's; empty when a round lacks it
     * @param cpu its client's CPU time per request divided by the first one's; empty when a round lacks it
     */
    public record Contender(
            String name, PairedComparison throughput, Optional<PairedComparison> p99, Optional<PairedComparison> cpu) {}

    public Comparison {
        others = List.copyOf(others);
    }

    /** The name of the first variant when it is run once more in each round. */
    public static String again(String first) {
        return first + AGAIN;
    }

    /**
     * Compares.
     *
     * @param names of the variants, the first one first
     * @param trials runs in rounds; a round in which one of the two was not run, or had no ok request, is left out
     * @return empty when no round has both the first variant and another one
     */
    public static Optional<Comparison> of(List<String> names, Trials trials) {
        String first = names.get(0);
        List<Contender> others = new ArrayList<>();
        for (String name : names.subList(1, names.size())) {
            if (!name.equals(again(first))) {
                contender(first, name, trials).ifPresent(others::add);
            }
        }
        Optional<Contender> again = contender(first, again(first), trials);
        return others.isEmpty() && again.isEmpty()
                ? Optional.empty()
                : Optional.of(new Comparison(first, others, again));
    }

    private static Optional<Contender> contender(String first, String name, Trials trials) {
        return compare(first, name, trials, trial -> trial.get(RunMetric.THROUGHPUT))
                .map(throughput -> new Contender(
                        name,
                        throughput,
                        compare(first, name, trials, trial -> trial.get(RunMetric.RESPONSE_P99)),
                        compare(first, name, trials, TrialChanges::clientCpuOfRequest)));
    }

    private static Optional<PairedComparison> compare(
            String first, String name, Trials trials, Function<Trial, OptionalDouble> value) {
        return TrialChanges.ratios(trials.byRound(first), trials.byRound(name), value);
    }
}
