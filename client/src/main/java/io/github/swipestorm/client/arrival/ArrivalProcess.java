package io.github.swipestorm.client.arrival;

import io.github.swipestorm.client.registry.Words;

/** How the requests of an open loop are spread around the rate. */
public enum ArrivalProcess {
    /** One after the other as evenly as the rate allows. */
    CONSTANT,
    /** At random and without memory, as visitors come who do not know of each other. */
    POISSON;

    private final String word = Words.of(this);

    /** The label that options and files use. */
    @Override
    public String toString() {
        return word;
    }
}
