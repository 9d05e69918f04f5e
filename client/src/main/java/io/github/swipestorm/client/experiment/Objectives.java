package io.github.swipestorm.client.experiment;

import io.github.swipestorm.client.engine.RunResult;
import io.github.swipestorm.client.engine.StopReason;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * All that a run is to keep to.
 *
 * @param all in the order in which they were given; empty when nothing was asked for
 */
public record Objectives(List<Objective> all) {

    /** Nothing is asked for. */
    public static final Objectives NONE = new Objectives(List.of());

    public Objectives {
        all = List.copyOf(all);
    }

    /**
     * What came of one objective.
     *
     * @param measured empty when the run has no value
     * @param met false, too, when the run has no value
     */
    public record Judgement(Objective objective, OptionalDouble measured, boolean met) {}

    /**
     * Reads objectives with commas between them: {@code p99<100ms,errors<0.1%}.
     *
     * @throws IllegalArgumentException with a message fit for a person when one is none
     */
    public static Objectives parse(String text) {
        return new Objectives(
                Stream.of(text.split(",", -1)).map(Objective::parse).toList());
    }

    /** Holds a run against each of them, in their order. */
    public List<Judgement> judge(RunResult result) {
        return all.stream().map(objective -> judge(objective, result)).toList();
    }

    private static Judgement judge(Objective objective, RunResult result) {
        OptionalDouble measured = objective.measured(result);
        return new Judgement(objective, measured, measured.isPresent() && objective.allows(measured.getAsDouble()));
    }

    /** Whether a run keeps to all of them; empty when there are none, or when the run was interrupted. */
    public Optional<Boolean> met(RunResult result) {
        return all.isEmpty() || result.reason() == StopReason.INTERRUPTED
                ? Optional.empty()
                : Optional.of(judge(result).stream().allMatch(Judgement::met));
    }

    /** As {@link #parse} reads them. */
    @Override
    public String toString() {
        return all.stream().map(Objective::toString).collect(Collectors.joining(","));
    }
}
