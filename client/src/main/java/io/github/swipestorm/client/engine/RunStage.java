package io.github.swipestorm.client.engine;

import io.github.swipestorm.client.plan.SelfWarmUp;
import io.github.swipestorm.client.plan.WarmUp;

/** What a runner does before the clock of a run starts. */
public enum RunStage {
    /** The client's own code, see {@link SelfWarmUp}. */
    CLIENT_WARM_UP("warming up client"),
    /** The warm-up of the plan, see {@link WarmUp}. */
    WARM_UP("warming up, not counted"),
    /** What the workload does once before a run. */
    SETUP("preparing the run"),
    /** Workers start, and open connections. */
    CONNECTING("connecting");

    private final String text;

    RunStage(String text) {
        this.text = text;
    }

    /** A short label for the user. */
    @Override
    public String toString() {
        return text;
    }
}
