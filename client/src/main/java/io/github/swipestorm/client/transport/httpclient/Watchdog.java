package io.github.swipestorm.client.transport.httpclient;

import io.github.swipestorm.client.clock.NanoClock;
import io.github.swipestorm.client.thread.DaemonThreads;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Ends attempts that take too long by closing their connection. One thread checks every deadline each 10 ms; a read
 * time-out on the socket would cost each attempt an additional poll and read.
 */
final class Watchdog implements AutoCloseable {

    private static final long TICK_MILLIS = 10;

    private final NanoClock clock;
    private final Set<Deadline> deadlines = ConcurrentHashMap.newKeySet();
    private final Thread thread = DaemonThreads.unstarted("swipestorm-watchdog", this::watch);
    private volatile boolean closed;

    Watchdog(NanoClock clock) {
        this.clock = clock;
        thread.start();
    }

    /** An unset deadline; when it passes, the action runs on the watchdog's thread. */
    Deadline register(Runnable cut) {
        Deadline deadline = new Deadline(cut);
        deadlines.add(deadline);
        return deadline;
    }

    void unregister(Deadline deadline) {
        deadlines.remove(deadline);
    }

    @Override
    public void close() {
        closed = true;
        thread.interrupt();
    }

    private void watch() {
        while (!closed) {
            long now = clock.nanoTime();
            for (Deadline deadline : deadlines) {
                deadline.check(now);
            }
            try {
                Thread.sleep(TICK_MILLIS);
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    /** One connection's deadline: set and cleared by its worker, checked by the watchdog. */
    static final class Deadline {

        private static final long NONE = Long.MIN_VALUE;
        private static final long PASSED = Long.MIN_VALUE + 1;

        private final AtomicLong nanoTime = new AtomicLong(NONE);
        private final Runnable cut;

        private Deadline(Runnable cut) {
            this.cut = cut;
        }

        /** Sets or moves the deadline to a reading of the clock; no effect if the deadline has passed. */
        void set(long when) {
            long current = nanoTime.getPlain();
            // Only the watchdog changes it concurrently, and only to PASSED.
            if (current != PASSED) {
                nanoTime.compareAndSet(current, when);
            }
        }

        /**
         * Clears the deadline.
         *
         * @return whether the deadline had passed; the connection has then been closed
         */
        boolean clear() {
            long current = nanoTime.get();
            if (current != PASSED && nanoTime.compareAndSet(current, NONE)) {
                return false;
            }
            // Waiting until the cut is over ensures that it never hits the next connection.
            synchronized (this) {
                nanoTime.set(NONE);
            }
            return true;
        }

        private void check(long now) {
            long when = nanoTime.get();
            if (when > PASSED && now - when >= 0) {
                synchronized (this) {
                    if (nanoTime.compareAndSet(when, PASSED)) {
                        cut.run();
                    }
                }
            }
        }
    }
}
