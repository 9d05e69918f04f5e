package io.github.swipestorm.client.experiment;

import io.github.swipestorm.client.inference.Spread;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Runs of an experiment that belong together. Immutable.
 *
 * @param all in the order in which they were made
 */
public record Trials(List<Trial> all) {

    public Trials {
        all = List.copyOf(all);
    }

    /** The runs of one variant. */
    public Trials of(String variant) {
        return new Trials(
                all.stream().filter(trial -> trial.variant().equals(variant)).toList());
    }

    /** The names of the operations, where runs have several; in their order. */
    public List<String> operations() {
        return all.stream()
                .flatMap(trial -> trial.operations().keySet().stream())
                .distinct()
                .toList();
    }

    /** The runs that have this operation, each as a run of it alone. */
    public Trials operation(String name) {
        return new Trials(
                all.stream().flatMap(trial -> trial.operation(name).stream()).toList());
    }

    /** The runs by round, of one variant that has at most one run in each. */
    public Map<Integer, Trial> byRound(String variant) {
        Map<Integer, Trial> rounds = new LinkedHashMap<>();
        of(variant).all().forEach(trial -> rounds.put(trial.round(), trial));
        return rounds;
    }

    /** The values of a metric, from the runs that have one. */
    public double[] values(RunMetric quantity) {
        return all.stream()
                .map(trial -> trial.get(quantity))
                .filter(value -> value.isPresent())
                .mapToDouble(value -> value.getAsDouble())
                .toArray();
    }

    /** The spread of a metric; empty when no run has it. */
    public Optional<Spread> spread(RunMetric quantity) {
        double[] values = values(quantity);
        return values.length == 0 ? Optional.empty() : Optional.of(Spread.of(values));
    }

    /** The sum of a metric over all runs. */
    public double sum(RunMetric quantity) {
        double sum = 0;
        for (double value : values(quantity)) {
            sum += value;
        }
        return sum;
    }

    /**
     * What bounded the runs, as the verdicts' labels, without duplicates and the most frequent first; empty when none
     * has one.
     */
    public String bounds() {
        return all.stream()
                .flatMap(trial -> trial.bound().stream())
                .collect(Collectors.groupingBy(word -> word, LinkedHashMap::new, Collectors.counting()))
                .entrySet()
                .stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                .map(Map.Entry::getKey)
                .collect(Collectors.joining(", "));
    }
}
