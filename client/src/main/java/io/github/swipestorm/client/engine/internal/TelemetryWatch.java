package io.github.swipestorm.client.engine.internal;

import io.github.swipestorm.client.clock.NanoClock;
import io.github.swipestorm.client.telemetry.Sampler;
import io.github.swipestorm.client.telemetry.ServerProcesses;
import io.github.swipestorm.client.telemetry.Telemetry;
import io.github.swipestorm.client.telemetry.WorkerActivity;
import java.util.List;

/** Samples during a phase, and notifies others that the phase has begun. The phase tells it of its progress, on its own thread. */
final class TelemetryWatch {

    private final NanoClock clock;
    private final List<Thread> recording;
    private final ServerProcesses server;
    private final Runnable onStart;
    private volatile Sampler sampler;
    private Telemetry telemetry = Telemetry.NONE;

    TelemetryWatch(NanoClock clock, List<Thread> recording, ServerProcesses server, Runnable onStart) {
        this.clock = clock;
        this.recording = recording;
        this.server = server;
        this.onStart = onStart;
    }

    /**
     * Workers are ready and wait at the gate; the clock has not started.
     *
     * @param load of the phase, readable until its end
     * @param loops threads that carry many workers each, if there are any
     */
    void ready(WorkerActivity load, List<Thread> loops) {
        sampler = new Sampler(clock, load, loops, recording, server);
    }

    /** The clock has started; the gate is about to open, and time spent here counts as part of the run. */
    void clockStarted() {
        sampler.start();
    }

    /** The gate is open and the workers run. */
    void gateOpened() {
        onStart.run();
    }

    /** The samples so far, thread-safe; none before the clock starts. */
    Telemetry soFar() {
        Sampler begun = sampler;
        return begun == null ? Telemetry.NONE : begun.soFar();
    }

    /** Ends the sampling, if it ever began. */
    void end() {
        if (sampler != null) {
            telemetry = sampler.finish();
        }
    }

    /** All samples. */
    Telemetry telemetry() {
        return telemetry;
    }
}
