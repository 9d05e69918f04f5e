package io.github.swipestorm.client.inference;

/**
 * An estimated quantity with its uncertainty.
 *
 * @param value the estimate
 * @param interval where the true value lies; in the unit of {@code value}
 */
public record Estimate(double value, ConfidenceInterval interval) {}
