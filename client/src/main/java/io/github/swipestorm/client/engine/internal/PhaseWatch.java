package io.github.swipestorm.client.engine.internal;

import io.github.swipestorm.client.telemetry.Load;
import java.util.List;

/** Is told how far a phase has come, on the phase's own thread, while the workers wait. */
interface PhaseWatch {

    /**
     * Workers are ready and wait at the gate; the clock has not started.
     *
     * @param load of the phase, to be looked at until its end
     * @param loops threads that carry many workers each, if there are any
     */
    void ready(Load load, List<Thread> loops);

    /** The clock has started; the gate is about to open, and every moment spent here is in the run. */
    void clockStarted();

    /** The workers are on their way. */
    void gateOpened();
}
