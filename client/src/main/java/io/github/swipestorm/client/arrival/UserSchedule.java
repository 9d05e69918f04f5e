package io.github.swipestorm.client.arrival;

import io.github.swipestorm.client.setting.PlanException;
import io.github.swipestorm.client.setting.PlanProblem;
import io.github.swipestorm.client.setting.Setting;
import java.time.Duration;
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

    public UserSchedule {
        stages = List.copyOf(stages);
        PlanException.requireInRange(Setting.USERS, start, 0, UserStage.MOST_USERS);
        if (most(start, stages) == 0 || stages.isEmpty()) {
            throw new PlanException(new PlanProblem.NothingDue(Setting.USERS));
        }
        PlanException.requireStage(true, Plateau.together(stages), Stage.SHORTEST, Stage.LONGEST);
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
        return Plateau.together(stages);
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
