package io.github.swipestorm.client.stats;

import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.IntConsumer;

/**
 * Prints what one recorded value costs on this machine, in nanoseconds; the last of the rounds is the warm one. Run it
 * with {@code java -cp client/target/classes:client/target/test-classes:HDRHISTOGRAM.jar} and this class's name.
 */
final class RecordingCost {
    private static final int ROWS = 20_000_000;
    private static final int MASK = (1 << 20) - 1;

    private RecordingCost() {}

    public static void main(String[] arguments) {
        long[] latencies = new long[MASK + 1];
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < latencies.length; i++) {
            latencies[i] = 500 + (long) (-2_000 * Math.log(1 - random.nextDouble()));
        }
        for (int round = 0; round < 4; round++) {
            TimelineBuilder timeline = new TimelineBuilder();
            // 200,000 attempts a second, in order of their end.
            print("TimelineBuilder.add", row -> {
                long latency = latencies[row & MASK];
                long end = 1_000_000 + row * 5L;
                timeline.add(end - latency, end, latency, (row & 1023) != 0, 1);
            });
            ExactLatencies exact = new ExactLatencies();
            print("ExactLatencies.record", row -> exact.record(latencies[row & MASK]));
            LatencyHistogram histogram = new LatencyHistogram();
            print("LatencyHistogram.record", row -> histogram.record(latencies[row & MASK]));
            BucketedLatencies bucketed = new BucketedLatencies(0, 100_000);
            print("BucketedLatencies.record", row -> bucketed.record(latencies[row & MASK]));
            System.out.println(
                    timeline.build().seconds().size() + exact.count() + histogram.count() + bucketed.count());
        }
    }

    private static void print(String what, IntConsumer row) {
        long start = System.nanoTime();
        for (int i = 0; i < ROWS; i++) {
            row.accept(i);
        }
        double each = (double) (System.nanoTime() - start) / ROWS;
        System.out.println(String.format(Locale.ROOT, "%-26s %5.1f ns", what, each));
    }
}
