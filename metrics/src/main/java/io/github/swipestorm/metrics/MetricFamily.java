package io.github.swipestorm.metrics;

import io.github.swipestorm.client.measure.LatencyHistogram;
import java.util.List;
import java.util.Map;

/**
 * All series of one metric at one instant, for any monitoring system. Immutable, except that its histograms must not be changed.
 *
 * @param name without prefix, unit and suffix, such as {@code service_time}
 * @param type what its values mean
 * @param unit of its values
 * @param help what it is, in one sentence
 * @param series one for each set of labels
 */
record MetricFamily(String name, Type type, Unit unit, String help, List<Series> series) {

    /** The first word of every name. */
    static final String PREFIX = "swipestorm";

    /** What the values of a metric mean. */
    enum Type {
        /** A sum since the start of a run. */
        COUNTER,
        /** The current value. */
        GAUGE,
        /** All durations since the start of a run. */
        HISTOGRAM,
        /** Always 1: the labels are the information. */
        INFO
    }

    /** The units, all of them base units. */
    enum Unit {
        /** A plain number; OpenTelemetry names what is counted in braces. */
        NONE("", "{item}"),
        SECONDS("_seconds", "s"),
        BYTES("_bytes", "By"),
        CORES("_cores", "{cpu}"),
        /** From 0 to 1. */
        RATIO("_ratio", "1");

        private final String suffix;
        private final String ucum;

        Unit(String suffix, String ucum) {
            this.suffix = suffix;
            this.ucum = ucum;
        }

        /** In the words of the Unified Code for Units of Measure, which OpenTelemetry uses. */
        String ucum() {
            return ucum;
        }
    }

    /**
     * A set of labels and its value.
     *
     * @param labels names and values, in a fixed order
     * @param value of anything but a histogram
     * @param histogram in microseconds; null for anything else
     */
    record Series(Map<String, String> labels, double value, LatencyHistogram histogram) {}

    /** Prometheus' name, without the suffix by which counters end there. */
    String prometheusName() {
        return PREFIX + "_" + name + unit.suffix;
    }

    /** OpenTelemetry's name, which has no unit. */
    String openTelemetryName() {
        return PREFIX + "." + name + (unit == Unit.CORES ? Unit.CORES.suffix : "");
    }
}
