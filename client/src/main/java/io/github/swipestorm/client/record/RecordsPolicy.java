package io.github.swipestorm.client.record;

import io.github.swipestorm.client.registry.EnumLabels;

/** What happens to records while the disk is slower than the load. */
public enum RecordsPolicy {
    /** Workers wait until there is room again: no row is missing, but the load is slowed down. */
    BLOCK,
    /** The load continues; rows that find no room are dropped and counted. */
    DROP;

    /** The label that options and files use. */
    @Override
    public String toString() {
        return EnumLabels.of(this);
    }
}
