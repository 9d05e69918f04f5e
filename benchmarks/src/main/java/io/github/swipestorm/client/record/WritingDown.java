package io.github.swipestorm.client.record;

import io.github.swipestorm.client.http.Failure;
import io.github.swipestorm.client.http.FailureKind;
import io.github.swipestorm.client.http.Outcome;
import io.github.swipestorm.client.http.Response;
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
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/**
 * What recording one attempt takes of the worker's time, while the collector empties the ring and counts.
 *
 * <p>One after the other, an attempt also waits for the collector, whenever that is the slower one; no worker records
 * like that. The difference between {@link #betweenWork} and {@link #workAlone} is the cost in a run.
 *
 * <pre>{@code scripts/benchmark WritingDown -prof gc}</pre>
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Fork(1)
public class WritingDown {

    /** About half a microsecond, so that the collector keeps up with ease. */
    private static final int WORK = 250;

    private final Response answered = new Response(201, 31);
    private final Failure refused = new Failure(FailureKind.CONNECT, "Connection refused");
    private Collector collector;
    private AttemptRecorder recorder;
    private long begun;
    private long index;

    @Setup
    public void open() {
        collector = new Collector(1, 1, new AttemptCounters());
        recorder = collector.recorder(0);
        begun = System.nanoTime();
    }

    @TearDown
    public void close() {
        collector.close();
        collector.death().ifPresent(death -> {
            throw new IllegalStateException("The collector died", death);
        });
    }

    /** One answered attempt immediately after the other. */
    @Benchmark
    public void backToBack() {
        record(answered);
    }

    /** One failed attempt immediately after the other. */
    @Benchmark
    public void failedBackToBack() {
        record(refused);
    }

    /** An answered attempt after each piece of work. */
    @Benchmark
    public void betweenWork() {
        Blackhole.consumeCPU(WORK);
        record(answered);
    }

    /** The same work without recording. */
    @Benchmark
    public void workAlone() {
        Blackhole.consumeCPU(WORK);
    }

    private void record(Outcome outcome) {
        long i = index++;
        recorder.record(
                i,
                0,
                1,
                true,
                begun,
                begun,
                begun + i,
                begun + i + 1_000_000,
                AttemptRecorder.NO_INSTANT,
                200,
                outcome);
    }
}
