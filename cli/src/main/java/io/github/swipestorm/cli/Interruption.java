package io.github.swipestorm.cli;

import io.github.swipestorm.cli.server.ServerException;
import io.github.swipestorm.client.engine.StopReason;
import io.github.swipestorm.client.engine.StopSignal;
import io.github.swipestorm.launch.ProcessSignal;
import java.io.PrintWriter;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Handles the signals that ask the client to end. The first one stops the run, so that the command still reports a
 * partial result and ends the server; the second one ends the JVM at once.
 */
public final class Interruption {

    private final PrintWriter err;
    private final StopSignal stop = new StopSignal();
    private final AtomicReference<ProcessSignal> first = new AtomicReference<>();
    private volatile StopSignal current = stop;
    /** The thread that waits for a server to start; guarded by this. */
    private Thread waiting;

    /** Opens something slow, such as a server. */
    public interface Opening<T> {
        T open() throws ServerException, InterruptedException;
    }

    /** @param err receives a message at the first signal */
    public Interruption(PrintWriter err) {
        this.err = err;
        for (ProcessSignal signal : ProcessSignal.values()) {
            signal.handle(() -> received(signal));
        }
    }

    private void received(ProcessSignal signal) {
        if (first.compareAndSet(null, signal)) {
            stop.stop(StopReason.INTERRUPTED);
            current.stop(StopReason.INTERRUPTED);
            wake();
            err.println((Terminal.isPresent() ? System.lineSeparator() : "") + "SIG" + signal
                    + ": stopping, and reporting what was measured; a second signal quits at once");
            err.flush();
        } else {
            // No hooks, no waiting: a second signal is meant seriously. A server sees the end of its input and ends as
            // well.
            Runtime.getRuntime().halt(signal.exitCode());
        }
    }

    private synchronized void wake() {
        if (waiting != null) {
            waiting.interrupt();
        }
    }

    /**
     * Opens something on the calling thread, and stops waiting for it when a signal comes.
     *
     * @throws InterruptedException when a signal came; what had been opened until then is closed
     */
    public <T> T open(Opening<T> opening) throws ServerException, InterruptedException {
        synchronized (this) {
            if (first.get() != null) {
                throw new InterruptedException();
            }
            waiting = Thread.currentThread();
        }
        try {
            return opening.open();
        } finally {
            synchronized (this) {
                waiting = null;
                // A signal that came too late stops the run instead.
                Thread.interrupted();
            }
        }
    }

    /** The stop signal of the command. */
    public StopSignal stop() {
        return stop;
    }

    /**
     * The stop signal of one of several runs, each with its own: a run that gives up also triggers its signal, and a
     * signal that outlives its run would keep the whole run in memory.
     */
    public StopSignal forOneRun() {
        StopSignal one = new StopSignal();
        current = one;
        if (stop.isStopped()) {
            one.stop(StopReason.INTERRUPTED);
        }
        return one;
    }

    /** The exit code for the first signal; empty when there was none. */
    public Optional<Integer> exitCode() {
        return Optional.ofNullable(first.get()).map(ProcessSignal::exitCode);
    }
}
