package io.github.swipestorm.client.record;

/** What happens to records while the disk is slower than the load. */
public enum RecordsPolicy {
    /** Workers wait until there is room again: nothing is missing, but the load is held back. */
    BLOCK("block"),
    /** The load goes on; rows that find no room are left out and counted. */
    DROP("drop");

    private final String word;

    RecordsPolicy(String word) {
        this.word = word;
    }

    /** The word that stands for it in options and files. */
    @Override
    public String toString() {
        return word;
    }
}
