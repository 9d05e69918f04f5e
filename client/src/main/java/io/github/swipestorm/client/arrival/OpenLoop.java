package io.github.swipestorm.client.arrival;

import io.github.swipestorm.client.setting.PlanException;
import io.github.swipestorm.client.setting.PlanProblem;
import io.github.swipestorm.client.setting.Setting;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Load whose requests are due by a schedule, independent of the server. Without stages the rate stays constant and the
 * plan has no end of its own; with stages the rate follows them and the plan ends with the last one.
 *
 * @param start the initial rate; 0 only with stages
 * @param stages how the rate changes, 10,000 hours in total at most
 * @param arrivals how requests are distributed around the rate
 */
public record OpenLoop(Rate start, List<Stage> stages, ArrivalProcess arrivals) {

    private static final double NANOS_PER_SECOND = 1e9;

    public OpenLoop {
        stages = List.copyOf(stages);
        if (stages.isEmpty() && start.requests() == 0) {
            throw new PlanException(new PlanProblem.NothingDue(Setting.RATE));
        }
        if (!stages.isEmpty()
                && (start.requests() == 0 || stages.get(0).step())
                && stages.stream().allMatch(stage -> stage.target().requests() == 0)) {
            throw new PlanException(new PlanProblem.NothingDue(Setting.STAGES));
        }
        if (!stages.isEmpty() && arrivals == ArrivalProcess.BURSTS) {
            throw new PlanException(new PlanProblem.BurstsWithStages());
        }
        if (!stages.isEmpty()) {
            PlanException.requireStage(true, Plateau.totalDuration(stages), Stage.SHORTEST, Stage.LONGEST);
        }
    }

    /**
     * When each request is due.
     *
     * @param seed determines Poisson arrivals: the same seed gives the same instants on every machine
     */
    public ArrivalSchedule schedule(long seed) {
        if (arrivals == ArrivalProcess.POISSON) {
            return new PoissonSchedule(curve(), seed);
        }
        if (arrivals == ArrivalProcess.BURSTS) {
            return new BurstSchedule(start);
        }
        return stages.isEmpty() ? new SteadySchedule(start) : new StagedSchedule(curve());
    }

    /** Total duration of all stages; empty without stages. */
    public Optional<Duration> duration() {
        return stages.isEmpty() ? Optional.empty() : Optional.of(Plateau.totalDuration(stages));
    }

    /**
     * The mean rate over the first part of a run, in requests per second. After the last stage the rate is 0.
     *
     * @throws IllegalArgumentException unless the run lasts at least a nanosecond
     */
    public double meanPerSecond(Duration run) {
        if (run.isNegative() || run.isZero()) {
            throw new IllegalArgumentException("There is no mean over " + run);
        }
        long nanos = run.toNanos();
        double due = arrivals == ArrivalProcess.BURSTS
                ? new BurstSchedule(start).countBefore(nanos)
                : curve().areaUntil(nanos);
        return due / nanos * NANOS_PER_SECOND;
    }

    /** The highest rate, per second. */
    public double peakPerSecond() {
        return Stream.concat(Stream.of(start), stages.stream().map(Stage::target))
                .mapToDouble(Rate::perSecond)
                .max()
                .orElseThrow();
    }

    /**
     * The longest period in which the rate is constant and above 0; without stages the longest time that a run may
     * take.
     */
    public Plateau longestConstant() {
        return stages.isEmpty() ? new Plateau(Stage.SHORTEST, Stage.LONGEST) : Plateau.longest(start.perNano(), stages);
    }

    /** An endless plan at this one's first rate above zero, with constant arrivals. */
    public OpenLoop firstRate() {
        boolean jumps = !stages.isEmpty() && stages.get(0).step();
        Rate first = Stream.concat(Stream.of(start), stages.stream().map(Stage::target))
                .skip(jumps ? 1 : 0)
                .filter(rate -> rate.requests() > 0)
                .findFirst()
                .orElseThrow();
        return new OpenLoop(first, List.of(), ArrivalProcess.CONSTANT);
    }

    /**
     * The same load up to an instant, and a constant rate from then on: the load of a run whose rate is changed in progress.
     * Where the instant lies within a linear stage, that stage ends there, at a rate that is rounded to 0.001/s.
     *
     * @param at since the start of the run, at least 1 ms; a part of a stage that is shorter than 1 ms is left out
     * @param rate 0 for a pause
     * @param end of the run, at least 1 ms after the change
     * @throws IllegalArgumentException when this has bursts, or nothing would be due
     */
    public OpenLoop withRateFrom(Duration at, Rate rate, Duration end) {
        List<Stage> changed = new ArrayList<>();
        Duration left = at;
        Rate from = start;
        for (Stage stage : stages) {
            Duration length = stage.duration();
            if (length.compareTo(left) <= 0) {
                changed.add(stage);
            } else if (left.compareTo(Stage.SHORTEST) >= 0) {
                double part = (double) left.toNanos() / length.toNanos();
                double change = stage.target().perSecond() - from.perSecond();
                Rate reached = stage.step() ? stage.target() : Rate.ofPerSecond(from.perSecond() + part * change);
                changed.add(new Stage(left, reached, stage.step()));
            }
            left = left.compareTo(length) > 0 ? left.minus(length) : Duration.ZERO;
            from = stage.target();
        }
        if (left.compareTo(Stage.SHORTEST) >= 0) {
            // Without stages the rate is the same for ever; after the last one it is 0.
            changed.add(new Stage(left, stages.isEmpty() ? start : new Rate(0, start.periodNanos()), true));
        }
        changed.add(new Stage(end.minus(Plateau.totalDuration(changed)), rate, true));
        return new OpenLoop(start, changed, arrivals);
    }

    private RateCurve curve() {
        return stages.isEmpty() ? RateCurve.steady(start) : RateCurve.staged(start, stages);
    }
}
