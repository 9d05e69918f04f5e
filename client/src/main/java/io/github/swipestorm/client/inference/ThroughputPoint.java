package io.github.swipestorm.client.inference;

import java.util.Comparator;
import java.util.List;
import org.apache.commons.math3.stat.StatUtils;

/**
 * The throughput of one thread count in each of its runs: a point of the curve of throughput over threads.
 *
 * @param threads workers of the closed loop, 1 or more
 * @param repeats throughput of each run, 1 or more of them, each 0 or more; any unit, the same for all points
 */
public record ThroughputPoint(int threads, List<Double> repeats) {

    /** @throws IllegalArgumentException when a value is not in its range */
    public ThroughputPoint {
        repeats = List.copyOf(repeats);
        if (threads < 1) {
            throw new IllegalArgumentException("A throughput is one of 1 thread or more, not of " + threads);
        }
        if (repeats.isEmpty()) {
            throw new IllegalArgumentException("There is no run of " + threads + " threads");
        }
        for (double repeat : repeats) {
            if (!(repeat >= 0) || Double.isInfinite(repeat)) {
                throw new IllegalArgumentException(
                        "A throughput is a number of 0 or more, but " + threads + " threads have " + repeat);
            }
        }
    }

    /** The arithmetic mean of the repeats. */
    public double mean() {
        return StatUtils.mean(values());
    }

    double[] values() {
        return repeats.stream().mapToDouble(Double::doubleValue).toArray();
    }

    /** @throws IllegalArgumentException when there is no point, or one thread count has two */
    static List<ThroughputPoint> sorted(List<ThroughputPoint> points) {
        List<ThroughputPoint> sorted = points.stream()
                .sorted(Comparator.comparingInt(ThroughputPoint::threads))
                .toList();
        if (sorted.isEmpty()) {
            throw new IllegalArgumentException("There are no points");
        }
        for (int i = 1; i < sorted.size(); i++) {
            if (sorted.get(i).threads == sorted.get(i - 1).threads) {
                throw new IllegalArgumentException(
                        "The runs of " + sorted.get(i).threads + " threads must all be in one point");
            }
        }
        return sorted;
    }
}
