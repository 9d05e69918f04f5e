package io.github.swipestorm.cli;

import io.github.swipestorm.cli.server.ServerException;
import io.github.swipestorm.client.engine.StopReason;
import io.github.swipestorm.client.engine.StopSignal;
import io.github.swipestorm.launch.ProcessSignal;
import java.io.PrintWriter;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Answers the signals that ask the client to end. The first one stops the run, so that the command goes on to its partial
 * result and the server's end; the second one ends the JVM at once.
 */
public final class Interruption {

    private final PrintWriter err;
    private final StopSignal stop = new StopSignal();
    private final AtomicReference<ProcessSignal> first = new AtomicReference<>();
    private volatile StopSignal current = stop;
    /** Who waits for a server to start; guarded by this. */
    private Thread waiting;

    /** Something that takes its time to open, such as a server. */
    public interface Opening<T> {
        T open() throws ServerException, InterruptedException;
    }

    /** @param err where it is said that the first signal was heard */
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
                    + ": ending with what there is; a second signal quits at once");
            err.flush();
        } else {
            // No hooks, no waiting: whoever asks twice means it. A server sees the end of its input and ends, too.
            Runtime.getRuntime().halt(signal.exitCode());
        }
    }

    private synchronized void wake() {
        if (waiting != null) {
            waiting.interrupt();
        }
    }

    /**
     * Opens something on the calling thread, and does not wait for it any longer when a signal comes.
     *
     * @throws InterruptedException when one came; what had been opened until then is closed
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
                // One that came too late stops the run instead.
                Thread.interrupted();
            }
        }
    }

    /** What the command listens to. */
    public StopSignal stop() {
        return stop;
    }

    /**
     * What one of several runs listens to, each to its own: a run that gives up also stops what it listens to, and a
     * signal that outlives its run would keep all of the run in memory.
     */
    public StopSignal forOneRun() {
        StopSignal one = new StopSignal();
        current = one;
        if (stop.isStopped()) {
            one.stop(StopReason.INTERRUPTED);
        }
        return one;
    }

    /** The exit code that the first signal asks for; empty when there was none. */
    public Optional<Integer> exitCode() {
        return Optional.ofNullable(first.get()).map(ProcessSignal::exitCode);
    }
}
