package io.github.swipestorm.client.arrival;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Poisson arrivals along a rate curve. Request i is due when the area under the rate reaches the sum of i + 1 unit
 * exponentials: a Poisson process of rate 1, read on a clock that runs as fast as the rate, is the Poisson process of
 * that rate (Cinlar, "Introduction to Stochastic Processes", 1975, section 4.7).
 *
 * <p>The sums are computed in chunks. The sum at the start of each chunk is kept permanently, 8 bytes per 1,024
 * requests; the instants of the 64 most recently used chunks are cached, others are recomputed on demand. The first
 * query far ahead computes all chunks up to it. A query of a cached chunk takes no lock and allocates nothing.
 */
final class PoissonSchedule implements ArrivalSchedule {

    /** Small, because a thread that needs the next chunk waits until it is computed. */
    private static final int CHUNK = 1_024;

    private static final int AT_HAND = 64;

    private record Chunk(long number, long[] due) {}

    private final RateCurve curve;
    private final UnitExponentials gaps;
    private final AtomicReferenceArray<Chunk> atHand = new AtomicReferenceArray<>(AT_HAND);

    /** The area before the first request of each chunk, for chunks 0 to {@link #made}. */
    private volatile double[] starts = new double[AT_HAND];

    /**
     * How many chunks have been computed. Written after the start that it announces, so that readers see that start as
     * well.
     */
    private volatile int made;

    PoissonSchedule(RateCurve curve, long seed) {
        this.curve = curve;
        gaps = new UnitExponentials(seed);
    }

    @Override
    public long due(long index) {
        long number = index / CHUNK;
        return reach(number, NEVER) ? chunk(number).due[(int) (index % CHUNK)] : NEVER;
    }

    @Override
    public long countBefore(long nanos) {
        if (nanos <= 0) {
            return 0;
        }
        reach(Long.MAX_VALUE, nanos);
        long number = chunkBefore(nanos);
        return number * CHUNK + countBefore(chunk(number).due, nanos);
    }

    /**
     * Computes chunks until the chunk of this number exists, or the last one ends at or after the instant.
     *
     * @return whether the chunk of this number exists
     */
    private boolean reach(long number, long nanos) {
        while (made <= number) {
            if (curve.instantOf(starts[made]) >= nanos) {
                return false;
            }
            chunk(made);
        }
        return true;
    }

    /** The last chunk that begins before an instant, otherwise the first chunk. */
    private int chunkBefore(long nanos) {
        int low = 0;
        int high = made;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (curve.instantOf(starts[middle]) < nanos) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }

    private static int countBefore(long[] due, long nanos) {
        int low = 0;
        int high = due.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (due[middle] < nanos) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private Chunk chunk(long number) {
        Chunk chunk = atHand.get((int) (number % AT_HAND));
        return chunk != null && chunk.number == number ? chunk : chunkMadeOnce((int) number);
    }

    private synchronized Chunk chunkMadeOnce(int number) {
        Chunk chunk = atHand.get(number % AT_HAND);
        if (chunk == null || chunk.number != number) {
            chunk = make(number);
            atHand.set(number % AT_HAND, chunk);
        }
        return chunk;
    }

    /** Computes a chunk whose start is known, and the start of the next one. */
    private Chunk make(int number) {
        double start = starts[number];
        double[] areas = new double[CHUNK];
        double sum = 0;
        for (int i = 0; i < CHUNK; i++) {
            sum += gaps.get((long) number * CHUNK + i);
            areas[i] = start + sum;
        }
        if (number == made) {
            if (made + 1 == starts.length) {
                starts = Arrays.copyOf(starts, 2 * starts.length);
            }
            starts[made + 1] = start + sum;
            made++;
        }
        return new Chunk(number, instants(start, areas));
    }

    /**
     * Two areas that are nearly equal can be rounded to instants in the wrong order, so each instant is clamped to its
     * predecessor.
     */
    private long[] instants(double start, double[] areas) {
        long[] due = new long[areas.length];
        long last = curve.instantOf(areas[areas.length - 1]);
        long before = curve.instantOf(start);
        for (int i = 0; i < areas.length; i++) {
            before = Math.min(Math.max(before, curve.instantOf(areas[i])), last);
            due[i] = before;
        }
        return due;
    }
}
