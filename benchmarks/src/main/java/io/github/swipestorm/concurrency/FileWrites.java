package io.github.swipestorm.concurrency;

import io.github.swipestorm.client.clock.NanoClock;
import io.github.swipestorm.client.clock.RunClock;
import io.github.swipestorm.client.record.Attempt;
import io.github.swipestorm.client.record.RecordsPolicy;
import io.github.swipestorm.client.record.csv.RecordsWriter;
import io.github.swipestorm.client.record.csv.RowFormat;
import io.github.swipestorm.client.workload.swipes.RandomSwipes;
import java.io.BufferedOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Writing 100,000 equal lines to a file, by what gathers them; {@code records} is the client's own writer of attempts.
 *
 * <pre>{@code scripts/benchmark FileWrites}</pre>
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Fork(3)
public class FileWrites {

    private static final int LINES = 100_000;

    /** About as long as a row of an attempt. */
    private static final byte[] LINE = ("a line of text, as long as a row of a file of requests, "
                            .repeat(2)
                            .substring(0, 89)
                    + "\n")
            .getBytes(StandardCharsets.US_ASCII);

    @Param({"stream", "channel", "buffered-4096", "buffered-8192", "records"})
    public String kind;

    private Path directory;
    private Path file;

    /** Write system calls of the whole process, by proc_pid_io(5). */
    @AuxCounters(AuxCounters.Type.EVENTS)
    @State(Scope.Thread)
    public static class Calls {
        public long writeCalls;
        public long files;
    }

    @Setup
    public void create() throws IOException {
        directory = Files.createTempDirectory("file-writes");
        file = directory.resolve("lines");
    }

    @TearDown(Level.Invocation)
    public void delete() throws IOException {
        Files.deleteIfExists(file);
    }

    @TearDown
    public void deleteDirectory() throws IOException {
        Files.delete(directory);
    }

    @Benchmark
    public void lines(Calls calls) throws IOException {
        long before = writeCalls();
        switch (kind) {
            case "stream" -> write(new FileOutputStream(file.toFile()));
            case "buffered-4096" -> write(new BufferedOutputStream(new FileOutputStream(file.toFile()), 4096));
            case "buffered-8192" -> write(new BufferedOutputStream(new FileOutputStream(file.toFile()), 8192));
            case "channel" -> writeToChannel();
            default -> writeRecords();
        }
        calls.writeCalls += writeCalls() - before;
        calls.files++;
    }

    private static void write(OutputStream stream) throws IOException {
        try (stream) {
            for (int i = 0; i < LINES; i++) {
                stream.write(LINE);
            }
        }
    }

    private void writeToChannel() throws IOException {
        ByteBuffer line = ByteBuffer.allocateDirect(LINE.length).put(LINE);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            for (int i = 0; i < LINES; i++) {
                line.rewind();
                channel.write(line);
            }
        }
    }

    private void writeRecords() throws IOException {
        var clock = new RunClock(NanoClock.SYSTEM);
        clock.start(0, 1_700_000_000_000_000L);
        var writer = new RecordsWriter(
                file, RecordsPolicy.BLOCK, clock, new RowFormat(clock, "/app", new RandomSwipes().operations()));
        Attempt attempt = new Attempt();
        long[] record = new long[Attempt.LONGS];
        attempt.wrap(record, 0);
        record[4] = 5_000_000;
        record[5] = 31;
        record[6] = Attempt.pack(1, 0, true, true, 201, Attempt.NO_FAILURE);
        for (int i = 0; i < LINES; i++) {
            writer.accept(attempt);
        }
        if (writer.finish().rows() != LINES) {
            throw new IOException("rows are missing in " + file);
        }
    }

    private static long writeCalls() throws IOException {
        Path io = Path.of("/proc/self/io");
        if (!Files.isReadable(io)) {
            return 0;
        }
        for (String line : Files.readAllLines(io)) {
            if (line.startsWith("syscw: ")) {
                return Long.parseLong(line.substring("syscw: ".length()));
            }
        }
        return 0;
    }
}
