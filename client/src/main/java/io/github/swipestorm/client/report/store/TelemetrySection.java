package io.github.swipestorm.client.report.store;

import io.github.swipestorm.client.telemetry.GcPause;
import io.github.swipestorm.client.telemetry.Metric;
import io.github.swipestorm.client.telemetry.Telemetry;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What {@code summary.json} says about telemetry.
 *
 * @param samples how many there were
 * @param means of each reading that could be had, under the name that {@link #field} gives it
 * @param coreBusyShares share of the time that each of the machine's cores was busy
 * @param gcPauses how often and how long the garbage collector stood the client still
 */
record TelemetrySection(int samples, Map<String, Double> means, List<Double> coreBusyShares, GcPauses gcPauses) {

    /** @param longestMs null when there was no pause */
    record GcPauses(int count, double totalMs, Double longestMs) {

        static GcPauses of(List<GcPause> pauses) {
            return new GcPauses(
                    pauses.size(),
                    pauses.stream().mapToLong(GcPause::durationUs).sum() / 1e3,
                    pauses.stream()
                            .map(pause -> pause.durationUs() / 1e3)
                            .max(Double::compare)
                            .orElse(null));
        }
    }

    static TelemetrySection of(Telemetry telemetry) {
        Map<String, Double> means = new LinkedHashMap<>();
        for (Metric reading : Metric.values()) {
            telemetry.mean(reading).ifPresent(mean -> means.put(field(reading), mean));
        }
        return new TelemetrySection(
                telemetry.samples().size(), means, telemetry.coreBusyMeans(), GcPauses.of(telemetry.pauses()));
    }

    /** The name of a reading in {@code summary.json}: its column in {@code telemetry.csv} in camel case, and its unit. */
    static String field(Metric reading) {
        String name = Stream.of(reading.column().split("_"))
                .map(word -> word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1))
                .collect(Collectors.joining());
        return name.substring(0, 1).toLowerCase(Locale.ROOT)
                + name.substring(1)
                + switch (reading.unit()) {
                    case "cores" -> "Cores";
                    case "bytes" -> "Bytes";
                    case "bytes/s" -> name.contains("Bytes") ? "PerSecond" : "BytesPerSecond";
                    case "ms" -> "Ms";
                    case "ms/s" -> "MsPerSecond";
                    case "1/s" -> "PerSecond";
                    // A number of things, which the name says, or a share.
                    case "sockets", "attempts", "requests", "of the workers' time" -> "";
                    default -> throw new IllegalStateException("no suffix for the unit " + reading.unit());
                };
    }
}
