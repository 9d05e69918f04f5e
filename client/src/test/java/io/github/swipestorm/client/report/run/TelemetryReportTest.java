package io.github.swipestorm.client.report.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.swipestorm.client.report.store.CalibrationFile;
import io.github.swipestorm.client.report.store.RunDocument.Sampled;
import io.github.swipestorm.client.report.store.TelemetryCsv;
import io.github.swipestorm.client.telemetry.GcPause;
import io.github.swipestorm.client.telemetry.Metric;
import io.github.swipestorm.client.telemetry.Telemetry;
import io.github.swipestorm.client.telemetry.TelemetrySample;
import io.github.swipestorm.client.verdict.Calibration;
import io.github.swipestorm.client.verdict.ClientCapacity;
import io.github.swipestorm.client.verdict.HostFingerprint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TelemetryReportTest {

    private static final Telemetry SEEN = new Telemetry(
            List.of(
                    new TelemetrySample(
                            1_000_000,
                            1_000_000,
                            Map.of(
                                    Metric.CLIENT_CPU,
                                    0.5,
                                    Metric.CLIENT_CPU_LIMIT,
                                    2.0,
                                    Metric.SERVER_CPU,
                                    1.25,
                                    Metric.SCHEDULING_LAG,
                                    3.5,
                                    Metric.WAITING_SHARE,
                                    0.98),
                            List.of(1.0, 0.75)),
                    new TelemetrySample(
                            3_000_000, 2_000_000, Map.of(Metric.CLIENT_CPU, 0.8, Metric.IN_FLIGHT, 20.0), List.of())),
            List.of(new GcPause(10, 4_000, "x"), new GcPause(20, 6_000, "y")));

    private static final Calibration CALIBRATION = new Calibration(
            Instant.parse("2026-11-21T10:00:00Z"),
            new HostFingerprint("Linux", 4, "17.0.15", "a JVM"),
            List.of(
                    new ClientCapacity(
                            "swipes",
                            "average",
                            31.0,
                            "classic",
                            "virtual",
                            0,
                            null,
                            200,
                            40_000.4,
                            21.94,
                            10.2,
                            true,
                            "the client used 3.9 cores"),
                    new ClientCapacity(
                            "swipes",
                            "average",
                            31.0,
                            "nio",
                            "platform",
                            1,
                            "jdk",
                            1,
                            160_000,
                            5.5,
                            5.4,
                            false,
                            "requests queue")));

    @TempDir
    private Path directory;

    @Test
    void what_could_not_be_read_is_empty_in_the_csv() throws IOException {
        Path file = directory.resolve("telemetry.csv");
        TelemetryCsv.write(file, SEEN);

        Golden.assertIs("telemetry.csv", Files.readString(file));
    }

    @Test
    void the_console_shows_the_few_readings_that_matter() throws IOException {
        Golden.assertIs(
                "client-and-server.txt",
                ClientAndServer.table(Sampled.of(SEEN)).orElseThrow().toString());
        assertThat(ClientAndServer.table(Sampled.of(Telemetry.NONE))).isEmpty();
    }

    @Test
    void a_calibration_says_where_the_client_was_not_the_limit() throws IOException {
        Golden.assertIs("calibration.txt", CalibrationText.of(CALIBRATION));
    }

    @Test
    void a_calibration_is_read_again_on_the_same_machine_only() throws IOException {
        Path file = directory.resolve("made/calibration.json");
        Calibration here =
                new Calibration(CALIBRATION.measuredAt(), HostFingerprint.current(), CALIBRATION.capacities());

        CalibrationFile.write(file, here);
        assertThat(CalibrationFile.readForThisMachine(file)).contains(here);
        String before = Files.readString(file)
                .replaceAll("\"(workload|model)\" : \"[^\"]*\",\\s*|\"responseBytes\" : [0-9.]*,\\s*", "");
        assertThat(before).doesNotContain("workload", "model", "responseBytes");
        Files.writeString(file, before);
        assertThat(CalibrationFile.readForThisMachine(file).orElseThrow().capacities())
                .as("a file of the first version, which did not say what was sent")
                .hasSameSizeAs(here.capacities())
                .allSatisfy(capacity -> {
                    assertThat(capacity.workload()).isEqualTo("swipes");
                    assertThat(capacity.responseBytes()).isNull();
                });
        CalibrationFile.write(file, CALIBRATION);
        assertThat(CalibrationFile.readForThisMachine(file)).isEmpty();
        assertThat(CalibrationFile.readForThisMachine(directory.resolve("none")))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "{}", "[]", "null", "{\"ceilings\":null}", "{\"machine\":{}}"})
    void a_file_that_is_no_calibration_is_as_good_as_none(String text) throws IOException {
        Path file = Files.writeString(directory.resolve("calibration.json"), text);

        assertThat(CalibrationFile.readForThisMachine(file)).isEmpty();
    }
}
