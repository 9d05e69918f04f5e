package io.github.swipestorm.client.experiment;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Estimates the time of the missing runs from the time of earlier ones, including warm-up, connecting, writing and
 * clean-up. Not thread-safe.
 *
 * <p>The first run writes its files with code that no run used before, which takes seconds. It counts only while it is
 * the only one.
 */
public final class RemainingTime {

    private final Map<String, Duration> byVariant = new HashMap<>();
    private Duration beyondPlan = Duration.ZERO;
    private int timed;
    private Optional<Variant> cold = Optional.empty();

    /** Records the time of a run, from the end of the cool-down before it to the start of the cool-down after it. */
    public void took(Variant variant, Duration time) {
        variant.plan().stop().duration().ifPresent(planned -> {
            cold.ifPresent(first -> {
                byVariant.remove(first.name());
                beyondPlan = Duration.ZERO;
                timed = 0;
            });
            cold = byVariant.isEmpty() && timed == 0 && cold.isEmpty() ? Optional.of(variant) : Optional.empty();
            beyondPlan = beyondPlan.plus(time.minus(planned));
            timed++;
        });
        byVariant.put(variant.name(), time);
    }

    /**
     * The time for these runs and the cool-downs before them.
     *
     * @return empty while a variant that ends by its requests has not run yet, or nothing has
     */
    public Optional<Duration> of(List<PlannedRun> missing, Duration pause) {
        Duration sum = pause.multipliedBy(missing.size());
        for (PlannedRun run : missing) {
            Optional<Duration> expected = Optional.ofNullable(
                            byVariant.get(run.variant().name()))
                    .or(() -> timed == 0
                            ? Optional.empty()
                            : run.variant()
                                    .plan()
                                    .stop()
                                    .duration()
                                    .map(duration -> duration.plus(beyondPlan.dividedBy(timed))));
            if (expected.isEmpty()) {
                return Optional.empty();
            }
            sum = sum.plus(expected.get());
        }
        return Optional.of(sum);
    }
}
