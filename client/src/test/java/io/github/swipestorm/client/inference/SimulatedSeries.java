package io.github.swipestorm.client.inference;

import io.github.swipestorm.client.measure.TimelineSecond;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.apache.commons.math3.random.RandomGenerator;
import org.apache.commons.math3.random.Well19937c;

/** Seconds of runs whose true shape is known: a level or a change around 10,000 req/s with autocorrelated scatter. */
final class SimulatedSeries {

    static final double LEVEL = 10_000;

    private final RandomGenerator random;

    SimulatedSeries(long seed) {
        random = new Well19937c(seed);
    }

    /** What a run does but for its scatter; 1 is the level. {@code u} is how far the run has come, 0 to 1. */
    enum Shape {
        STEADY {
            @Override
            double at(double u) {
                return 1;
            }
        },
        /** Rises to the level within the first quarter. */
        WARMING_UP {
            @Override
            double at(double u) {
                return 1 - 0.6 * Math.exp(-u / 0.06);
            }
        },
        /** Still rises in the end. */
        RISING {
            @Override
            double at(double u) {
                return 0.6 + 0.4 * u;
            }
        },
        DRIFTING {
            @Override
            double at(double u) {
                return 1 - 0.3 * u;
            }
        },
        /** A twentieth of the run at half of the level; one second of a short one. */
        DIP {
            @Override
            double at(double u) {
                return u >= 0.6 && u < 0.65 ? 0.5 : 1;
            }
        },
        TWO_LEVELS {
            @Override
            double at(double u) {
                return u < 0.65 ? 1 : 0.8;
            }
        };

        abstract double at(double u);
    }

    /** First-order autoregressive values around 0 with standard deviation 1. */
    double[] scatter(int n, double correlation) {
        double[] values = new double[n];
        double innovation = Math.sqrt(1 - correlation * correlation);
        double value = random.nextGaussian();
        for (int i = 0; i < n; i++) {
            values[i] = value;
            value = correlation * value + innovation * random.nextGaussian();
        }
        return values;
    }

    /** Throughputs of a run. */
    double[] throughputs(Shape shape, int n, double correlation, double scatter) {
        double[] values = scatter(n, correlation);
        Arrays.setAll(values, i -> Math.max(0, LEVEL * (shape.at((double) i / n) + scatter * values[i])));
        return values;
    }

    /** A run of 50 workers with such throughputs, whose latencies follow from them by Little's law. */
    List<TimelineSecond> run(Shape shape, int n, double correlation, double scatter) {
        return seconds(throughputs(shape, n, correlation, scatter));
    }

    /** Seconds with these throughputs. */
    static List<TimelineSecond> seconds(double... throughputs) {
        return new ArrayList<>(IntStream.range(0, throughputs.length)
                .mapToObj(i -> second(i, Math.round(throughputs[i]), Math.round(50e6 / Math.max(1, throughputs[i]))))
                .toList());
    }

    /** Seconds of 1,000 answers each with these mean sizes in bytes. */
    static List<TimelineSecond> sizes(double... means) {
        return IntStream.range(0, means.length)
                .mapToObj(i -> second(i, 1_000, 5_000, OptionalLong.of(Math.round(1_000 * means[i]))))
                .toList();
    }

    static TimelineSecond second(long second, long ok, long medianUs) {
        return second(second, ok, medianUs, OptionalLong.empty());
    }

    private static TimelineSecond second(long second, long ok, long medianUs, OptionalLong okBytes) {
        return new TimelineSecond(
                second,
                ok,
                ok,
                0,
                ok,
                0,
                0,
                OptionalDouble.of(medianUs),
                OptionalLong.of(medianUs),
                OptionalLong.of(medianUs),
                OptionalLong.of(medianUs),
                OptionalLong.of(medianUs),
                OptionalLong.of(medianUs),
                OptionalLong.of(medianUs),
                okBytes,
                50);
    }
}
