package io.github.swipestorm.client.record.csv;

import com.opencsv.CSVReader;
import com.opencsv.CSVReaderBuilder;
import com.opencsv.RFC4180Parser;
import com.opencsv.exceptions.CsvValidationException;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Reading {@code records.csv} into {@link AttemptRow}s: nanoseconds per row of this package's reader, and of opencsv.
 *
 * <pre>{@code scripts/benchmark ReadingRecords}</pre>
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class ReadingRecords {

    private static final int ROWS = 1_000_000;

    private Path file;

    @Setup
    public void write() throws IOException {
        file = Files.createTempFile("records", ".csv");
        try (Writer rows = Files.newBufferedWriter(file)) {
            rows.write("start_us,method,latency_us,status,due_us,worker,request,attempt,failure,bytes,target\n");
            for (int i = 0; i < ROWS; i++) {
                long start = 1_700_000_000_000_000L + 20L * i;
                rows.write(start + ",POST," + (500 + i % 9_973) + ",201," + (start - 7) + "," + i % 200 + "," + i
                        + ",1,,31,/app/swipe/" + (i % 2 == 0 ? "left" : "right") + "/\n");
            }
        }
    }

    @TearDown
    public void delete() throws IOException {
        Files.delete(file);
    }

    @Benchmark
    @OperationsPerInvocation(ROWS)
    public long scanner() throws IOException {
        long[] sum = {0};
        RecordsReader.read(file, row -> sum[0] += row.latencyUs());
        return sum[0];
    }

    @Benchmark
    @OperationsPerInvocation(ROWS)
    public long opencsv() throws IOException, CsvValidationException {
        long sum = 0;
        try (CSVReader reader = new CSVReaderBuilder(Files.newBufferedReader(file))
                .withCSVParser(new RFC4180Parser())
                .withSkipLines(1)
                .build()) {
            for (String[] row = reader.readNext(); row != null; row = reader.readNext()) {
                AttemptRow attempt = new AttemptRow(
                        Long.parseLong(row[0]),
                        row[1],
                        Long.parseLong(row[2]),
                        row[3].isEmpty() ? AttemptRow.NO_STATUS : Integer.parseInt(row[3]),
                        Long.parseLong(row[4]),
                        Integer.parseInt(row[5]),
                        Long.parseLong(row[6]),
                        Integer.parseInt(row[7]),
                        row[8],
                        Long.parseLong(row[9]),
                        row[10]);
                sum += attempt.latencyUs();
            }
        }
        return sum;
    }
}
