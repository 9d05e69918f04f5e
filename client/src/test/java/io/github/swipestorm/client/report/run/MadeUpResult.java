package io.github.swipestorm.client.report.run;

import io.github.swipestorm.client.engine.RunResult;
import io.github.swipestorm.client.engine.StopReason;
import io.github.swipestorm.client.engine.WorkerTime;
import io.github.swipestorm.client.http.FailureKind;
import io.github.swipestorm.client.measure.ConnectionMeasurements;
import io.github.swipestorm.client.measure.Counts;
import io.github.swipestorm.client.measure.IterationMeasurements;
import io.github.swipestorm.client.measure.LatencyHeatMapBuilder;
import io.github.swipestorm.client.measure.LatencyHistogram;
import io.github.swipestorm.client.measure.OperationMeasurements;
import io.github.swipestorm.client.measure.TimelineBuilder;
import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.record.Measurements;
import io.github.swipestorm.client.telemetry.ServerProcesses;
import io.github.swipestorm.client.telemetry.Telemetry;
import io.github.swipestorm.client.testing.Plans;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/** Results of runs that were never made: as large as wanted, and the same each time. */
public final class MadeUpResult {

    private MadeUpResult() {}

    /**
     * A run of three hours and a half that sent all its requests: of each eight attempts seven were ok, and one was not
     * answered and not tried again.
     *
     * @param eighths attempts, in eighths; a power of two
     */
    public static RunResult of(long eighths, Telemetry telemetry) {
        return of(eighths, telemetry, List.of());
    }

    /** The same with iterations. */
    public static RunResult of(long eighths, Telemetry telemetry, List<IterationMeasurements> iterations) {
        LatencyHistogram service = new LatencyHistogram();
        LatencyHistogram failed = new LatencyHistogram();
        TimelineBuilder timeline = new TimelineBuilder();
        LatencyHeatMapBuilder heatMap = new LatencyHeatMapBuilder();
        for (int i = 0; i < 7; i++) {
            service.record(1_000 + 300 * i);
            timeline.add(0, 1_800_000L * i, 1_000 + 300 * i, 1_000 + 300 * i, true, 1);
            heatMap.add(1_800_000L * i, 1_000 + 300 * i);
        }
        failed.record(100_000);
        for (long doubled = 1; doubled < eighths; doubled *= 2) {
            service.add(service.copy());
            failed.add(failed.copy());
        }
        LoadPlan plan = Plans.plan(Plans.NOWHERE)
                .threads(200)
                .requests(8 * eighths)
                .retries(0)
                .build();
        Counts counts = new Counts(
                7 * eighths,
                0,
                eighths,
                8 * eighths,
                7 * eighths * 31,
                8 * eighths * 230,
                new TreeMap<>(Map.of(201, 7 * eighths)),
                Map.of(FailureKind.TIMEOUT, eighths));
        Measurements recorded = new Measurements(
                counts,
                Map.of("timeout: no complete answer within the time-out", eighths),
                service,
                service,
                service,
                service,
                failed,
                service,
                timeline.build(),
                heatMap.build(),
                List.of(new OperationMeasurements(
                        "POST /swipe/left/", counts, service, service, service, timeline.build())),
                iterations,
                Optional.empty(),
                List.of());
        Duration time = Duration.ofMillis(12_600_250);
        return new RunResult(
                plan,
                8 * eighths,
                iterations.isEmpty()
                        ? OptionalLong.empty()
                        : OptionalLong.of(iterations.stream()
                                .mapToLong(IterationMeasurements::begun)
                                .sum()),
                Optional.empty(),
                Optional.empty(),
                Instant.parse("2026-11-21T23:59:59.5Z"),
                time,
                Optional.of(Duration.ofMillis(9_876_543)),
                new WorkerTime(
                        time.multipliedBy(200),
                        time.multipliedBy(198),
                        Duration.ZERO,
                        time.multipliedBy(200),
                        Duration.ZERO,
                        0,
                        Optional.empty()),
                recorded,
                ServerProcesses.elsewhere("it is on another machine"),
                telemetry,
                new ConnectionMeasurements(service, LatencyHistogram.growing(), service, Optional.empty()),
                Optional.empty(),
                StopReason.REQUESTS_USED_UP,
                Optional.empty(),
                List.of(),
                List.of());
    }
}
