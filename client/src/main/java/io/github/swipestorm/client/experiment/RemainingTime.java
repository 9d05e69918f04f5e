package io.github.swipestorm.client.experiment;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How long the runs that are missing will take, by how long the runs before took: with what is warmed up, connected,
 * written and cleared away. Used by one thread.
 */
public final class RemainingTime {

    private final Map<String, Duration> bySetting = new HashMap<>();
    private Duration beyondPlan = Duration.ZERO;
    private int timed;

    /** Takes note of a run, from the end of the pause before it to the begin of the pause after it. */
    public void took(Setting setting, Duration time) {
        bySetting.put(setting.name(), time);
        setting.plan().stop().duration().ifPresent(planned -> {
            beyondPlan = beyondPlan.plus(time.minus(planned));
            timed++;
        });
    }

    /**
     * The time for these runs and the pauses before them.
     *
     * @return empty while a setting that ends by its requests was not run yet, or nothing was
     */
    public Optional<Duration> of(List<Step> missing, Duration pause) {
        Duration sum = pause.multipliedBy(missing.size());
        for (Step step : missing) {
            Optional<Duration> run = Optional.ofNullable(
                            bySetting.get(step.setting().name()))
                    .or(() -> timed == 0
                            ? Optional.empty()
                            : step.setting()
                                    .plan()
                                    .stop()
                                    .duration()
                                    .map(planned -> planned.plus(beyondPlan.dividedBy(timed))));
            if (run.isEmpty()) {
                return Optional.empty();
            }
            sum = sum.plus(run.get());
        }
        return Optional.of(sum);
    }
}
