package io.github.swipestorm.client.cli;

import io.github.swipestorm.api.launch.ProcessSignal;
import io.github.swipestorm.client.engine.StopReason;
import io.github.swipestorm.client.engine.StopSignal;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Answers the signals that ask the client to end. The first one stops the run, so that the command goes on to its partial
 * result and the server's end; the second one ends the JVM at once.
 */
final class Interruption {

    private final StopSignal stop = new StopSignal();
    private final AtomicReference<ProcessSignal> first = new AtomicReference<>();
    private volatile StopSignal current = stop;

    Interruption() {
        for (ProcessSignal signal : ProcessSignal.values()) {
            signal.handle(() -> received(signal));
        }
    }

    private void received(ProcessSignal signal) {
        if (first.compareAndSet(null, signal)) {
            stop.stop(StopReason.INTERRUPTED);
            current.stop(StopReason.INTERRUPTED);
        } else {
            // No hooks, no waiting: whoever asks twice means it. A server sees the end of its input and ends, too.
            Runtime.getRuntime().halt(signal.exitCode());
        }
    }

    /** What the command listens to. */
    StopSignal stop() {
        return stop;
    }

    /**
     * What one of several runs listens to, each to its own: a run that gives up also stops what it listens to, and a
     * signal that outlives its run would keep all of the run in memory.
     */
    StopSignal forOneRun() {
        StopSignal one = new StopSignal();
        current = one;
        if (stop.isStopped()) {
            one.stop(StopReason.INTERRUPTED);
        }
        return one;
    }

    /** The exit code that the first signal asks for; empty when there was none. */
    Optional<Integer> exitCode() {
        return Optional.ofNullable(first.get()).map(ProcessSignal::exitCode);
    }
}
