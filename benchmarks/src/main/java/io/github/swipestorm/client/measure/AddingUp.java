package io.github.swipestorm.client.measure;

import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Counting one attempt in the timeline or the heat map, or one latency with each of the three percentile methods. Latencies are 0.5 ms and
 * an exponential 2 ms on top.
 *
 * <pre>{@code scripts/benchmark AddingUp -prof gc}</pre>
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Fork(1)
public class AddingUp {

    private static final int MASK = (1 << 20) - 1;

    private final long[] latencies = latencies();
    private final TimelineBuilder timeline = new TimelineBuilder();
    private final LatencyHeatMapBuilder heatMap = new LatencyHeatMapBuilder();
    private final LatencyHistogram histogram = new LatencyHistogram();
    private final ExactLatencies exact = new ExactLatencies();
    private final BucketedLatencies bucketed = new BucketedLatencies(0, 100_000);
    private long row;

    private static long[] latencies() {
        SplittableRandom random = new SplittableRandom(1);
        long[] latencies = new long[MASK + 1];
        for (int i = 0; i < latencies.length; i++) {
            latencies[i] = 500 + (long) (-2_000 * Math.log(1 - random.nextDouble()));
        }
        return latencies;
    }

    /** The timeline, at 200,000 attempts a second in order of their end; one of 1,024 failed. */
    @Benchmark
    public TimelineBuilder timeline() {
        long i = row++;
        long latency = latencies[(int) i & MASK];
        long end = 1_000_000 + i * 5;
        timeline.add(end - latency, end, latency, latency, (i & 1_023) != 0, 1);
        return timeline;
    }

    /** The heat map, at 200,000 attempts a second. */
    @Benchmark
    public LatencyHeatMapBuilder heatMap() {
        long i = row++;
        heatMap.add(i * 5, latencies[(int) i & MASK]);
        return heatMap;
    }

    @Benchmark
    public LatencyHistogram histogram() {
        histogram.record(next());
        return histogram;
    }

    @Benchmark
    public ExactLatencies exact() {
        exact.record(next());
        return exact;
    }

    @Benchmark
    public BucketedLatencies bucketed() {
        bucketed.record(next());
        return bucketed;
    }

    private long next() {
        return latencies[(int) row++ & MASK];
    }
}
