package io.github.swipestorm.client.setting;

import java.time.Duration;
import java.util.Optional;

/** A plan, or a part of one, is invalid. */
public final class PlanException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    private final transient PlanProblem problem;

    /** An exception whose message names settings as this program does. */
    public PlanException(PlanProblem problem) {
        super(problem.message(SettingNames.inUse()));
        this.problem = problem;
    }

    /** The problem. */
    public PlanProblem problem() {
        return problem;
    }

    /**
     * Rejects a number that is too low or too high.
     *
     * @param most {@link Long#MAX_VALUE} for no upper limit
     */
    public static void requireInRange(Setting setting, long value, long least, long most) {
        if (value < least || value > most) {
            throw new PlanException(new PlanProblem.NumberOutOfRange(setting, value, least, most));
        }
    }

    /** Rejects a time that is too short. */
    public static void requireAtLeast(Setting setting, Duration value, Duration least) {
        if (value.compareTo(least) < 0) {
            throw new PlanException(new PlanProblem.TimeOutOfRange(setting, value, least, Optional.empty()));
        }
    }

    /** Rejects stages that are too short or too long; {@code together} when it is about the sum of all of them. */
    public static void requireStage(boolean together, Duration value, Duration least, Duration most) {
        if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
            throw new PlanException(new PlanProblem.StageOutOfRange(together, value, least, most));
        }
    }

    /** Rejects a time that is too short or too long. */
    public static void requireInRange(Setting setting, Duration value, Duration least, Duration most) {
        if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
            throw new PlanException(new PlanProblem.TimeOutOfRange(setting, value, least, Optional.of(most)));
        }
    }
}
