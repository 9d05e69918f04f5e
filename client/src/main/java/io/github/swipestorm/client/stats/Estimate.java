package io.github.swipestorm.client.stats;

/**
 * A quantity that data let be estimated, and how well.
 *
 * @param value the estimate
 * @param interval where the true value lies; in the unit of {@code value}
 */
public record Estimate(double value, Interval interval) {}
