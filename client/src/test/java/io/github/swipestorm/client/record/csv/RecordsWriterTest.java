package io.github.swipestorm.client.record.csv;

import static io.github.swipestorm.client.testing.TestTimeout.MAX_WAIT;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.swipestorm.client.clock.NanoClock;
import io.github.swipestorm.client.clock.RunClock;
import io.github.swipestorm.client.http.FailureKind;
import io.github.swipestorm.client.http.Operation;
import io.github.swipestorm.client.record.Attempt;
import io.github.swipestorm.client.record.DiskUse;
import io.github.swipestorm.client.record.RecordsFileStatus;
import io.github.swipestorm.client.record.RecordsPolicy;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RecordsWriterTest {

    private static final List<Operation> TEMPLATES = List.of(
            new Operation(0, "POST", "/swipe/left/", "application/json"),
            new Operation(1, "GET", "/odd,\"path\"", null));

    private volatile DiskUse diskUse = new DiskUse(0, 0);

    @TempDir
    private Path directory;

    private final RunClock clock = new RunClock(NanoClock.SYSTEM);

    RecordsWriterTest() {
        clock.start(1_000_000, 1_700_000_000_000_000L);
    }

    @ParameterizedTest
    @ValueSource(strings = {"records.csv", "records.csv.gz"})
    void a_reader_finds_every_field_as_it_was_written(String name) throws IOException {
        Path file = directory.resolve(name);
        RecordsWriter writer =
                new RecordsWriter(file, RecordsPolicy.BLOCK, clock, new RowFormat(clock, "/app", TEMPLATES));
        writer.accept(answered(7, 3, 201, 0, 31));
        writer.accept(unanswered(8, FailureKind.CLIENT_LIMIT, 1));
        RecordsFileStatus status = writer.finish();

        assertThat(status).isEqualTo(new RecordsFileStatus(file, 2, 0, java.util.Optional.empty()));
        List<AttemptRow> rows = new ArrayList<>();
        RecordsReader.read(file, rows::add);
        assertThat(rows)
                .containsExactly(
                        new AttemptRow(
                                1_700_000_000_000_020L,
                                "POST",
                                1_234,
                                201,
                                1_700_000_000_000_010L,
                                5,
                                7,
                                3,
                                "",
                                31,
                                "/app/swipe/left/",
                                true,
                                "POST /swipe/left/",
                                450,
                                321),
                        new AttemptRow(
                                1_700_000_000_000_020L,
                                "GET",
                                1_234,
                                AttemptRow.NO_STATUS,
                                1_700_000_000_000_010L,
                                5,
                                8,
                                1,
                                "client-limit",
                                0,
                                "/app/odd,\"path\"",
                                false,
                                "GET /odd,\"path\"",
                                AttemptRow.UNKNOWN,
                                0));
    }

    @Test
    void an_earlier_file_is_never_overwritten() throws IOException {
        Path file = Files.writeString(directory.resolve("records.csv"), "precious");
        assertThatThrownBy(
                        () -> new RecordsWriter(file, RecordsPolicy.BLOCK, clock, new RowFormat(clock, "", TEMPLATES)))
                .isInstanceOf(FileAlreadyExistsException.class);
        assertThat(file).hasContent("precious");
    }

    @ParameterizedTest
    @ValueSource(longs = {150, 200_000, 200_001, 262_150})
    @Tag("fault")
    @DisplayName("The disk is full in the middle of a run -> the load continues; records.csv ends with a whole row, the"
            + " missing ones are counted, one line names the remedy")
    void a_full_disk_leaves_whole_rows_and_a_count_of_the_missing_ones(long room) throws IOException {
        Path file = directory.resolve("records.csv");
        RecordsWriter writer = on(file, RecordsPolicy.BLOCK, channel -> new LimitedDisk(channel, room));
        int attempts = 10_000;
        for (int i = 0; i < attempts; i++) {
            writer.accept(answered(i, 1, 201, 0, 31));
        }
        RecordsFileStatus status = writer.finish();

        String content = Files.readString(file, UTF_8);
        assertThat(content).endsWith("\n");
        assertThat(content.lines().count() - 1).isEqualTo(status.rows());
        assertThat(status.rows() + status.missing()).isEqualTo(attempts);
        assertThat(status.missing()).isPositive();
        assertThat(status.problem())
                .hasValueSatisfying(problem -> assertThat(problem)
                        .contains("records.csv", "No space left on device", "another output directory"));
        assertThat(RecordsReader.read(file, row -> {}).cutOff()).isFalse();
    }

    @Test
    @Tag("fault")
    @DisplayName(
            "The disk is nearly full in the middle of a run -> the load continues; rows end before they take the report's"
                    + " space, and the missing ones are counted")
    void rows_leave_room_for_the_report() throws IOException {
        Path file = directory.resolve("records.csv");
        RecordsWriter writer = on(file, RecordsPolicy.BLOCK, channel -> channel);
        diskUse = new DiskUse(100 << 20, (100 << 20) / 16 + 1_000);
        for (int i = 0; i < 10_000; i++) {
            writer.accept(answered(i, 1, 201, 0, 31));
        }
        RecordsFileStatus status = writer.finish();

        assertThat(status.rows()).isZero();
        assertThat(status.missing()).isEqualTo(10_000);
        assertThat(status.problem())
                .hasValueSatisfying(problem -> assertThat(problem)
                        .contains("the disk is nearly full, 6554 kB of 104857 kB are free, which are kept for"
                                + " the report"));
    }

    @ParameterizedTest
    @CsvSource({
        "1_000_000, 600_000, 100_000",
        "1_000_000, 400_000, 0",
        "8_000_000, 1_148_576, 100_000",
        "160_000_000, 10_100_000, 100_000",
        "1_000_000_000_000, 16_877_216, 100_000",
    })
    void a_part_of_the_disk_is_kept_free(String total, String free, String forRows) {
        assertThat(new DiskUse(bytes(total), bytes(free)).forRows()).isEqualTo(bytes(forRows));
    }

    @ParameterizedTest
    @CsvSource({"2_000_000, 0, true", "2_000_000, 524_287, true", "2_000_000, 524_288, false", "0, 0, false"})
    void a_disk_without_room_for_the_reports_is_full(String total, String free, boolean full) {
        assertThat(new DiskUse(bytes(total), bytes(free)).full()).isEqualTo(full);
    }

    private static long bytes(String digits) {
        return Long.parseLong(digits.replace("_", ""));
    }

    @Test
    @Tag("fault")
    @DisplayName(
            "The disk is full while compressed records are written -> the file is readable up to its last whole page,"
                    + " the missing rows are counted")
    void a_full_disk_leaves_a_compressed_file_that_can_be_read() throws IOException {
        Path file = directory.resolve("records.csv.gz");
        RecordsWriter writer = on(file, RecordsPolicy.BLOCK, channel -> new LimitedDisk(channel, 30_000));
        for (int i = 0; i < 50_000; i++) {
            writer.accept(answered(i, 1, 201, 0, i));
        }
        RecordsFileStatus status = writer.finish();

        assertThat(status.rows()).isPositive();
        assertThat(status.rows() + status.missing()).isEqualTo(50_000);
        assertThat(RecordsReader.read(file, row -> {}).rows()).isEqualTo(status.rows());
    }

    @Test
    @Tag("fault")
    @DisplayName(
            "The records file is deleted while it is written -> none of its rows counts as kept, and one line says so")
    void a_deleted_file_is_reported_and_none_of_its_rows_counts_as_kept() throws IOException {
        Path file = directory.resolve("records.csv");
        RecordsWriter writer = new RecordsWriter(file, RecordsPolicy.BLOCK, clock, new RowFormat(clock, "", TEMPLATES));
        writer.accept(answered(0, 1, 201, 0, 31));
        Files.delete(file);
        RecordsFileStatus status = writer.finish();

        assertThat(status.rows()).isZero();
        assertThat(status.missing()).isEqualTo(1);
        assertThat(status.problem())
                .hasValueSatisfying(problem -> assertThat(problem).contains("deleted"));
    }

    @Test
    @Tag("fault")
    @DisplayName(
            "A disk that takes nothing, with --records-policy drop -> the load is not held back, and the rows left out"
                    + " are counted")
    void dropping_never_waits_for_a_stuck_disk_and_counts_what_is_left_out() throws IOException {
        Path file = directory.resolve("records.csv");
        StuckDisk[] disk = new StuckDisk[1];
        RecordsWriter writer = on(file, RecordsPolicy.DROP, channel -> disk[0] = new StuckDisk(channel));
        int attempts = 100_000;
        for (int i = 0; i < attempts; i++) {
            writer.accept(answered(i, 1, 201, 0, 31));
        }
        disk[0].release();
        RecordsFileStatus status = writer.finish();

        assertThat(status.missing()).isPositive();
        assertThat(status.rows() + status.missing()).isEqualTo(attempts);
        assertThat(status.problem()).isEmpty();
        assertThat(RecordsReader.read(file, row -> {}).rows()).isEqualTo(status.rows());
    }

    @Test
    @Tag("fault")
    @DisplayName(
            "A disk that takes nothing, with --records-policy block -> the load is held back until it does, and no row"
                    + " is lost")
    void blocking_waits_for_a_stuck_disk_and_loses_nothing() throws Exception {
        Path file = directory.resolve("records.csv");
        StuckDisk[] disk = new StuckDisk[1];
        RecordsWriter writer = on(file, RecordsPolicy.BLOCK, channel -> disk[0] = new StuckDisk(channel));
        int attempts = 100_000;
        CompletableFuture<Void> all = CompletableFuture.runAsync(() -> {
            for (int i = 0; i < attempts; i++) {
                writer.accept(answered(i, 1, 201, 0, 31));
            }
        });
        assertThat(all).isNotDone();
        disk[0].release();
        all.get(MAX_WAIT.toSeconds(), TimeUnit.SECONDS);

        assertThat(writer.finish().rows()).isEqualTo(attempts);
    }

    @ParameterizedTest
    @ValueSource(strings = {"records.csv", "records.csv.gz"})
    @Tag("fault")
    @DisplayName(
            "The client ends without warning, as by kill -9 or a power cut -> records can be read up to the last page,"
                    + " compressed or not")
    void what_was_handed_over_can_be_read_while_the_file_is_still_open(String name) throws IOException {
        Path file = directory.resolve(name);
        RecordsWriter writer = new RecordsWriter(file, RecordsPolicy.BLOCK, clock, new RowFormat(clock, "", TEMPLATES));
        for (int i = 0; i < 10_000; i++) {
            writer.accept(answered(i, 1, 201, 0, 31));
        }
        org.awaitility.Awaitility.await()
                .atMost(MAX_WAIT)
                .until(() -> RecordsReader.read(file, row -> {}).rows() > 1_000);
        assertThat(writer.finish().rows()).isEqualTo(10_000);
    }

    @Test
    void a_row_costs_no_allocation() throws IOException {
        RecordsWriter writer = new RecordsWriter(
                directory.resolve("records.csv"), RecordsPolicy.BLOCK, clock, new RowFormat(clock, "", TEMPLATES));
        Attempt attempt = answered(1, 1, 201, 0, 31);
        for (int i = 0; i < 20_000; i++) {
            writer.accept(attempt);
        }
        var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < 100_000; i++) {
            writer.accept(attempt);
        }
        long allocated = threads.getCurrentThreadAllocatedBytes() - before;
        writer.finish();

        // Handing some 60 pages over allocates a little each time; one object for each row would be over 1,600,000.
        assertThat(allocated).isLessThan(100_000);
    }

    private RecordsWriter on(Path file, RecordsPolicy policy, UnaryOperator<SeekableByteChannel> disk)
            throws IOException {
        FileChannel channel = FileChannel.open(
                file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, StandardOpenOption.READ);
        return new RecordsWriter(
                new RowFile(file, disk.apply(channel), () -> diskUse, RowFormat.HEADER),
                policy,
                clock,
                new RowFormat(clock, "", TEMPLATES));
    }

    private static Attempt answered(long request, int attempt, int status, int template, long bytes) {
        return attempt(
                request, Attempt.pack(attempt, template, true, status < 300, status, Attempt.NO_FAILURE), bytes, 450);
    }

    private static Attempt unanswered(long request, FailureKind kind, int template) {
        return attempt(
                request, Attempt.pack(1, template, true, false, Attempt.NO_STATUS, kind.ordinal()), 0, Attempt.UNKNOWN);
    }

    private static Attempt attempt(long request, long packed, long bytes, long firstByteUs) {
        Attempt attempt = new Attempt();
        long[] ring = {
            request,
            1_010_500,
            1_015_000,
            1_020_999,
            2_254_999,
            Attempt.packBytes(bytes, firstByteUs < 0 ? 0 : 321),
            packed,
            Attempt.packWorker(5, firstByteUs)
        };
        attempt.wrap(ring, 0);
        return attempt;
    }
}
