package io.github.swipestorm.client.arrival;

import java.util.SplittableRandom;

/**
 * Independent numbers with the exponential distribution of mean 1, each determined by the seed and its index alone.
 * They are -ln(u) (inversion: Devroye, "Non-Uniform Random Variate Generation", 1986, section II.2), with u from
 * SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number generators", OOPSLA 2014), whose n-th number can
 * be computed directly, as its state advances by a constant. Immutable.
 */
final class UnitExponentials {

    private static final long GOLDEN_GAMMA = 0x9e3779b97f4a7c15L;

    private final long origin;

    UnitExponentials(long seed) {
        // The complement, so that these numbers differ from those that a workload derives from the same seed.
        origin = new SplittableRandom(~seed - GOLDEN_GAMMA).nextLong();
    }

    /** The number with this index: at least 0, and at most 36.8, since u is a multiple of 2^-53 above 0. */
    double get(long index) {
        long bits = new SplittableRandom(origin + index * GOLDEN_GAMMA).nextLong();
        double u = ((bits >>> 11) + 1) * 0x1p-53;
        // Math.log may differ in the last digit between machines; a seed must mean the same everywhere.
        return -StrictMath.log(u);
    }
}
