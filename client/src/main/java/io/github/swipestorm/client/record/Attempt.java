package io.github.swipestorm.client.record;

import io.github.swipestorm.client.clock.RunClock;
import io.github.swipestorm.client.http.FailureKind;

/**
 * A view of one recorded attempt (a flyweight), or of one iteration. The same object is reused for every record: read what you
 * need from it and do not keep it. Instants are readings of the run's nanosecond clock. Of an iteration, {@link #request} is its
 * index, and {@link #due}, {@link #begun}, {@link #done} and {@link #worker} are its own; the rest is for attempts only.
 */
public final class Attempt {

    /** A whole cache line. */
    public static final int LONGS = 8;

    /** The status of an attempt without a complete response, or with one of a protocol that has no statuses. */
    public static final int NO_STATUS = 0;
    /** The failure of an attempt with a complete response, in {@link #pack}. */
    public static final int NO_FAILURE = 0xFF;
    /** The value of {@link #begun} when the first attempt of the request is not known. */
    public static final long UNKNOWN_BEGUN = Long.MIN_VALUE;
    /** The value of {@link #firstByteUs} and {@link #sentBytes} when they are not known. */
    public static final int UNKNOWN = -1;

    private static final int WORKER_BITS = 24;
    /** Longer times are recorded as this: 152 hours. */
    private static final long LONGEST_FIRST_BYTE_US = (1L << 63 - WORKER_BITS) - 1;

    /** How an iteration ended. */
    public enum End {
        /** All steps were done. */
        COMPLETED,
        /** A step failed. */
        ABANDONED,
        /** The end of the run interrupted it. */
        UNDER_WAY
    }

    private static final End[] ENDS = End.values();
    private static final FailureKind[] KINDS = FailureKind.values();

    private long[] ring;
    private int offset;

    /** A view of nothing yet; see {@link #wrap}. */
    public Attempt() {}

    /** The same record, marked as the request's last attempt. */
    public static long packedAsLast(long packed) {
        return packed | 1L << 56;
    }

    /** attempt: 16 bits, status: 16, failure: 8, operation: 16, last: 1, ok: 1. */
    public static long pack(int attempt, int operation, boolean last, boolean ok, int status, int failure) {
        return attempt
                | (long) status << 16
                | (long) failure << 32
                | (long) operation << 40
                | (last ? 1L << 56 : 0)
                | (ok ? 1L << 57 : 0);
    }

    /** scenario: 32 bits, end: 8, late: 1, iteration: 1. */
    static long packIteration(int scenario, End end, boolean late) {
        return scenario | (long) end.ordinal() << 32 | (late ? 1L << 40 : 0) | 1L << 58;
    }

    /**
     * worker: 24 bits, time to first byte: 40.
     *
     * @param firstByteUs in microseconds after the attempt was sent, or {@link #UNKNOWN}
     */
    public static long packWorker(int worker, long firstByteUs) {
        return worker | Math.min(firstByteUs, LONGEST_FIRST_BYTE_US) << WORKER_BITS;
    }

    /**
     * bytes received: 32 bits, bytes sent: 32.
     *
     * @param received negative when it is not known
     * @param sent or {@link #UNKNOWN}
     */
    public static long packBytes(long received, int sent) {
        return Math.min(received, Integer.MAX_VALUE) & 0xFFFF_FFFFL | (long) sent << 32;
    }

    /**
     * Makes this a view of a record.
     *
     * @param records holds it
     * @param at where in there its first of {@link #LONGS} values is
     */
    public void wrap(long[] records, int at) {
        ring = records;
        offset = at;
    }

    /** The worker that made it, from 0. */
    public int worker() {
        return (int) ring[offset + 7] & (1 << WORKER_BITS) - 1;
    }

    /**
     * Time from sending until the head of the response had arrived, in whole microseconds; {@link #UNKNOWN} when none
     * arrived.
     */
    public long firstByteUs() {
        return ring[offset + 7] >> WORKER_BITS;
    }

    /** Whether this is an iteration instead of an attempt. */
    public boolean isIteration() {
        return (ring[offset + 6] >>> 58 & 1) == 1;
    }

    /** The id of an iteration's scenario. */
    int scenario() {
        return (int) ring[offset + 6];
    }

    /** How an iteration ended. */
    End end() {
        return ENDS[(int) (ring[offset + 6] >>> 32 & 0xFF)];
    }

    /** Whether an iteration began later than its pace required. */
    boolean late() {
        return (ring[offset + 6] >>> 40 & 1) == 1;
    }

    /** Sum of an iteration's think times in nanoseconds. */
    long thinkingNanos() {
        return ring[offset + 3];
    }

    /** Nanoseconds since its worker's previous iteration began; 0 for the first one. */
    long cycleNanos() {
        return ring[offset + 5];
    }

    /** Number of its request, from 0; see {@link io.github.swipestorm.client.workload.Iterations#requestsPerIteration}. */
    public long request() {
        return ring[offset];
    }

    /** When its request was due. */
    public long due() {
        return ring[offset + 1];
    }

    /** When the first attempt of its request was sent, or {@link #UNKNOWN_BEGUN}. */
    public long begun() {
        return ring[offset + 2];
    }

    /** When it was sent. */
    public long sent() {
        return ring[offset + 3];
    }

    /** When its outcome was known. */
    public long done() {
        return ring[offset + 4];
    }

    /**
     * Done - sent in whole microseconds. All figures of a run come from whole microseconds, as in the per-request CSV,
     * so that a run and its CSV have the same figures.
     */
    public long serviceUs() {
        return (done() - sent()) / 1_000;
    }

    /** When it was done, in whole microseconds since the start of the run. */
    public long doneUs(RunClock clock) {
        return clock.sinceStartUs(sent()) + serviceUs();
    }

    /** Bytes of the response's body; 0 when there was no complete response, negative when it is not known. */
    public long bytes() {
        return (int) ring[offset + 5];
    }

    /** Bytes of the request, head and body; {@link #UNKNOWN} when they were not recorded. */
    public int sentBytes() {
        return (int) (ring[offset + 5] >> 32);
    }

    /** 1 for the first attempt of a request, then 2, 3, ... */
    public int attempt() {
        return (int) (ring[offset + 6] & 0xFFFF);
    }

    /** The response's status, or {@link #NO_STATUS}. */
    public int status() {
        return (int) (ring[offset + 6] >>> 16 & 0xFFFF);
    }

    /** Why it failed; null when it is ok, or its response has an unexpected status. */
    public FailureKind failure() {
        int failure = (int) (ring[offset + 6] >>> 32 & 0xFF);
        return failure == NO_FAILURE ? null : KINDS[failure];
    }

    /** The id of its request's operation, 0 to 65,535. */
    public int operation() {
        return (int) (ring[offset + 6] >>> 40 & 0xFFFF);
    }

    /** Whether its request ended with it. */
    public boolean last() {
        return (ring[offset + 6] >>> 56 & 1) == 1;
    }

    /** Whether there was a complete response with an expected status, and it passed all checks. */
    public boolean ok() {
        return (ring[offset + 6] >>> 57 & 1) == 1;
    }
}
