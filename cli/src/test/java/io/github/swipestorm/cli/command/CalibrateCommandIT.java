package io.github.swipestorm.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.swipestorm.cli.CommandRun;
import io.github.swipestorm.client.report.store.CalibrationFile;
import io.github.swipestorm.client.verdict.Calibration;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CalibrateCommandIT {

    @TempDir
    private Path directory;

    @Test
    void it_measures_a_workload_on_a_transport_and_keeps_the_figures_for_this_machine() throws IOException {
        Path file = directory.resolve("here/calibration.json");
        Path mix = Files.writeString(
                directory.resolve("mix.yaml"),
                "operations: [{name: sign in, path: /login, extract: {token: {jsonPointer: /token}}},"
                        + " {name: show, path: '/items/${random.int(1,9)}?t=${token}', expectStatus: 404,"
                        + " checks: [{bodyContains: x}]}]\n"
                        + "scenarios: [{name: visit, steps: [sign in, {pause: 30s}, {if: token, steps: [show]}]}]");
        CommandRun run = CommandRun.of(
                "calibrate",
                "--transport=nio",
                "--threads=4",
                "--duration=2s",
                "--workload=" + mix,
                "--answer-bytes=5000",
                "--output=" + file);

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out()).contains("What this client sends at best", "nio, ", "Written: " + file);
        Calibration calibration = CalibrationFile.readForThisMachine(file).orElseThrow();
        assertThat(calibration.capacities()).singleElement().satisfies(capacity -> {
            assertThat(capacity.transport()).isEqualTo("nio");
            assertThat(capacity.threads()).isEqualTo(4);
            assertThat(capacity.eventLoops()).isPositive();
            assertThat(capacity.workload()).startsWith("mix").contains("mix.yaml");
            assertThat(capacity.responseBytes()).isEqualTo(5_000);
            assertThat(capacity.requestsPerSecond()).isPositive();
            assertThat(capacity.clientCpuMicrosPerRequest()).isPositive();
            assertThat(capacity.responderCpuMicrosPerRequest()).isPositive();
            assertThat(capacity.evidence()).isNotBlank();
        });
    }

    @ParameterizedTest
    @CsvSource({
        "--duration=1s, at least --duration 2s",
        "--duration=soon, soon",
        "--threads=0, not 0",
        "--transport=pigeon, pigeon",
        "--answer-bytes=-1, 0 to 16",
        "--workload=missing.yaml, missing.yaml",
        "--nonsense, --nonsense",
    })
    void what_makes_no_sense_is_named_in_one_line_and_nothing_is_started(String option, String expected) {
        CommandRun run = CommandRun.of("calibrate", option);

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err().lines())
                .hasSize(2)
                .first()
                .satisfies(line -> assertThat(line).contains(expected));
    }
}
