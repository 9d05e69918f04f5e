package io.github.swipestorm.client.engine.internal;

import io.github.swipestorm.client.telemetry.Load;
import java.util.List;

/** Observes a phase's progress, on the phase's own thread, while the workers wait. */
interface PhaseWatch {

    /**
     * Workers are ready and wait at the gate; the clock has not started.
     *
     * @param load of the phase, readable until its end
     * @param loops threads that carry many workers each, if there are any
     */
    void ready(Load load, List<Thread> loops);

    /** The clock has started; the gate is about to open, and time spent here counts as part of the run. */
    void clockStarted();

    /** The gate is open and the workers run. */
    void gateOpened();
}
