package io.github.swipestorm.client.record;

import java.io.File;
import java.nio.file.Path;

/**
 * How full a disk is.
 *
 * @param total total bytes; 0 when it is not known
 * @param free bytes that this process may still use
 */
public record DiskUse(long total, long free) {

    private static final long LEAST_RESERVE_BYTES = 1 << 20;
    private static final long LEAST_REPORT_BYTES = 512 << 10;
    private static final long MOST_RESERVE_BYTES = 16 << 20;

    /** The disk on which a file or directory lies. */
    public static DiskUse of(Path path) {
        // Queried from the path: a FileStore reads the mount table, which fails when no open file is left for it.
        File file = path.toFile();
        return new DiskUse(file.getTotalSpace(), file.getUsableSpace());
    }

    /** Whether not even the reports of a short run fit. */
    public boolean full() {
        return total > 0 && free < LEAST_REPORT_BYTES;
    }

    /**
     * The bytes that rows may use. The rest is reserved for the run's report: a sixteenth of the disk, but at least 1
     * MiB and at most 16 MiB, and never more than half of the disk.
     */
    public long forRows() {
        long reserve = Math.min(total / 2, Math.max(LEAST_RESERVE_BYTES, Math.min(MOST_RESERVE_BYTES, total / 16)));
        return Math.max(0, free - reserve);
    }
}
