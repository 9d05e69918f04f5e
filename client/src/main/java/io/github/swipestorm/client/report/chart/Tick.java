package io.github.swipestorm.client.report.chart;

/**
 * A mark on an axis.
 *
 * @param value where, on the axis' own scale
 * @param label what stands there; empty for a line without text
 */
record Tick(double value, String label) {}
