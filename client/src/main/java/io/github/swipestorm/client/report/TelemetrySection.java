package io.github.swipestorm.client.report;

import io.github.swipestorm.client.telemetry.GcPause;
import io.github.swipestorm.client.telemetry.Reading;
import io.github.swipestorm.client.telemetry.Telemetry;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What {@code summary.json} says about telemetry.
 *
 * @param samples how many there were
 * @param means of each reading that could be had, under its column's name in {@code telemetry.csv} and in its unit
 * @param coreBusyMeans share of the time that each of the machine's cores was busy
 * @param gcPauses how often and how long the garbage collector stood the client still
 */
record TelemetrySection(int samples, Map<String, Double> means, List<Double> coreBusyMeans, GcPauses gcPauses) {

    record GcPauses(int count, double totalMillis, double longestMillis) {

        static GcPauses of(List<GcPause> pauses) {
            return new GcPauses(
                    pauses.size(),
                    pauses.stream().mapToLong(GcPause::durationUs).sum() / 1e3,
                    pauses.stream().mapToLong(GcPause::durationUs).max().orElse(0) / 1e3);
        }
    }

    static TelemetrySection of(Telemetry telemetry) {
        Map<String, Double> means = new LinkedHashMap<>();
        for (Reading reading : Reading.values()) {
            telemetry.mean(reading).ifPresent(mean -> means.put(reading.column(), mean));
        }
        return new TelemetrySection(
                telemetry.samples().size(), means, telemetry.coreBusyMeans(), GcPauses.of(telemetry.pauses()));
    }
}
