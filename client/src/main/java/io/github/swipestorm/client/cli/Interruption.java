package io.github.swipestorm.client.cli;

import io.github.swipestorm.client.engine.StopReason;
import io.github.swipestorm.client.engine.StopSignal;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Turns SIGINT and SIGTERM into an orderly end: the run is stopped, and the JVM, which would end at once, waits until
 * the partial result has been printed and the server stopped. The JVM then ends with 130 or 143 by itself.
 */
final class Interruption implements AutoCloseable {

    /** For the unlikely case that the command ends before the JVM does. */
    static final int EXIT_CODE = 130;

    private static final long LONGEST_WAIT_SECONDS = 30;

    private final StopSignal signal = new StopSignal();
    private final CountDownLatch finished = new CountDownLatch(1);

    Interruption() {
        Runtime.getRuntime().addShutdownHook(new Thread(this::stopAndWait, "swipestorm-shutdown"));
    }

    /** What the run listens to. */
    StopSignal signal() {
        return signal;
    }

    private void stopAndWait() {
        signal.stop(StopReason.INTERRUPTED);
        try {
            finished.await(LONGEST_WAIT_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The command has done everything: the JVM may end. */
    @Override
    public void close() {
        finished.countDown();
    }
}
