package io.github.swipestorm.client.record.csv;

import io.github.swipestorm.client.clock.NanoClock;
import io.github.swipestorm.client.clock.RunClock;
import io.github.swipestorm.client.http.FailureKind;
import io.github.swipestorm.client.record.Attempt;
import io.github.swipestorm.client.workload.swipes.RandomSwipes;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Making one row of {@code records.csv}, in a page as large as the writer's.
 *
 * <pre>{@code scripts/benchmark FormattingRows -prof gc}</pre>
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 10, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 10, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Fork(1)
public class FormattingRows {

    private static final int WORKER = 123;

    private final RunClock clock = new RunClock(NanoClock.SYSTEM);
    private final RowFormat format = new RowFormat(clock, "/app", new RandomSwipes().operations());
    private final Attempt attempt = new Attempt();
    private final long[] record = new long[Attempt.LONGS];
    private final byte[] page = new byte[128 * 1024];
    private long index;
    private int at;

    @Setup
    public void start() {
        clock.start(0, 1_700_000_000_000_000L);
        attempt.wrap(record, 0);
    }

    /** An attempt that was answered. */
    @Benchmark
    public int answered() {
        record[5] = 31;
        return row(Attempt.pack(1, (int) (index & 1), true, true, 201, Attempt.NO_FAILURE));
    }

    /** An attempt that was not. */
    @Benchmark
    public int failed() {
        record[5] = 0;
        return row(Attempt.pack(
                1, (int) (index & 1), false, false, Attempt.NO_STATUS, FailureKind.CLIENT_LIMIT.ordinal()));
    }

    private int row(long packed) {
        long i = index++;
        record[0] = i;
        record[1] = i * 1_000;
        record[2] = i * 1_000;
        record[3] = i * 1_000;
        record[4] = i * 1_000 + 5_000_000;
        record[6] = packed;
        record[7] = WORKER;
        if (page.length - at < format.longestRow()) {
            at = 0;
        }
        at = format.append(attempt, page, at);
        return at;
    }
}
