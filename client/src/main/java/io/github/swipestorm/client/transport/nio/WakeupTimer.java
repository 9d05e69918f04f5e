package io.github.swipestorm.client.transport.nio;

import io.github.swipestorm.client.clock.NanoClock;
import io.github.swipestorm.client.thread.DaemonThreads;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Wakes a loop at an instant. A selector's own time-out is in whole milliseconds, which is a thousand times too coarse
 * to send requests when they are due. The thread starts on first use: a closed loop never needs it.
 */
final class WakeupTimer implements AutoCloseable {

    private static final long NEVER = Long.MAX_VALUE;

    private final NanoClock clock;
    private final Runnable wakeUp;
    private final AtomicLong at = new AtomicLong(NEVER);
    private volatile boolean closed;
    private Thread thread;

    WakeupTimer(NanoClock clock, Runnable wakeUp) {
        this.clock = clock;
        this.wakeUp = wakeUp;
    }

    /** Schedules the wake-up at a reading of the clock, replacing the previous one; called by the loop's thread. */
    void wakeAt(long nanos) {
        if (at.get() == nanos) {
            return;
        }
        at.set(nanos);
        if (thread == null) {
            thread = DaemonThreads.start("swipestorm-pacer", this::run);
        } else {
            LockSupport.unpark(thread);
        }
    }

    private void run() {
        while (!closed) {
            long when = at.get();
            long left = when - clock.nanoTime();
            if (when == NEVER) {
                LockSupport.park(this);
            } else if (left > 0) {
                LockSupport.parkNanos(this, left);
            } else if (at.compareAndSet(when, NEVER)) {
                wakeUp.run();
            }
        }
    }

    @Override
    public void close() {
        closed = true;
        if (thread != null) {
            LockSupport.unpark(thread);
        }
    }
}
