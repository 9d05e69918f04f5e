package io.github.swipestorm.client.measure;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;
import java.util.stream.LongStream;

/** The shapes that response times take, in whole microseconds, always the same values. */
enum LatencySamples {
    UNIFORM {
        @Override
        LongSupplier source(SplittableRandom random) {
            return () -> random.nextLong(500, 80_000);
        }
    },
    EXPONENTIAL {
        @Override
        LongSupplier source(SplittableRandom random) {
            return () -> (long) (-20_000 * Math.log(1 - random.nextDouble()));
        }
    },
    LOG_NORMAL {
        @Override
        LongSupplier source(SplittableRandom random) {
            return () -> (long) Math.exp(9 + 1.5 * gaussian(random));
        }
    },
    BIMODAL {
        @Override
        LongSupplier source(SplittableRandom random) {
            return () -> Math.round((random.nextInt(100) == 0 ? 50_000 : 5_000) + 40 * gaussian(random));
        }
    },
    CONSTANT {
        @Override
        LongSupplier source(SplittableRandom random) {
            return () -> 60_263;
        }
    },
    ONE_OUTLIER {
        @Override
        LongSupplier source(SplittableRandom random) {
            long[] left = {7_777};
            return () -> left[0]-- == 0 ? 60_000_000 : random.nextLong(1_000, 3_000);
        }
    };

    abstract LongSupplier source(SplittableRandom random);

    /** At least 10,000 values are needed for the outlier to be among them. */
    long[] values(int count) {
        LongSupplier source = source(new SplittableRandom(20_261_121));
        return LongStream.generate(source).limit(count).toArray();
    }

    static long[] sorted(long[] values) {
        long[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted;
    }

    /** Box and Muller; {@code SplittableRandom.nextGaussian} changed its values between Java releases. */
    private static double gaussian(SplittableRandom random) {
        return Math.sqrt(-2 * Math.log(1 - random.nextDouble())) * Math.cos(2 * Math.PI * random.nextDouble());
    }
}
