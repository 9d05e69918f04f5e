package io.github.swipestorm.client.engine;

import java.time.Duration;

/**
 * A change of the load that was made while a run was in progress.
 *
 * @param at since the start of the run
 * @param level from then on: a rate such as {@code 200/s}, or a number of users such as {@code 50u}
 */
public record LoadChange(Duration at, String level) {}
