package io.github.swipestorm.client.telemetry;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * A thread that wants to run every 10 ms and notes how late it is: what any other thread of the client may suffer, be it for
 * want of a CPU, for the garbage collector or for a quota. The timer itself is some 60 us late.
 */
final class LagProbe implements Source {

    private static final long PERIOD_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private final AtomicLong longest = new AtomicLong();
    private final Thread thread = new Thread(this::probe, "swipestorm-lag");
    private volatile boolean ended;
    /** Since when it waits, and until when it wants to: what it is late already counts, too. */
    private volatile long wanted = System.nanoTime() + PERIOD_NANOS;

    LagProbe() {
        thread.setDaemon(true);
        thread.start();
    }

    private void probe() {
        while (!ended) {
            long wake = System.nanoTime() + PERIOD_NANOS;
            wanted = wake;
            for (long left = PERIOD_NANOS; left > 0 && !ended; left = wake - System.nanoTime()) {
                LockSupport.parkNanos(this, left);
            }
            longest.accumulateAndGet(System.nanoTime() - wake, Math::max);
        }
    }

    @Override
    public void read(Interval interval) {
        long soFar = System.nanoTime() - wanted;
        interval.put(Reading.SCHEDULING_LAG, Math.max(0, Math.max(longest.getAndSet(0), soFar)) / 1e6);
    }

    @Override
    public void close() {
        ended = true;
        LockSupport.unpark(thread);
    }
}
