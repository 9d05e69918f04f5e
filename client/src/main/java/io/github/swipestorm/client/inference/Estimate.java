package io.github.swipestorm.client.inference;

/**
 * A quantity that data let be estimated, and how well.
 *
 * @param value the estimate
 * @param interval where the true value lies; in the unit of {@code value}
 */
public record Estimate(double value, ConfidenceInterval interval) {}
