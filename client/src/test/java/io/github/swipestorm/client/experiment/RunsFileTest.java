package io.github.swipestorm.client.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.swipestorm.client.engine.StopReason;
import io.github.swipestorm.client.objective.Objectives;
import io.github.swipestorm.client.objective.Objectives.Status;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunsFileTest {

    @TempDir
    private Path directory;

    private Path file;

    @BeforeEach
    void name() {
        file = directory.resolve("runs.csv");
    }

    private static Trial trial(int round, double throughput) {
        return FakeTrials.trial(new PlannedRun(FakeTrials.variant("http://[::1]:80/a,\"b\"", 7), round), throughput);
    }

    @Test
    void what_is_read_again_is_exactly_what_was_written() throws Exception {
        List<Trial> trials = List.of(
                trial(1, 1_234.567_890_123_456_7),
                trial(2, 1e-9 / 3).with(RunMetric.BODY_BYTES, 9e15),
                new Trial(
                        "bare",
                        3,
                        Instant.parse("2026-11-21T10:00:00.123456789Z"),
                        StopReason.REQUESTS_USED_UP,
                        Optional.empty(),
                        Optional.of(new Objectives.Result(Status.MISSED, "p99<1ms by 3.000 ms, errors<1% by 2.000 %")),
                        Map.of()),
                FakeTrials.judged(trial(4, 5), Status.MET),
                FakeTrials.judged(trial(5, 5), Status.INCONCLUSIVE));
        try (RunsFile runs = RunsFile.open(file)) {
            for (Trial trial : trials) {
                runs.append(trial);
            }
            assertThat(runs.trials()).isEqualTo(trials);
        }

        assertThat(RunsFile.read(file)).isEqualTo(trials);
        try (RunsFile again = RunsFile.open(file)) {
            assertThat(again.trials()).isEqualTo(trials);
        }
    }

    @Test
    void a_row_is_on_the_disk_before_append_returns() throws Exception {
        try (RunsFile runs = RunsFile.open(file)) {
            runs.append(trial(1, 100));

            assertThat(RunsFile.read(file)).hasSize(1);
        }
    }

    @Test
    void wherever_a_crash_cuts_the_file_the_whole_rows_are_kept_and_the_next_one_is_sound() throws Exception {
        try (RunsFile runs = RunsFile.open(file)) {
            runs.append(trial(1, 100));
            runs.append(trial(2, 200));
        }
        byte[] whole = Files.readAllBytes(file);
        int head = new String(whole, StandardCharsets.UTF_8).indexOf('\n') + 1;
        for (int length = 0; length <= whole.length; length += isNearLineEnd(whole, length) ? 1 : 3) {
            Files.write(file, Arrays.copyOf(whole, length));
            List<Trial> expected = new ArrayList<>();
            try (RunsFile runs = RunsFile.open(file)) {
                expected.addAll(runs.trials());
                runs.append(trial(3, 300));
            }
            expected.add(trial(3, 300));

            assertThat(RunsFile.read(file)).as("cut after %d bytes", length).isEqualTo(expected);
            assertThat(expected.size() > 1)
                    .as("after %d bytes of %d", length, head)
                    .isEqualTo(hasRow(whole, length));
        }
    }

    @Test
    void operations_are_read_again_as_they_were_written_from_a_file_of_their_own() throws Exception {
        Trial several = FakeTrials.ofOperations(trial(1, 100), Map.of("list, \"albums\"", 1.0, "add", 1 / 3.0));
        try (RunsFile runs = RunsFile.open(file)) {
            runs.append(trial(2, 100));
            assertThat(file.resolveSibling("runs-by-operation.csv")).doesNotExist();
            runs.append(several);
            assertThat(runs.trials()).containsExactly(trial(2, 100), several);
        }

        assertThat(RunsFile.read(file)).containsExactly(trial(2, 100), several);
        try (RunsFile again = RunsFile.open(file)) {
            assertThat(again.trials()).containsExactly(trial(2, 100), several);
        }
        Files.delete(file.resolveSibling("runs-by-operation.csv"));
        assertThat(RunsFile.read(file)).as("of an earlier version").containsExactly(trial(2, 100), trial(1, 100));
    }

    @Test
    void wherever_a_crash_cuts_the_file_of_operations_the_run_is_made_again_and_its_later_rows_count()
            throws Exception {
        Path operations = file.resolveSibling("runs-by-operation.csv");
        Trial first = FakeTrials.ofOperations(trial(1, 100), Map.of("a", 1.0, "b", 2.0));
        Trial lost = FakeTrials.ofOperations(trial(2, 200), Map.of("a", 1.0, "b", 2.0));
        Trial repeated = FakeTrials.ofOperations(trial(2, 300), Map.of("a", 1.0, "b", 2.0));
        byte[] runs;
        int before;
        try (RunsFile written = RunsFile.open(file)) {
            written.append(first);
            runs = Files.readAllBytes(file);
            before = (int) Files.size(operations);
            written.append(lost);
        }
        byte[] whole = Files.readAllBytes(operations);
        for (int length = before; length <= whole.length; length += 7) {
            Files.write(file, runs);
            Files.write(operations, Arrays.copyOf(whole, length));
            try (RunsFile resumed = RunsFile.open(file)) {
                assertThat(resumed.trials()).containsExactly(first);
                resumed.append(repeated);
            }

            assertThat(RunsFile.read(file)).as("cut after %d bytes", length).containsExactly(first, repeated);
        }
    }

    @Test
    void a_damaged_file_of_operations_is_reported_with_line_and_remedy() throws Exception {
        Path operations = file.resolveSibling("runs-by-operation.csv");
        try (RunsFile runs = RunsFile.open(file)) {
            runs.append(FakeTrials.ofOperations(trial(1, 100), Map.of("a", 1.0)));
        }
        String whole = Files.readString(operations);

        Files.writeString(operations, whole + "half a row\n");
        assertThatThrownBy(() -> RunsFile.open(file))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll(operations + ", line 3 has 1 cells", "or remove the file");
        Files.writeString(operations, whole.replace("operation", "method"));
        assertThatThrownBy(() -> RunsFile.read(file))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(operations + " lacks operation in its first line");
        Files.writeString(operations, whole.replace(",1,a,", ",one,a,"));
        assertThatThrownBy(() -> RunsFile.read(file))
                .hasMessageContaining(operations + ", line 2, column round: 'one' cannot be there");
    }

    private static boolean isNearLineEnd(byte[] bytes, int length) {
        String around = new String(
                bytes,
                Math.max(0, length - 2),
                Math.min(4, bytes.length - Math.max(0, length - 2)),
                StandardCharsets.UTF_8);
        return around.indexOf('\n') >= 0;
    }

    private static boolean hasRow(byte[] whole, int length) {
        return new String(whole, 0, length, StandardCharsets.UTF_8)
                        .chars()
                        .filter(c -> c == '\n')
                        .count()
                > 1;
    }

    @Test
    void a_file_that_is_something_else_is_refused_and_left_as_it_is() throws Exception {
        Files.writeString(file, "a,b\n1,2\n");

        assertThatThrownBy(() -> RunsFile.open(file))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(file.toString())
                .hasMessageContaining("not the runs.csv");
        assertThat(file).hasContent("a,b\n1,2\n");
    }

    @Test
    void a_run_that_is_there_twice_is_refused_with_its_line() throws Exception {
        try (RunsFile runs = RunsFile.open(file)) {
            runs.append(trial(1, 100));
        }
        List<String> lines = Files.readAllLines(file);
        Files.writeString(file, lines.get(0) + "\n" + lines.get(1) + "\n" + lines.get(1) + "\n");

        assertThatThrownBy(() -> RunsFile.open(file))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(file + ", line 3")
                .hasMessageContaining("round 1, is a duplicate");
    }

    @Test
    void damaged_utf_8_is_reported_with_its_line_and_an_incomplete_last_character_is_removed() throws Exception {
        try (RunsFile runs = RunsFile.open(file)) {
            runs.append(trial(1, 100));
            runs.append(trial(2, 100));
        }
        byte[] whole = Files.readAllBytes(file);
        byte[] damaged = whole.clone();
        damaged[damaged.length - 2] = (byte) 0xC3;
        Files.write(file, damaged);
        assertThatThrownBy(() -> RunsFile.open(file))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(file + ", line 3 is not UTF-8; restore the line, or remove it");

        damaged[damaged.length - 1] = (byte) 0xC3;
        Files.write(file, damaged);
        assertThat(RunsFile.read(file)).hasSize(1);
    }

    @Test
    void an_invalid_cell_is_reported_with_its_line_and_column() throws Exception {
        try (RunsFile runs = RunsFile.open(file)) {
            runs.append(trial(1, 100));
        }
        String whole = Files.readString(file);
        for (String bad : List.of("x", "-100", "NaN")) {
            Files.writeString(file, whole.replaceFirst(",100,", "," + bad + ","));
            assertThatThrownBy(() -> RunsFile.open(file))
                    .hasMessageContaining(file + ", line 2, column ok_per_s: '" + bad + "' cannot be there");
        }
    }
}
