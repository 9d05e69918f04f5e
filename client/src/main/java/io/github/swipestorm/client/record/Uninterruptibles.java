package io.github.swipestorm.client.record;

/** Waits for a thread to end even when the waiting thread is interrupted: what it does last must not be lost. */
public final class Uninterruptibles {

    private Uninterruptibles() {}

    /** Returns when the thread has ended; an interrupt is kept for later. */
    public static void join(Thread thread) {
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
