package io.github.swipestorm.client.arrival;

import java.time.Duration;

/** A part of a plan in which a level, a rate or a number of users, changes from its current value to a target. */
public sealed interface LoadStage permits Stage, UserStage {

    /** How long the stage lasts. */
    Duration duration();

    /** Whether the level jumps to the target at the beginning, and stays there; otherwise it changes linearly. */
    boolean step();

    /** The target as a number that can be compared with those of other stages of the same kind. */
    double level();
}
