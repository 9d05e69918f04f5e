package io.github.swipestorm.client.telemetry;

import java.util.OptionalLong;

/**
 * Where a run's load stands at one instant.
 *
 * @param activeNanos how long all workers together have been active since the start
 * @param waitedNanos how much of that they waited for answers, the attempts that are under way included
 * @param queueDepth requests in the model's queue; empty for a model without one
 */
public record LoadSnapshot(long activeNanos, long waitedNanos, OptionalLong queueDepth) {}
