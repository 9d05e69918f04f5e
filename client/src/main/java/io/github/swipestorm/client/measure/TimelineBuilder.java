package io.github.swipestorm.client.measure;

import org.HdrHistogram.IntCountsHistogram;

/**
 * Makes a {@link Timeline} of attempts as they are done, in bounded memory and without allocation for an attempt.
 *
 * <p>Attempts may come in any order, but are expected nearly in order of their end. Two histograms are kept for each
 * of the 16 most recent seconds of end time. For a straggler, an attempt that ended in a second whose histograms were
 * already given to a later one, counts, mean and maximum are still corrected; only the percentiles of its second lack
 * it, and {@link Timeline#stragglers()} counts it.
 *
 * <p>Memory: 52 KiB for each stretch of 512 seconds in which something happened, and 1.7 MiB of histograms. An attempt
 * with a time before the start of the run or later than {@link #LONGEST_RUN_US}, with an end before its start, or with
 * a negative or longer latency, is not let in: {@link Timeline#refused()} counts it.
 *
 * <p>An attempt is known from the moment it is done, so while a run goes on the newest seconds still lack the
 * attempts that are under way. For one thread at a time.
 */
public final class TimelineBuilder {
    /** The longest run that is told second by second: 30 days. */
    public static final long LONGEST_RUN_US = 30L * 24 * 3600 * 1_000_000;

    /** Stands for the size of an answer that is not known. */
    public static final long UNKNOWN_SIZE = -1;

    private static final long SECOND_US = 1_000_000;
    private static final int OPEN_SECONDS = 16;

    private final TimelinePage[] pages = new TimelinePage[TimelinePage.pageOf(LONGEST_RUN_US / SECOND_US) + 1];
    private final OpenSecond[] open = new OpenSecond[OPEN_SECONDS];
    private long lastSecond = -1;
    private long endUs;
    private long stragglers;
    private long refused;

    /** Counts one attempt whose answer has an unknown size. */
    public void add(long startUs, long endUs, long latencyUs, long responseUs, boolean ok, int attempt) {
        add(startUs, endUs, latencyUs, responseUs, ok, attempt, UNKNOWN_SIZE);
    }

    /**
     * Counts one attempt.
     *
     * @param startUs when it was sent, in microseconds since the start of the run
     * @param endUs when it was done, in microseconds since the start of the run
     * @param latencyUs its service time in microseconds; of interest when {@code ok}
     * @param responseUs its response time in microseconds; likewise
     * @param ok whether it succeeded
     * @param attempt 1 for a request's first attempt, more for a retry
     * @param bytes in the body of its answer; of interest when {@code ok}; negative when it is not known
     */
    public void add(long startUs, long endUs, long latencyUs, long responseUs, boolean ok, int attempt, long bytes) {
        if (startUs < 0 || endUs < startUs || endUs > LONGEST_RUN_US || latencyUs < 0 || latencyUs > LONGEST_RUN_US) {
            refused++;
            return;
        }
        countStart(startUs / SECOND_US, ok, attempt);
        countEnd(endUs / SECOND_US, latencyUs, responseUs, ok, bytes);
        this.endUs = Math.max(this.endUs, endUs);
    }

    private void countStart(long second, boolean ok, int attempt) {
        TimelinePage page = page(second);
        int slot = TimelinePage.slotOf(second);
        (ok ? page.okByStart : page.failedByStart)[slot]++;
        if (attempt > 1) {
            page.retries[slot]++;
        }
    }

    private void countEnd(long second, long latencyUs, long responseUs, boolean ok, long bytes) {
        TimelinePage page = page(second);
        int slot = TimelinePage.slotOf(second);
        lastSecond = Math.max(lastSecond, second);
        if (!ok) {
            page.failed[slot]++;
            return;
        }
        page.ok[slot]++;
        page.sumUs[slot] += latencyUs;
        page.okBytes[slot] =
                bytes < 0 || page.okBytes[slot] == TimelinePage.NONE ? TimelinePage.NONE : page.okBytes[slot] + bytes;
        page.maxUs[slot] = Math.max(page.maxUs[slot], latencyUs);
        OpenSecond place = openSecond(second);
        if (place == null) {
            stragglers++;
        } else {
            place.record(latencyUs, responseUs);
        }
    }

    private TimelinePage page(long second) {
        int index = TimelinePage.pageOf(second);
        TimelinePage page = pages[index];
        if (page == null) {
            page = new TimelinePage();
            pages[index] = page;
        }
        return page;
    }

    /**
     * Seconds 16 apart share a place, and the later one has it. As a second never gets its place back, it is closed at
     * most once, and its percentiles are those of all attempts but the stragglers.
     */
    private OpenSecond openSecond(long second) {
        int place = (int) second & (OPEN_SECONDS - 1);
        OpenSecond found = open[place];
        if (found == null) {
            found = new OpenSecond(second);
            open[place] = found;
        } else if (second > found.second) {
            found.writePercentiles(page(found.second));
            found.begin(second);
        }
        return second < found.second ? null : found;
    }

    /** The latencies of a second whose percentiles are not known yet. */
    private static final class OpenSecond {

        private final IntCountsHistogram service = new IntCountsHistogram(1, LatencyHistogram.HIGHEST_US, 3);
        /** Two digits are enough for a chart, and a tenth of the work at the end of each second. */
        private final IntCountsHistogram response = new IntCountsHistogram(1, LatencyHistogram.HIGHEST_US, 2);

        private long longestResponseUs;
        private long second;

        private OpenSecond(long second) {
            this.second = second;
        }

        private void begin(long next) {
            service.reset();
            response.reset();
            longestResponseUs = 0;
            second = next;
        }

        private void record(long serviceUs, long responseUs) {
            service.recordValue(Math.min(serviceUs, LatencyHistogram.HIGHEST_US));
            long within = Math.max(0, Math.min(responseUs, LatencyHistogram.HIGHEST_US));
            response.recordValue(within);
            longestResponseUs = Math.max(longestResponseUs, within);
        }

        private void writePercentiles(TimelinePage page) {
            if (service.getTotalCount() == 0) {
                return;
            }
            int slot = TimelinePage.slotOf(second);
            // The histogram answers with the top of a cell, which may lie above the longest latency.
            page.p50Us[slot] = Math.min(page.maxUs[slot], service.getValueAtPercentile(50));
            page.p99Us[slot] = Math.min(page.maxUs[slot], service.getValueAtPercentile(99));
            page.responseP50Us[slot] = Math.min(longestResponseUs, response.getValueAtPercentile(50));
            page.responseP95Us[slot] = Math.min(longestResponseUs, response.getValueAtPercentile(95));
            page.responseP99Us[slot] = Math.min(longestResponseUs, response.getValueAtPercentile(99));
        }
    }

    /** The run so far, a copy; adding may go on afterwards. */
    public Timeline build() {
        TimelinePage[] copies = new TimelinePage[TimelinePage.pageOf(Math.max(0, lastSecond)) + 1];
        for (int i = 0; i < copies.length; i++) {
            copies[i] = pages[i] == null ? null : new TimelinePage(pages[i]);
        }
        for (OpenSecond second : open) {
            if (second != null) {
                second.writePercentiles(copies[TimelinePage.pageOf(second.second)]);
            }
        }
        return new Timeline(copies, lastSecond + 1, endUs, stragglers, refused);
    }
}
