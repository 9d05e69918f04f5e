package io.github.swipestorm.client.workload;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Random numbers for one request after the other, each determined by the run's seed and the request's index alone. The
 * generator is SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number generators", OOPSLA 2014), started
 * at a mixed point for each index so that neighbouring requests do not resemble each other. For one thread.
 */
final class IndexedRandom {

    private static final long GOLDEN_GAMMA = 0x9e3779b97f4a7c15L;
    private static final VarHandle PAIR = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int PAIR_BITS = 21;
    private static final int PAIR_MASK = (1 << PAIR_BITS) - 1;

    private final long mixedSeed;
    private long state;

    IndexedRandom(long seed) {
        mixedSeed = mix(seed);
    }

    /** Goes to the beginning of a request's numbers. */
    void startAt(long index) {
        state = mix(mixedSeed + index * GOLDEN_GAMMA);
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

    /** All pairs of an alphabet's characters, for {@link #fill}. */
    static short[] pairsOf(byte[] alphabet) {
        short[] pairs = new short[alphabet.length * alphabet.length];
        for (int i = 0; i < pairs.length; i++) {
            pairs[i] = (short) (alphabet[i % alphabet.length] | alphabet[i / alphabet.length] << 8);
        }
        return pairs;
    }

    /**
     * Fills a range with pairs of characters, three pairs from each 64 bits; with 3,844 pairs, 21 bits favour some over
     * others by less than one part in 500, which no server can notice.
     *
     * @param count an even number of characters
     */
    void fill(byte[] bytes, int from, int count, short[] pairs) {
        int at = from;
        int whole = from + count - count % 6;
        while (at < whole) {
            long bits = next();
            PAIR.set(bytes, at, pair(bits, pairs));
            PAIR.set(bytes, at + 2, pair(bits >>> PAIR_BITS, pairs));
            PAIR.set(bytes, at + 4, pair(bits >>> 2 * PAIR_BITS, pairs));
            at += 6;
        }
        for (long bits = next(); at < from + count; at += 2) {
            PAIR.set(bytes, at, pair(bits, pairs));
            bits >>>= PAIR_BITS;
        }
    }

    private static short pair(long bits, short[] pairs) {
        return pairs[(int) ((bits & PAIR_MASK) * pairs.length >>> PAIR_BITS)];
    }

    private static long mix(long z) {
        long a = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        long b = (a ^ (a >>> 27)) * 0x94d049bb133111ebL;
        return b ^ (b >>> 31);
    }
}
