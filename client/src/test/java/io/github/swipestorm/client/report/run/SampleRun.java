package io.github.swipestorm.client.report.run;

import io.github.swipestorm.client.measure.Counts;
import io.github.swipestorm.client.measure.LatencyHeatMapBuilder;
import io.github.swipestorm.client.measure.LatencyHistogram;
import io.github.swipestorm.client.measure.OperationMeasurements;
import io.github.swipestorm.client.measure.Timeline;
import io.github.swipestorm.client.measure.TimelineBuilder;
import io.github.swipestorm.client.record.Measurements;
import io.github.swipestorm.client.report.document.Document;
import io.github.swipestorm.client.report.store.RunDocument;
import io.github.swipestorm.client.report.store.RunDocument.Figures;
import io.github.swipestorm.client.report.store.RunDocument.PercentileMethods;
import io.github.swipestorm.client.report.store.SummaryFile;
import io.github.swipestorm.client.telemetry.GcPause;
import io.github.swipestorm.client.telemetry.Metric;
import io.github.swipestorm.client.telemetry.Telemetry;
import io.github.swipestorm.client.telemetry.TelemetrySample;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.TreeMap;

/** Runs that were never made, with everything in them that a page can show; the same ones each time. */
public final class SampleRun {
    static final String SUMMARY = """
        {
          "command": "swipestorm run --threads 200 --duration 10m",
          "endedBecause": "interrupted",
          "plan": {
            "target": "http://localhost:8080/app",
            "model": "average",
            "modelSettings": {"batch": 500, "producers": 1},
            "openLoop": null,
            "keepAlive": true,
            "threads": 200,
            "durationSeconds": 600.0,
            "retryOn": ["4xx", "5xx"]
          },
          "environment": {
            "swipestorm": "1.2.3",
            "jvmFlags": ["-Xmx1g", "-XX:+UseParallelGC"],
            "cpus": 2,
            "maxHeapBytes": 1073741824
          },
          "offered": null,
          "verdict": {
            "bound": "server-bound",
            "evidence": "the server used 0.98 of the 1 CPU it had while the client used 0.41 of 2",
            "consequence": "more threads will not help; the server's limit is about this throughput"
          },
          "violations": [],
          "problems": ["the disk was full"]
        }
        """;

    private final double seconds;
    private final TimelineBuilder timeline = new TimelineBuilder();
    private final LatencyHistogram service = new LatencyHistogram();
    private final LatencyHistogram response = new LatencyHistogram();
    private final LatencyHistogram failed = new LatencyHistogram();
    private final LatencyHeatMapBuilder heatMap = new LatencyHeatMapBuilder();
    private long ok;
    private long refused;

    /**
     * @param perSecond requests a second; of each hundred one is refused and tried again, and a fifth of the way into the run the
     *     server is away for a fiftieth of its length
     */
    public SampleRun(double seconds, double perSecond) {
        this.seconds = seconds;
        SplittableRandom random = new SplittableRandom(7);
        double awayFrom = 0.2 * seconds;
        double awayTo = 0.22 * seconds;
        for (long i = 0; i < seconds * perSecond; i++) {
            double at = i / perSecond;
            boolean away = at >= awayFrom && at < awayTo;
            if (!away || i % 10 == 0) {
                long startUs = (long) (at * 1e6);
                long latencyUs = 3_000 + (long) (-2_500 * Math.log(1 - random.nextDouble()) * (1 + at / seconds));
                attempt(startUs, latencyUs, !away && i % 100 != 17, 1);
                if (i % 100 == 17) {
                    attempt(startUs + latencyUs, latencyUs, !away, 2);
                }
            }
        }
    }

    private void attempt(long startUs, long latencyUs, boolean good, int attempt) {
        long endUs = startUs + latencyUs;
        timeline.add(startUs, endUs, latencyUs, latencyUs, good, attempt);
        if (good) {
            ok++;
            service.record(latencyUs);
            response.record(latencyUs * attempt);
            heatMap.add(endUs, latencyUs * attempt);
        } else {
            refused++;
            failed.record(latencyUs);
        }
    }

    public RunData data() {
        Timeline built = timeline.build();
        return new RunData(
                "sample",
                built.seconds(),
                built.endUs(),
                service,
                response,
                failed,
                heatMap.build(),
                telemetry(),
                List.of());
    }

    /** Every reading, each second. */
    private Telemetry telemetry() {
        List<TelemetrySample> samples = new ArrayList<>();
        List<GcPause> pauses = new ArrayList<>();
        for (int second = 1; second <= seconds; second++) {
            Map<Metric, Double> readings = new EnumMap<>(Metric.class);
            for (Metric reading : Metric.values()) {
                double wave = 1.5 + Math.sin(second / 20.0 + reading.column().length());
                boolean bytes = reading.unit().startsWith("bytes");
                readings.put(reading, reading == Metric.WAITING_SHARE ? wave / 3 : bytes ? wave * 3e7 : wave);
            }
            samples.add(new TelemetrySample(second * 1_000_000L, 1_000_000, readings, List.of(0.5, 0.7)));
            if (second % 7 == 0) {
                pauses.add(new GcPause(second * 1_000_000L, 12_000, "Allocation Failure"));
            }
        }
        return new Telemetry(samples, pauses);
    }

    /** Its summary: a server-bound run that was interrupted. */
    RunDocument summary() {
        RunDocument read = SummaryFile.read(SUMMARY);
        return new RunDocument(read.start(), figures(), read.findings());
    }

    Figures figures() {
        Timeline built = timeline.build();
        Counts counts =
                new Counts(ok, 0, 0, ok + refused, 0, 0, new TreeMap<>(Map.of(201, ok, 503, refused)), Map.of());
        Measurements recorded = new Measurements(
                counts,
                Map.of(),
                service,
                response,
                service,
                new LatencyHistogram(),
                failed,
                response,
                built,
                heatMap.build(),
                List.of(new OperationMeasurements("POST /swipe/left/", counts, service, response, service, built)),
                List.of(),
                Optional.empty(),
                List.of());
        return Figures.of(recorded, Map.of(), OptionalInt.of(200), built.endUs() / 1e6, PercentileMethods.NONE);
    }

    Document document() {
        return RunPage.of(data(), summary());
    }
}
