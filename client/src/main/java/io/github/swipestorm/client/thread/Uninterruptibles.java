package io.github.swipestorm.client.thread;

/**
 * Joins a thread uninterruptibly, so that its last actions are not lost; the interrupt status is restored afterwards.
 */
public final class Uninterruptibles {

    private Uninterruptibles() {}

    /** Returns when the thread has ended. */
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
