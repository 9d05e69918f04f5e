package io.github.swipestorm.client.workload.mix;

import io.github.swipestorm.client.registry.EnumLabels;

/** Whether a scenario keeps the cookies of responses (RFC 6265) and sends them back. */
public enum CookieMode {
    /** Cookies are not kept. */
    OFF,
    /** Each iteration begins without the cookies of the one before it, but with those of the steps before the worker's first one. */
    ITERATION,
    /** A worker keeps its cookies over all its iterations. */
    WORKER;

    /** The word that files use. */
    @Override
    public String toString() {
        return EnumLabels.of(this);
    }
}
