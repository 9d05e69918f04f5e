package io.github.swipestorm.client.record;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/**
 * A single-producer, single-consumer ring of fixed-size records, from the thread that writes them to the collector's
 * thread. Writing takes no lock, shares no counter and allocates nothing. When the ring is full the writer waits: no
 * record is ever lost.
 */
final class AttemptRing {

    private static final VarHandle WRITTEN;
    private static final VarHandle READ;
    /** While the ring is full the writer checks again after this time, and then after twice as long each time, */
    private static final long FIRST_PAUSE_NANOS = 50_000;
    /** up to this: hundreds of writers that check too often would take the CPU from the thread that makes room. */
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
    /** The writer's cached copy of the collector's position, so that it rarely reads the shared one. */
    private long knownRead;
    /** Set where assertions are enabled, as in tests. */
    private Thread writer;

    /** A ring with this capacity, a power of two. */
    AttemptRing(int capacity, Collector collector) {
        this.capacity = capacity;
        this.records = new long[capacity * Attempt.LONGS];
        this.collector = collector;
    }

    /** The position of the next record: its first long in {@link #records}; waits until there is room. */
    int claim() {
        assert isWriter() : "two threads write to one ring";
        if (written - knownRead >= capacity) {
            awaitRoom();
        }
        return offset(written);
    }

    private boolean isWriter() {
        if (writer == null) {
            writer = Thread.currentThread();
        }
        return writer == Thread.currentThread();
    }

    /** The records, one after the other, each of {@link Attempt#LONGS} longs. */
    long[] records() {
        return records;
    }

    /** Publishes the claimed record, which must not be changed any more. */
    void publish() {
        WRITTEN.setRelease(this, written + 1);
    }

    Collector collector() {
        return collector;
    }

    private int offset(long position) {
        return (int) (position & (capacity - 1)) * Attempt.LONGS;
    }

    /** A sender waited until the collector had made room, in a flight recording. */
    @Name("swipestorm.RecorderStall")
    @Label("Recorder Stall")
    @Category("Swipestorm")
    @Description("A sending thread waited for room in its ring of records: nothing was sent by it for that time")
    @StackTrace(false)
    private static final class Stall extends Event {}

    private void awaitRoom() {
        knownRead = (long) READ.getAcquire(this);
        if (written - knownRead < capacity) {
            return;
        }
        if (!FlightRecorder.isInitialized()) {
            parkUntilRoom();
            return;
        }
        Stall event = new Stall();
        event.begin();
        parkUntilRoom();
        event.commit();
    }

    private void parkUntilRoom() {
        long pause = FIRST_PAUSE_NANOS;
        while (written - knownRead >= capacity) {
            collector.requireAlive();
            LockSupport.parkNanos(this, pause);
            pause = Math.min(2 * pause, LONGEST_PAUSE_NANOS);
            knownRead = (long) READ.getAcquire(this);
        }
    }

    /** Passes everything written so far to a sink; called by the collector's thread. Returns the number of records. */
    int drainTo(AttemptSink sink, Attempt flyweight) {
        long end = (long) WRITTEN.getAcquire(this);
        long from = read;
        for (long position = from; position < end; position++) {
            flyweight.wrap(records, offset(position));
            if (flyweight.isIteration()) {
                sink.acceptIteration(flyweight);
            } else {
                sink.accept(flyweight);
            }
        }
        READ.setRelease(this, end);
        return (int) (end - from);
    }
}
