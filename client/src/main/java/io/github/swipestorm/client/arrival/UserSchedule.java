package io.github.swipestorm.client.arrival;

import io.github.swipestorm.client.setting.PlanException;
import io.github.swipestorm.client.setting.PlanProblem;
import io.github.swipestorm.client.setting.Setting;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * How many users of a closed loop are active over time. Users with lower numbers are active longer: while {@code n} users
 * are active, these are the first {@code n} workers. Where the number rises or falls from a to b in a time, one worker
 * begins or ends every time / |b - a|: the first one of a rise at once, the last one of a fall at its end.
 *
 * @param start users at the beginning, 0 to {@value UserStage#MOST_USERS}
 * @param stages how the number changes, 10,000 hours in total at most
 */
public record UserSchedule(int start, List<UserStage> stages) {

    private static final double ROUNDING = 1e-9;

    public UserSchedule {
        stages = List.copyOf(stages);
        PlanException.requireInRange(Setting.USERS, start, 0, UserStage.MOST_USERS);
        if (most(start, stages) == 0 || stages.isEmpty()) {
            throw new PlanException(new PlanProblem.NothingDue(Setting.USERS));
        }
        PlanException.requireStage(true, Plateau.totalDuration(stages), Stage.SHORTEST, Stage.LONGEST);
    }

    /**
     * The users of a closed loop whose number does not change after the ramp-up.
     *
     * @param users at least 1
     * @param rampUp zero when all begin at once
     * @param end of the run, which the ramp-up may exceed
     */
    public static UserSchedule constant(int users, Duration rampUp, Duration end) {
        UserStage all = new UserStage(end, users, true);
        return rampUp.compareTo(Stage.SHORTEST) < 0
                ? new UserSchedule(users, List.of(all))
                : new UserSchedule(0, List.of(new UserStage(rampUp, users, false), all));
    }

    /**
     * The same users up to an instant, and a constant number from then on: the users of a run whose number of users is changed in
     * progress. Where the instant lies within a linear stage, that stage ends there, at the number of users at that moment; users
     * who began within it may then have a beginning that is earlier by up to the time between two of them.
     *
     * @param at since the start of the run, at least 1 ms; a part of a stage that is shorter than 1 ms is left out
     * @param users 0 for a pause
     * @param end of the run, at least 1 ms after the change
     */
    public UserSchedule withUsersFrom(Duration at, int users, Duration end) {
        List<UserStage> changed = stagesBefore(at, start, stages);
        Duration before = Plateau.totalDuration(changed);
        Duration gap = at.minus(before);
        if (gap.compareTo(Stage.SHORTEST) >= 0) {
            // After the last stage nobody is active.
            changed.add(new UserStage(gap, 0, true));
            before = at;
        }
        changed.add(new UserStage(end.minus(before), users, true));
        return new UserSchedule(start, changed);
    }

    /** The stages up to an instant. */
    private static List<UserStage> stagesBefore(Duration at, int start, List<UserStage> stages) {
        List<UserStage> first = new ArrayList<>();
        Duration left = at;
        int from = start;
        for (UserStage stage : stages) {
            Duration length = stage.duration();
            if (length.compareTo(left) <= 0) {
                first.add(stage);
            } else if (left.compareTo(Stage.SHORTEST) >= 0) {
                double part = (double) left.toNanos() / length.toNanos();
                // The first one of a rise begins at once, and the first one of a fall leaves later.
                double exactly = from + part * (stage.users() - from);
                int reached = stage.step() ? stage.users() : (int) Math.ceil(exactly - ROUNDING);
                first.add(new UserStage(left, reached, stage.step()));
            }
            left = left.compareTo(length) > 0 ? left.minus(length) : Duration.ZERO;
            from = stage.users();
        }
        return first;
    }

    private static int most(int start, List<UserStage> stages) {
        // The number at the start is that of an instant only, when the first stage is a step.
        int first = stages.isEmpty() || stages.get(0).step() ? 0 : start;
        return Math.max(first, stages.stream().mapToInt(UserStage::users).max().orElse(0));
    }

    /** The highest number of active users, at least 1. */
    public int most() {
        return most(start, stages);
    }

    /** Total duration of all stages. */
    public Duration duration() {
        return Plateau.totalDuration(stages);
    }

    /** The longest period in which the number of users is constant and above 0. */
    public Plateau longestConstant() {
        return Plateau.longest(start, stages);
    }

    /**
     * The periods in which a worker is active, in nanoseconds since the start of the run: the beginning of the first one,
     * its end, the beginning of the second one, and so on. Each one begins after the end of the one before.
     *
     * @param worker from 0
     * @return of even length; empty when the worker is never active
     */
    public long[] periods(int worker) {
        long[] periods = new long[2 * stages.size()];
        int size = 0;
        long begin = 0;
        int from = start;
        for (UserStage stage : stages) {
            long nanos = stage.duration().toNanos();
            int to = stage.users();
            if (stage.step()) {
                from = to;
            }
            long activeFrom = from > worker ? 0 : to > worker ? part(nanos, worker - from, to - from) : nanos;
            long activeTo = to > worker ? nanos : from > worker ? part(nanos, from - worker, from - to) : 0;
            if (activeFrom < activeTo) {
                boolean goesOn = size > 0 && periods[size - 1] == begin + activeFrom;
                size = goesOn ? size - 1 : size;
                if (!goesOn) {
                    periods[size++] = begin + activeFrom;
                }
                periods[size++] = begin + activeTo;
            }
            begin += nanos;
            from = to;
        }
        return Arrays.copyOf(periods, size);
    }

    private static long part(long nanos, int share, int whole) {
        return Math.round((double) share / whole * nanos);
    }
}
