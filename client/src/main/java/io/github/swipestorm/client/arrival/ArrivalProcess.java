package io.github.swipestorm.client.arrival;

import io.github.swipestorm.client.registry.EnumLabels;

/** How the requests of an open loop are distributed around the rate. */
public enum ArrivalProcess {
    /** Evenly spaced, as far as the rate allows. */
    CONSTANT,
    /** At random and memoryless, like visitors who act independently of each other. */
    POISSON;

    private final String word = EnumLabels.of(this);

    /** The label that options and files use. */
    @Override
    public String toString() {
        return word;
    }
}
