package io.github.swipestorm.client.record;

import io.github.swipestorm.client.http.Failure;
import io.github.swipestorm.client.http.Outcome;
import io.github.swipestorm.client.http.Response;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;

/**
 * Where one worker writes down its attempts: a ring of fixed-size records, filled by the worker and emptied by the
 * collector's thread. Writing takes no lock, shares no counter, formats and allocates nothing. When the ring is full the
 * worker waits: a record is never lost.
 */
public final class AttemptRecorder {

    private static final VarHandle WRITTEN;
    private static final VarHandle READ;
    private static final long FULL_PAUSE_NANOS = 50_000;

    static {
        try {
            WRITTEN = MethodHandles.lookup().findVarHandle(AttemptRecorder.class, "written", long.class);
            READ = MethodHandles.lookup().findVarHandle(AttemptRecorder.class, "read", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final int worker;
    private final int capacity;
    private final long[] ring;
    private final Collector collector;
    private long written;
    private long read;
    /** The worker's own copy of how far the collector has read, so that it rarely looks at the shared one. */
    private long knownRead;

    AttemptRecorder(int worker, int capacity, Collector collector) {
        this.worker = worker;
        this.capacity = capacity;
        this.ring = new long[capacity * Attempt.LONGS];
        this.collector = collector;
    }

    /**
     * Writes an attempt down. Instants are readings of the run's nanosecond clock.
     *
     * @param request index of the request
     * @param template of the request
     * @param attempt 1 for the first attempt, then 2, 3, ...
     * @param last whether the request has ended with this attempt
     * @param due when the request was due
     * @param begun when the request's first attempt was sent
     * @param sent when this attempt was sent
     * @param done when its outcome was there
     */
    public void record(
            long request,
            int template,
            int attempt,
            boolean last,
            long due,
            long begun,
            long sent,
            long done,
            Outcome outcome) {
        long position = written;
        if (position - knownRead >= capacity) {
            awaitRoom(position);
        }
        int offset = (int) (position % capacity) * Attempt.LONGS;
        ring[offset] = request;
        ring[offset + 1] = due;
        ring[offset + 2] = begun;
        ring[offset + 3] = sent;
        ring[offset + 4] = done;
        if (outcome instanceof Response response) {
            ring[offset + 5] = response.bytes();
            ring[offset + 6] = Attempt.pack(attempt, template, last, response.status(), Attempt.NO_FAILURE);
        } else {
            Failure failure = (Failure) outcome;
            collector.noteFailure(failure);
            ring[offset + 5] = 0;
            ring[offset + 6] = Attempt.pack(
                    attempt, template, last, Attempt.NO_STATUS, failure.kind().ordinal());
        }
        WRITTEN.setRelease(this, position + 1);
    }

    private void awaitRoom(long position) {
        knownRead = (long) READ.getAcquire(this);
        while (position - knownRead >= capacity) {
            collector.requireAlive();
            LockSupport.parkNanos(this, FULL_PAUSE_NANOS);
            knownRead = (long) READ.getAcquire(this);
        }
    }

    /** Hands everything written so far to a sink; for the collector's thread. Returns how many records that were. */
    int drainTo(AttemptSink sink, Attempt flyweight) {
        long end = (long) WRITTEN.getAcquire(this);
        long from = read;
        for (long position = from; position < end; position++) {
            flyweight.wrap(worker, ring, (int) (position % capacity) * Attempt.LONGS);
            sink.accept(flyweight);
        }
        READ.setRelease(this, end);
        return (int) (end - from);
    }
}
