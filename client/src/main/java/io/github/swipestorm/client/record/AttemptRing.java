package io.github.swipestorm.client.record;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;

/**
 * Fixed-size records on their way from the one thread that writes them to the collector's thread. Writing takes no lock,
 * shares no counter and allocates nothing. When the ring is full the writer waits: a record is never lost.
 */
final class AttemptRing {

    private static final VarHandle WRITTEN;
    private static final VarHandle READ;
    /** While the ring is full the writer looks again after this time, and then after twice as long each time, */
    private static final long FIRST_PAUSE_NANOS = 50_000;
    /** up to this: hundreds of writers that look too often would take the CPU from the one that makes room. */
    private static final long LONGEST_PAUSE_NANOS = 10_000_000;

    static {
        try {
            WRITTEN = MethodHandles.lookup().findVarHandle(AttemptRing.class, "written", long.class);
            READ = MethodHandles.lookup().findVarHandle(AttemptRing.class, "read", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final int capacity;
    private final long[] records;
    private final Collector collector;
    private long written;
    private long read;
    /** The writer's own copy of how far the collector has read, so that it rarely looks at the shared one. */
    private long knownRead;

    /** A ring with room for so many records, a power of two. */
    AttemptRing(int capacity, Collector collector) {
        this.capacity = capacity;
        this.records = new long[capacity * Attempt.LONGS];
        this.collector = collector;
    }

    /** Where the next record goes: its first long in {@link #records}; waits until there is room. */
    int claim() {
        if (written - knownRead >= capacity) {
            awaitRoom();
        }
        return offset(written);
    }

    /** The records, one behind the other, each of {@link Attempt#LONGS} longs. */
    long[] records() {
        return records;
    }

    /** Hands the record that was claimed over; it must not be touched any more. */
    void publish() {
        WRITTEN.setRelease(this, written + 1);
    }

    Collector collector() {
        return collector;
    }

    private int offset(long position) {
        return (int) (position & (capacity - 1)) * Attempt.LONGS;
    }

    private void awaitRoom() {
        knownRead = (long) READ.getAcquire(this);
        long pause = FIRST_PAUSE_NANOS;
        while (written - knownRead >= capacity) {
            collector.requireAlive();
            LockSupport.parkNanos(this, pause);
            pause = Math.min(2 * pause, LONGEST_PAUSE_NANOS);
            knownRead = (long) READ.getAcquire(this);
        }
    }

    /** Hands everything written so far to a sink; for the collector's thread. Returns how many records that were. */
    int drainTo(AttemptSink sink, Attempt flyweight) {
        long end = (long) WRITTEN.getAcquire(this);
        long from = read;
        for (long position = from; position < end; position++) {
            flyweight.wrap(records, offset(position));
            sink.accept(flyweight);
        }
        READ.setRelease(this, end);
        return (int) (end - from);
    }
}
