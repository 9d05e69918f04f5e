package io.github.swipestorm.client.workload.mix;

import io.github.swipestorm.client.registry.EnumLabels;

/** What follows when a step of a scenario has failed, all retries included. */
public enum OnFailure {
    /** The iteration ends and counts as abandoned; the worker begins the next one. */
    ABANDON,
    /** The iteration goes on with the next step. */
    CONTINUE,
    /** The iteration ends, and its worker takes no further one. */
    STOP_WORKER,
    /** The iteration ends, and with it the run. */
    STOP_RUN;

    /** The word that files use. */
    @Override
    public String toString() {
        return EnumLabels.of(this);
    }
}
