package io.github.swipestorm.client.arrival;

import io.github.swipestorm.client.registry.EnumLabels;

/** How the requests of an open loop are distributed around the rate. */
public enum ArrivalProcess {
    /** Evenly spaced, as far as the rate allows. */
    CONSTANT,
    /** At random and memoryless, like visitors who act independently of each other. */
    POISSON,
    /** All requests of the rate's period at its beginning: 100 per 5 s are 100 at once every 5 s. */
    BURSTS;

    /** The label that options and files use. */
    @Override
    public String toString() {
        return EnumLabels.of(this);
    }
}
