package io.github.swipestorm.client.report;

import io.github.swipestorm.client.stats.LatencyDistribution;

/**
 * A line of the latency plot.
 *
 * @param name what was measured
 * @param latencies the values
 */
public record LatencyCurve(String name, LatencyDistribution latencies) {}
