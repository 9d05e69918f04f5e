package io.github.swipestorm.client.workload;

/**
 * Random numbers for one request after the other, each determined by the run's seed and the request's index alone. The
 * generator is SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number generators", OOPSLA 2014), started
 * at a mixed state for each index so that neighbouring requests are not correlated. Not thread-safe.
 */
public final class IndexedRandom {

    private static final long GOLDEN_GAMMA = 0x9e3779b97f4a7c15L;

    private final long mixedSeed;
    private long state;

    /** Numbers for the requests of a run with this seed; {@link #startAt} comes first. */
    public IndexedRandom(long seed) {
        mixedSeed = mix(seed);
    }

    /** Seeks to the start of a request's numbers. */
    public void startAt(long index) {
        state = mix(mixedSeed + index * GOLDEN_GAMMA);
    }

    /** The next 64 bits. */
    public long next() {
        state += GOLDEN_GAMMA;
        return mix(state);
    }

    /**
     * A number from 0 to bound - 1.
     *
     * @param bound at most 2^24: the multiplication then favours some numbers over others by less than one part in 2^39
     */
    public int below(int bound) {
        return (int) Math.multiplyHigh(next() >>> 1, 2L * bound);
    }

    /** A number from 0 up to, but not including, 1. */
    public double uniform() {
        return (next() >>> 11) * 0x1p-53;
    }

    /** A number of the standard normal distribution, by the method of Box and Muller. */
    public double gaussian() {
        double radius = Math.sqrt(-2 * Math.log(1 - uniform()));
        return radius * Math.cos(2 * Math.PI * uniform());
    }

    private static long mix(long z) {
        long a = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        long b = (a ^ (a >>> 27)) * 0x94d049bb133111ebL;
        return b ^ (b >>> 31);
    }
}
