package io.github.swipestorm.client.record.csv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.swipestorm.client.record.RecordsFileStatus;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MergedRecordsTest {

    private static final long START_US = 1_795_315_132_932_481L;
    private static final String HEADER = new String(RowFormat.HEADER, StandardCharsets.UTF_8);

    @TempDir
    Path directory;

    /** Rows in the order in which their attempts are done. */
    private static List<String> rows(int machine, int machines, int count) {
        SplittableRandom random = new SplittableRandom(machine);
        List<String> rows = new ArrayList<>();
        long done = START_US;
        for (int i = 0; i < count; i++) {
            done += random.nextInt(5_000);
            long latency = random.nextLong(1, 1_000);
            rows.add(done - latency + ",POST," + latency + ",201," + (done - latency) + "," + machine + ","
                    + (i * machines + machine) + ",1,,31,\"/a,\"\"b\nc\",1,\"odd, name\",," + random.nextInt(500));
        }
        return rows;
    }

    private Path file(String name, String text) throws IOException {
        Path file = directory.resolve(name);
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        try (OutputStream out = Files.newOutputStream(file);
                OutputStream packed = name.endsWith(".gz") ? new GZIPOutputStream(out) : out) {
            packed.write(bytes);
        }
        return file;
    }

    @ParameterizedTest
    @ValueSource(strings = {"records.csv", "records.csv.gz"})
    void rows_of_several_files_are_in_one_by_the_time_at_which_they_were_done(String name) throws IOException {
        List<AttemptRow> expected = new ArrayList<>();
        List<Path> parts = new ArrayList<>();
        for (int machine = 0; machine < 3; machine++) {
            int count = machine == 2 ? 0 : 3_000 + 1_000 * machine;
            String text = HEADER + String.join("\n", rows(machine, 3, count)) + (count > 0 ? "\n" : "");
            Path part = file("part" + machine + (machine == 1 ? ".csv.gz" : ".csv"), text);
            RecordsReader.read(part, expected::add);
            parts.add(part);
        }

        Path into = directory.resolve(name);
        RecordsFileStatus status = MergedRecords.merge(parts, into, 7_002);

        assertThat(status).isEqualTo(new RecordsFileStatus(into, 7_000, 2, Optional.empty()));
        List<AttemptRow> found = new ArrayList<>();
        RecordsReader.read(into, found::add);
        assertThat(found)
                .containsExactlyInAnyOrderElementsOf(expected)
                .isSortedAccordingTo((one, other) ->
                        Long.compare(one.startUs() + one.latencyUs(), other.startUs() + other.latencyUs()));
    }

    @Test
    void a_row_that_was_cut_off_is_left_out() throws IOException {
        List<String> rows = rows(0, 1, 10);
        Path whole = file("whole.csv", HEADER + rows.get(0) + "\n");
        Path cut = file("cut.csv", HEADER + rows.get(1) + "\n" + rows.get(2).substring(0, 30));

        RecordsFileStatus status = MergedRecords.merge(List.of(whole, cut), directory.resolve("all.csv"), 3);

        assertThat(status.rows()).isEqualTo(2);
        assertThat(status.missing()).isEqualTo(1);
        assertThat(Files.readString(status.file())).isEqualTo(HEADER + rows.get(0) + "\n" + rows.get(1) + "\n");
    }

    @Test
    void what_is_not_a_file_of_an_agent_is_named() throws IOException {
        Path good = file("good.csv", HEADER);
        Path other = file("other.csv", HEADER.replace(",ok", ""));
        Path none = file("none.csv", "");
        Path odd = file("odd.csv", HEADER + "x,POST,5,201\n");
        Path later = file("later.csv", HEADER + rows(0, 1, 1).get(0) + "\nx,POST,5,201\n");
        Path into = directory.resolve("into.csv");

        assertThatThrownBy(() -> MergedRecords.merge(List.of(good, other), into, 0))
                .isInstanceOf(BadRecordsException.class)
                .hasMessage(other + ", line 1: its columns are not those of the other files");
        assertThatThrownBy(() -> MergedRecords.merge(List.of(good, none), into, 0))
                .hasMessageContaining("does not begin with the columns");
        assertThatThrownBy(() -> MergedRecords.merge(List.of(good, odd), into, 0))
                .hasMessage(odd + ", line 2: its start or its latency is not a number");
        assertThatThrownBy(() -> MergedRecords.merge(List.of(good, later), into, 0))
                .hasMessageStartingWith(later + ", line ");
        assertThat(into).doesNotExist();
    }
}
