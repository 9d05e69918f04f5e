package io.github.swipestorm.client.arrival;

import io.github.swipestorm.client.setting.PlanException;
import io.github.swipestorm.client.setting.Setting;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A part of a plan in which the number of active users changes from its current value to a target.
 *
 * @param duration how long the stage lasts, 1 ms to 10,000 hours
 * @param users how many are active at the end of the stage, 0 to {@value #MOST_USERS}
 * @param step whether the number jumps to the target at the beginning, and stays there; otherwise it changes linearly
 */
public record UserStage(Duration duration, int users, boolean step) implements LoadStage {

    /** The most users of a plan. */
    public static final int MOST_USERS = 100_000;

    private static final Pattern LEVEL = Pattern.compile("(\\d{1,9})u");

    public UserStage {
        PlanException.requireStage(false, duration, Stage.SHORTEST, Stage.LONGEST);
        PlanException.requireInRange(Setting.USERS, users, 0, MOST_USERS);
    }

    @Override
    public double level() {
        return users;
    }

    /** The number in a text such as {@code 50u}; empty for other texts, which may be rates. */
    public static OptionalInt parseUsers(String level) {
        Matcher matcher = LEVEL.matcher(level);
        return matcher.matches() ? OptionalInt.of(Integer.parseInt(matcher.group(1))) : OptionalInt.empty();
    }
}
