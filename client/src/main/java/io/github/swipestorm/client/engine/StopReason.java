package io.github.swipestorm.client.engine;

import io.github.swipestorm.client.registry.EnumLabels;

/** Why a run ended. */
public enum StopReason {
    /** Every request was sent. */
    REQUESTS_USED_UP,
    /** Its time was up. */
    TIME_OVER,
    /** Its throughput was known to the requested precision. */
    PRECISION_REACHED,
    /** A step failed whose scenario then stops the run. */
    STEP_FAILED,
    /** A condition held on which it was to be aborted. */
    ABORTED,
    /** An agent was lost that had a share of the run. */
    AGENT_LOST,
    /** The user interrupted it. */
    INTERRUPTED,
    /** The server had not responded for too long. */
    GAVE_UP,
    /** A worker or a producer died of an error in this program. */
    WORKER_DIED,
    /** A worker or a producer died because this JVM or machine had no memory or thread left. */
    CLIENT_LIMIT;

    private final String word = EnumLabels.of(this);

    /** Whether the run reached the end that its plan defines: one that was stopped says little about its plan. */
    public boolean complete() {
        return this == REQUESTS_USED_UP || this == TIME_OVER || this == PRECISION_REACHED;
    }

    /** Why a run ends after this killed one of its workers or producers. */
    public static StopReason after(Throwable death) {
        return ClientLimitException.behind(death).isPresent() ? CLIENT_LIMIT : WORKER_DIED;
    }

    /** The label that files use. */
    @Override
    public String toString() {
        return word;
    }
}
