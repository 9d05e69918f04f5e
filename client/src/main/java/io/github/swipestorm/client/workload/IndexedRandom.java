package io.github.swipestorm.client.workload;

/**
 * Random numbers for one request, determined by the run's seed and the request's index alone. The generator is
 * SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number generators", OOPSLA 2014), started at a mixed
 * point for each index so that neighbouring requests do not resemble each other. For one thread.
 */
final class IndexedRandom {

    private static final long GOLDEN_GAMMA = 0x9e3779b97f4a7c15L;

    private long state;

    IndexedRandom(long seed, long index) {
        state = mix(mix(seed) + index * GOLDEN_GAMMA);
    }

    private long next() {
        state += GOLDEN_GAMMA;
        return mix(state);
    }

    /**
     * A number from 0 to bound - 1.
     *
     * @param bound at most 2^24: the multiplication then favours some numbers over others by less than one part in 2^39
     */
    int below(int bound) {
        return (int) Math.multiplyHigh(next() >>> 1, 2L * bound);
    }

    /**
     * Fills a range with characters of an alphabet, four from each 64 bits; with 62 letters, 16 bits favour some over
     * others by one part in a thousand, which no server can notice.
     */
    void fill(byte[] bytes, int from, int length, byte[] alphabet) {
        int end = from + length;
        int i = from;
        while (i < end) {
            long bits = next();
            for (int k = 0; k < 4 && i < end; k++) {
                bytes[i++] = alphabet[(int) ((bits & 0xFFFF) * alphabet.length >>> 16)];
                bits >>>= 16;
            }
        }
    }

    private static long mix(long z) {
        long a = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        long b = (a ^ (a >>> 27)) * 0x94d049bb133111ebL;
        return b ^ (b >>> 31);
    }
}
