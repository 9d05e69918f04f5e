package io.github.swipestorm.client.preflight;

import io.github.swipestorm.client.distribution.WorkItems;
import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.setting.Setting;
import io.github.swipestorm.client.setting.Times;
import java.util.List;
import java.util.Locale;

/**
 * Compares the size of the per-request CSV with the free space on the disk. A plan writes at least one row for each of
 * its requests; how many more retries add, or how many requests a closed loop sends in its time, is known only during
 * the run.
 *
 * @param freeBytes that the rows may take on the disk
 * @param compressed whether the CSV is, so that the size of a row is unknown
 */
public record DiskSpace(long freeBytes, boolean compressed) {

    /** The least size of a row: two times of 16 digits, method, path, status and small numbers. */
    static final long LEAST_ROW_BYTES = 60;
    /** The usual size of a row. */
    static final long USUAL_ROW_BYTES = 80;
    /** No client of this kind sends more attempts per second on one machine. */
    static final long MOST_PER_SECOND = 100_000;

    private static final String REMEDY = "make room, choose another " + Setting.OUTPUT + ", or a " + Setting.RECORDS
            + " name that ends in .gz, or leave the rows out with " + Setting.RECORDS.to("none");

    /**
     * Rejects plans whose rows cannot be written.
     *
     * @param plans one for each run
     * @throws IllegalArgumentException that names space, need and remedy
     */
    public void requireFor(List<LoadPlan> plans) {
        double rows = plans.stream()
                .filter(LoadPlan::bounded)
                .mapToDouble(LoadPlan::requests)
                .sum();
        if (!compressed && rows * LEAST_ROW_BYTES > freeBytes) {
            throw new IllegalArgumentException(
                    "The disk has " + megabytes(freeBytes) + " free for rows, and the rows of "
                            + String.format(Locale.ROOT, "%,.0f", rows) + " requests take at least "
                            + megabytes(rows * LEAST_ROW_BYTES) + ": " + REMEDY);
        }
    }

    /**
     * Warns of plans that may write more than the free space.
     *
     * @param plans one for each run, which {@link #requireFor} did not reject
     * @return one line per warning; empty when there is enough space
     */
    public List<String> warnings(List<LoadPlan> plans) {
        double most = plans.stream().mapToDouble(DiskSpace::mostRows).sum();
        return compressed || most * USUAL_ROW_BYTES <= freeBytes
                ? List.of()
                : List.of("The disk has " + megabytes(freeBytes) + " free for rows, room for those of some "
                        + String.format(Locale.ROOT, "%,d", freeBytes / USUAL_ROW_BYTES)
                        + " attempts, and there may be more: recording then stops before the disk is full, and the"
                        + " other figures stay whole. For all rows " + REMEDY);
    }

    /** With every retry used up, and at the highest rate where only time ends the run. */
    private static double mostRows(LoadPlan plan) {
        double seconds = plan.stop().duration().map(Times::seconds).orElse(Double.MAX_VALUE);
        double requests = plan.requests() == WorkItems.UNBOUNDED ? Double.MAX_VALUE : plan.requests();
        return Math.min(requests * (1 + plan.retry().retries()), seconds * MOST_PER_SECOND);
    }

    private static String megabytes(double bytes) {
        return String.format(Locale.ROOT, "%,.1f MB", bytes / 1e6);
    }
}
