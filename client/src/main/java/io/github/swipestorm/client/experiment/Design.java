package io.github.swipestorm.client.experiment;

import io.github.swipestorm.client.plan.LoadPlan;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Everything about an experiment that is settled before it begins. Immutable.
 *
 * @param kind the command's word or words: {@code sweep}, {@code compare-models}
 * @param settings what is run; where rates or threads are searched for, what the search begins with
 * @param course which run comes when
 * @param pause between two runs
 * @param settle how long each server and each way of sending is warmed up before the first run, which is not counted;
 *     zero for not at all
 * @param objectives that runs are held against
 * @param details what else the course depends on, by name
 */
public record Design(
        String kind,
        List<Variant> settings,
        RunSequence course,
        Duration pause,
        Duration settle,
        Objectives objectives,
        SortedMap<String, String> details) {

    /** About how long a run takes beyond its plan, until one shows it: files and pictures are written, memory is cleared. */
    public static final Duration BEYOND_PLAN = Duration.ofSeconds(1);
    /** About how long it takes beyond that to write files with code that was never used before: those of the first run, and the report. */
    private static final Duration FIRST_FILES = Duration.ofSeconds(3);

    public Design {
        settings = List.copyOf(settings);
        details = new TreeMap<>(details);
        if (pause.isNegative() || settle.isNegative()) {
            throw new IllegalArgumentException("Neither the pause nor the time to settle can be negative");
        }
    }

    /** A design in which all there is to know is the schedule. */
    public static Design of(
            String kind, List<Variant> settings, Schedule schedule, Duration pause, Duration settle, Objectives slo) {
        return new Design(kind, settings, schedule, pause, settle, slo, new TreeMap<>(Map.of()));
    }

    /** The order of all runs; empty when it depends on what they bring. */
    public List<Step> order() {
        return course instanceof Schedule schedule ? schedule.steps() : List.of();
    }

    /** The runs of {@link #order} that are not among the finished ones. */
    public List<Step> missing(List<Trial> finished) {
        return order().stream()
                .filter(step -> finished.stream().noneMatch(step::made))
                .toList();
    }

    /**
     * About how long the runs that are missing take, with the pauses, with what is warmed up by time, with the client's own
     * warm-up and with the report; starting servers comes on top.
     *
     * @param finished the runs made so far
     * @return empty when it depends on what the runs bring, or on how fast the server is
     */
    public Optional<Duration> expected(List<Trial> finished) {
        return missing(finished).isEmpty() || !untimed(finished).isEmpty()
                ? Optional.empty()
                : Optional.of(expectedAtLeast(finished));
    }

    /**
     * As {@link #expected}, where the sending of {@link #untimed} runs takes no time; zero when no run is known to be missing.
     *
     * @param finished the runs made so far
     */
    public Duration expectedAtLeast(List<Trial> finished) {
        List<Step> missing = missing(finished);
        if (missing.isEmpty()) {
            return Duration.ZERO;
        }
        Duration sum = FIRST_FILES.plus(
                settle.multipliedBy(WarmUpTracker.settling(settings, settle).size()));
        WarmUpTracker warmth = new WarmUpTracker();
        for (Variant setting : settings) {
            LoadPlan plan = warmth.once(setting.plan());
            sum = sum.plus(plan.warmUp().self().expected(plan.workerThreads()));
        }
        for (Step step : missing) {
            LoadPlan plan = step.setting().plan();
            sum = sum.plus(plan.stop().duration().orElse(Duration.ZERO))
                    .plus(plan.warmUp().duration().orElse(Duration.ZERO))
                    .plus(BEYOND_PLAN);
        }
        return sum.plus(pause.multipliedBy(missing.size() - 1L));
    }

    /** The missing runs that take as long as the server takes for a number of requests, in the run or in its warm-up. */
    public List<Step> untimed(List<Trial> finished) {
        return missing(finished).stream()
                .filter(step -> {
                    LoadPlan plan = step.setting().plan();
                    return plan.stop().duration().isEmpty()
                            || (plan.warmUp().requests() > 0
                                    && plan.warmUp().duration().isEmpty());
                })
                .toList();
    }
}
