package io.github.swipestorm.client.engine.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.swipestorm.client.engine.LocalRunner;
import io.github.swipestorm.client.engine.RunObserver;
import io.github.swipestorm.client.engine.RunResult;
import io.github.swipestorm.client.engine.StopSignal;
import io.github.swipestorm.client.measure.TimelineSecond;
import io.github.swipestorm.client.record.RecordingSettings;
import io.github.swipestorm.client.record.RecordsPolicy;
import io.github.swipestorm.client.record.csv.RecordsReader;
import io.github.swipestorm.client.testing.Plans;
import io.github.swipestorm.client.testing.QuickServer;
import io.github.swipestorm.client.transport.TransportType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs on a machine whose time of day changes meanwhile. */
class TimeOfDayTest {

    /** Long ago, so that a reading of the real time of day is obvious. */
    private static final Instant THEN = Instant.parse("2001-09-09T01:46:40Z");

    @TempDir
    private Path directory;

    @ParameterizedTest
    @MethodSource("io.github.swipestorm.client.testing.Registered#transports")
    @Tag("fault")
    @DisplayName(
            "The time of day is set an hour forward and a day back during a run -> it was asked once, at the start; "
                    + "durations, rates, the timeline and the order of rows are those of a clock that cannot be set")
    void a_time_of_day_that_is_set_during_the_run_changes_nothing(TransportType transport) throws Exception {
        AtomicInteger looks = new AtomicInteger();
        // Each look finds another time: as it was, an hour later, a day earlier.
        InstantSource set = () -> switch (looks.getAndIncrement() % 3) {
            case 0 -> THEN;
            case 1 -> THEN.plus(Duration.ofHours(1));
            default -> THEN.minus(Duration.ofDays(1));
        };
        RecordingSettings files =
                new RecordingSettings(Optional.of(directory), Optional.of("records.csv"), RecordsPolicy.BLOCK);
        RunResult result;
        long begin = System.nanoTime();
        try (QuickServer server = new QuickServer()) {
            result = new LocalRunner(files, set)
                    .run(
                            Plans.plan(server.target())
                                    .transport(transport)
                                    .threads(2)
                                    .rate("300")
                                    .requests(360)
                                    .build(),
                            new StopSignal(),
                            RunObserver.NONE);
        }
        Duration real = Duration.ofNanos(System.nanoTime() - begin);

        assertThat(looks).hasValue(1);
        assertThat(result.startedAt()).isEqualTo(THEN);
        assertThat(result.wallTime()).isBetween(Duration.ofSeconds(1), real);
        assertThat(result.violations()).isEmpty();
        List<TimelineSecond> seconds = result.recorded().timeline().seconds();
        assertThat(seconds).hasSizeBetween(2, 1 + (int) real.toSeconds());
        assertThat(seconds.stream()
                        .mapToLong(second -> second.ok() + second.failed())
                        .sum())
                .isEqualTo(result.counts().attempts());
        assertThat(result.recorded().timeline().refused()).isZero();
        assertThat(result.telemetry().samples())
                .allSatisfy(sample -> assertThat(sample.atUs()).isBetween(0L, real.toNanos() / 1_000));
        expectRowsWithin(real, result.counts().attempts());
        assertThat(Files.readString(directory.resolve("service-time.hlog")))
                .contains("StartTime: 1000000000.000 (seconds since epoch), 2001-09-09T01:46:40Z]");
    }

    private void expectRowsWithin(Duration real, long attempts) throws Exception {
        List<Long> lastOfWorker = new ArrayList<>(List.of(0L, 0L));
        long from = THEN.getEpochSecond() * 1_000_000;
        long rows = RecordsReader.read(directory.resolve("records.csv"), row -> {
                    assertThat(row.startUs()).isBetween(from, from + real.toNanos() / 1_000);
                    assertThat(row.latencyUs()).isBetween(0L, real.toNanos() / 1_000);
                    assertThat(row.startUs()).isGreaterThanOrEqualTo(lastOfWorker.get(row.worker()));
                    lastOfWorker.set(row.worker(), row.startUs());
                })
                .rows();
        assertThat(rows).isEqualTo(attempts);
    }
}
