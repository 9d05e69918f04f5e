package io.github.swipestorm.client.experiment;

import io.github.swipestorm.client.objective.Objectives;
import io.github.swipestorm.client.plan.LoadPlan;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The fixed part of an experiment, known before it begins. Immutable.
 *
 * @param kind the label of the command: {@code sweep}, {@code compare-models}
 * @param variants the variants; where rates or threads are searched for, those that the search begins with
 * @param sequence the sequence of the runs
 * @param pause cool-down between two runs
 * @param settle how long each server and each sender variant is warmed up before the first run, which is not counted;
 *     zero for none
 * @param objectives that runs are checked against
 * @param details further inputs of the sequence, by name
 */
public record Design(
        String kind,
        List<Variant> variants,
        RunSequence sequence,
        Duration pause,
        Duration settle,
        Objectives objectives,
        SortedMap<String, String> details) {

    /**
     * Estimated time of a run beyond its plan, until the first run shows it: files and charts are written, memory is
     * freed.
     */
    public static final Duration BEYOND_PLAN = Duration.ofSeconds(1);
    /**
     * Estimated additional time for writing files with code that has not run before: those of the first run, and the
     * report.
     */
    private static final Duration FIRST_FILES = Duration.ofSeconds(3);

    public Design {
        variants = List.copyOf(variants);
        details = new TreeMap<>(details);
        if (pause.isNegative() || settle.isNegative()) {
            throw new IllegalArgumentException("Neither the pause nor the time to settle can be negative");
        }
        variants.forEach(variant -> objectives.requirePartsOf(variant.plan()));
    }

    /** A design that is completely defined by its schedule. */
    public static Design of(
            String kind, List<Variant> variants, Schedule schedule, Duration pause, Duration settle, Objectives slo) {
        return new Design(kind, variants, schedule, pause, settle, slo, new TreeMap<>(Map.of()));
    }

    /** The order of all runs; empty when it depends on their results. */
    public List<PlannedRun> order() {
        return sequence instanceof Schedule schedule ? schedule.runs() : List.of();
    }

    /** The runs of {@link #order} that are not finished. */
    public List<PlannedRun> missing(List<Trial> finished) {
        return order().stream()
                .filter(planned -> finished.stream().noneMatch(planned::matches))
                .toList();
    }

    /**
     * Estimated time of the missing runs, with cool-downs, timed warm-ups, the self warm-up and the report, but without
     * starting servers.
     *
     * @param finished the runs made so far
     * @return empty when it depends on the results of the runs, or on the server's speed
     */
    public Optional<Duration> expected(List<Trial> finished) {
        return missing(finished).isEmpty() || !untimed(finished).isEmpty()
                ? Optional.empty()
                : Optional.of(expectedAtLeast(finished));
    }

    /**
     * As {@link #expected}, but without the sending time of {@link #untimed} runs; zero when no run is known to be
     * missing.
     *
     * @param finished the runs made so far
     */
    public Duration expectedAtLeast(List<Trial> finished) {
        List<PlannedRun> missing = missing(finished);
        if (missing.isEmpty()) {
            return Duration.ZERO;
        }
        Duration sum = FIRST_FILES.plus(
                settle.multipliedBy(WarmUpTracker.settling(variants, settle).size()));
        WarmUpTracker warmth = new WarmUpTracker();
        for (Variant variant : variants) {
            LoadPlan plan = warmth.once(variant);
            sum = sum.plus(plan.warmUp().self().expected(plan.workerThreads()));
        }
        for (PlannedRun planned : missing) {
            LoadPlan plan = planned.variant().plan();
            sum = sum.plus(plan.stop().duration().orElse(Duration.ZERO))
                    .plus(plan.warmUp().duration().orElse(Duration.ZERO))
                    .plus(BEYOND_PLAN);
        }
        return sum.plus(pause.multipliedBy(missing.size() - 1L));
    }

    /**
     * The missing runs whose duration depends on the server, because they or their warm-ups end by a number of
     * requests.
     */
    public List<PlannedRun> untimed(List<Trial> finished) {
        return missing(finished).stream()
                .filter(planned -> {
                    LoadPlan plan = planned.variant().plan();
                    return plan.stop().duration().isEmpty()
                            || (plan.warmUp().requests() > 0
                                    && plan.warmUp().duration().isEmpty());
                })
                .toList();
    }
}
