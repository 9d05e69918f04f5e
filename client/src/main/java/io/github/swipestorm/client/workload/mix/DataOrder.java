package io.github.swipestorm.client.workload.mix;

import io.github.swipestorm.client.registry.EnumLabels;

/** Which row of a data file a request has: a function of the request's index alone. */
public enum DataOrder {
    /** The i-th request has the i-th row; after the last row comes the first one again. */
    SEQUENTIAL,
    /** The same with the rows in a random order, which is another one each time that all rows were used. */
    SHUFFLED,
    /** The i-th request has the i-th row, and a run has no more requests than there are rows. */
    ONCE;

    /** The word for it in files. */
    @Override
    public String toString() {
        return EnumLabels.of(this);
    }
}
