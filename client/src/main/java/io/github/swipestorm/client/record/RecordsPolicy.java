package io.github.swipestorm.client.record;

import io.github.swipestorm.client.registry.Words;

/** What happens to records while the disk is slower than the load. */
public enum RecordsPolicy {
    /** Workers wait until there is room again: nothing is missing, but the load is held back. */
    BLOCK,
    /** The load goes on; rows that find no room are left out and counted. */
    DROP;

    private final String word = Words.of(this);

    /** The word that stands for it in options and files. */
    @Override
    public String toString() {
        return word;
    }
}
