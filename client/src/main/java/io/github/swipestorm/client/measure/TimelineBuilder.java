package io.github.swipestorm.client.measure;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.HdrHistogram.IntCountsHistogram;

/**
 * Makes a {@link Timeline} of attempts as they are done, in bounded memory and without allocation for an attempt.
 *
 * <p>Attempts may come in any order, but are expected nearly in order of their end. Two histograms are open
 * for each of the 16 most recent seconds of end time; those of earlier seconds are kept encoded, so that timelines can be
 * merged, until they take {@link #MOST_BYTES}. For a straggler, an attempt that ended in a second whose histograms are
 * not kept, counts, mean and maximum are still corrected; only the percentiles of its second lack it, and {@link
 * Timeline#stragglers()} counts it.
 *
 * <p>Memory: 64 KiB for each stretch of 512 seconds in which something happened, 1.9 MiB of open histograms, and up to
 * {@link #MOST_BYTES} of encoded ones: 0.4 KB for a second of 100 attempts, 4 KB for one of 10,000, 7 KB for one of 200,000. An attempt
 * with a time before the start of the run or later than {@link #LONGEST_RUN_US}, with an end before its start, or with
 * a negative or longer latency, is left out: only {@link Timeline#refused()} counts it.
 *
 * <p>An attempt is known from the moment it is done, so during a run the newest seconds still lack the
 * attempts in flight. Not thread-safe.
 */
public final class TimelineBuilder {
    /** The longest run with a timeline: 30 days. */
    public static final long LONGEST_RUN_US = 30L * 24 * 3600 * 1_000_000;

    /** The size of a response that is not known. */
    public static final long UNKNOWN_SIZE = -1;

    /** Limit for encoded histograms. Later seconds still have their own percentiles, but none in a merged timeline. */
    public static final long MOST_BYTES = 64L << 20;

    private static final long SECOND_US = 1_000_000;
    private static final int OPEN_SECONDS = 16;
    private static final int OPEN_SECONDS_OF_OPERATION = 4;
    private static final int DIGITS = 3;
    private static final int DIGITS_OF_OPERATION = 2;

    private final Budget budget;
    private final int digits;
    private final OpenSecond[] open;
    private final ByteBuffer scratch;
    private TimelinePage[] pages = new TimelinePage[1];
    private long lastSecond = -1;
    private long endUs;
    private long stragglers;
    private long refused;

    /**
     * Memory that the timelines of a run's operations share: {@link #MOST_BYTES} for encoded histograms, and twice that for counts.
     * That is enough for 2 operations for 6 days, for 10 for 29 h, for 100 for 2.9 h; attempts after that are not in their operation's
     * timeline, which counts them as {@link Timeline#refused()}. Not thread-safe.
     */
    public static final class Budget {

        private static final long MOST_PAGES = 2 * MOST_BYTES / TimelinePage.BYTES;

        private final long mostBytes;
        private final long mostPages;
        private long bytes;
        private long pages;

        /** The memory of one run. */
        public Budget() {
            this(MOST_BYTES, MOST_PAGES);
        }

        Budget(long mostBytes, long mostPages) {
            this.mostBytes = mostBytes;
            this.mostPages = mostPages;
        }
    }

    /** The timeline of a run, with histograms of up to {@link #MOST_BYTES}. */
    public TimelineBuilder() {
        this(MOST_BYTES);
    }

    TimelineBuilder(long mostBytes) {
        this(new Budget(mostBytes, Long.MAX_VALUE), OPEN_SECONDS, DIGITS);
    }

    /**
     * The timeline of one operation of a run. Histograms of the 4 most recent seconds are open, with 2 digits: they take 110 KB.
     *
     * @param shared by the timelines of all operations
     */
    public TimelineBuilder(Budget shared) {
        this(shared, OPEN_SECONDS_OF_OPERATION, DIGITS_OF_OPERATION);
    }

    /** @param openSeconds a power of two */
    private TimelineBuilder(Budget budget, int openSeconds, int digits) {
        this.budget = budget;
        this.digits = digits;
        this.open = new OpenSecond[openSeconds];
        this.scratch = ByteBuffer.allocate(new OpenSecond(0, digits).service.getNeededByteBufferCapacity());
    }

    /** Counts one attempt whose response has an unknown size. */
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
        TimelinePage startPage = page(startUs / SECOND_US);
        TimelinePage endPage = page(endUs / SECOND_US);
        if (startPage == null || endPage == null) {
            refused++;
            return;
        }
        countStart(startPage, startUs / SECOND_US, ok, attempt);
        countEnd(endPage, endUs / SECOND_US, latencyUs, responseUs, ok, bytes);
        this.endUs = Math.max(this.endUs, endUs);
    }

    private static void countStart(TimelinePage page, long second, boolean ok, int attempt) {
        int slot = TimelinePage.slotOf(second);
        (ok ? page.okByStart : page.failedByStart)[slot]++;
        if (attempt > 1) {
            page.retries[slot]++;
        }
    }

    private void countEnd(TimelinePage page, long second, long latencyUs, long responseUs, boolean ok, long bytes) {
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
        long within = Math.max(0, Math.min(responseUs, LatencyHistogram.HIGHEST_US));
        page.maxResponseUs[slot] = Math.max(page.maxResponseUs[slot], within);
        OpenSecond place = openSecond(second);
        if (place == null) {
            stragglers++;
        } else {
            place.record(latencyUs, within);
        }
    }

    /** Null when there is no memory for it. */
    private TimelinePage page(long second) {
        int index = TimelinePage.pageOf(second);
        TimelinePage page = index < pages.length ? pages[index] : null;
        return page == null ? newPage(index) : page;
    }

    private TimelinePage newPage(int index) {
        if (budget.pages >= budget.mostPages) {
            return null;
        }
        budget.pages++;
        if (index >= pages.length) {
            pages = Arrays.copyOf(pages, index + 1);
        }
        pages[index] = new TimelinePage();
        return pages[index];
    }

    /** Seconds a multiple of the open ones apart share a place. A second keeps it as long as its histograms are kept. */
    private OpenSecond openSecond(long second) {
        int place = (int) second & (open.length - 1);
        OpenSecond found = open[place];
        if (found == null) {
            found = new OpenSecond(second, digits);
            open[place] = found;
        } else if (second != found.second) {
            TimelinePage page = page(second);
            int slot = TimelinePage.slotOf(second);
            if (page.p50Us[slot] != TimelinePage.NONE && page.service[slot] == null) {
                return null;
            }
            close(found, page(found.second));
            found.begin(second);
        }
        return found;
    }

    /** Writes the percentiles of a second, and its histograms while there is space for them. */
    private void close(OpenSecond second, TimelinePage page) {
        int slot = TimelinePage.slotOf(second.second);
        if (second.service.getTotalCount() == 0) {
            return;
        }
        if (page.service[slot] != null) {
            second.service.add(EncodedHistogram.ofBytes(page.service[slot]));
            second.response.add(EncodedHistogram.ofBytes(page.response[slot]));
            budget.bytes -= page.service[slot].length + page.response[slot].length;
            page.service[slot] = null;
            page.response[slot] = null;
        }
        page.writePercentiles(slot, second.service, second.response);
        if (budget.bytes < budget.mostBytes) {
            page.service[slot] = EncodedHistogram.bytes(second.service, scratch);
            page.response[slot] = EncodedHistogram.bytes(second.response, scratch);
            budget.bytes += page.service[slot].length + page.response[slot].length;
        }
    }

    /** The latencies of a second whose percentiles are not known yet. */
    private static final class OpenSecond {

        private final IntCountsHistogram service;
        /** Two digits are enough for a chart, and take a tenth of the work at the end of each second. */
        private final IntCountsHistogram response = new IntCountsHistogram(1, LatencyHistogram.HIGHEST_US, 2);

        private long second;

        private OpenSecond(long second, int digits) {
            this.second = second;
            this.service = new IntCountsHistogram(1, LatencyHistogram.HIGHEST_US, digits);
        }

        private void begin(long next) {
            service.reset();
            response.reset();
            second = next;
        }

        private void record(long serviceUs, long responseUs) {
            service.recordValue(Math.min(serviceUs, LatencyHistogram.HIGHEST_US));
            response.recordValue(responseUs);
        }

        private OpenSecond copy() {
            OpenSecond copy = new OpenSecond(second, service.getNumberOfSignificantValueDigits());
            copy.service.add(service);
            copy.response.add(response);
            return copy;
        }
    }

    /** A copy of the run so far; adding may continue afterwards. */
    public Timeline build() {
        TimelinePage[] copies = new TimelinePage[TimelinePage.pageOf(Math.max(0, lastSecond)) + 1];
        for (int i = 0; i < copies.length; i++) {
            copies[i] = i >= pages.length || pages[i] == null ? null : new TimelinePage(pages[i]);
        }
        long before = budget.bytes;
        for (OpenSecond second : open) {
            if (second != null) {
                TimelinePage page = copies[TimelinePage.pageOf(second.second)];
                boolean reopened = page.service[TimelinePage.slotOf(second.second)] != null;
                close(reopened ? second.copy() : second, page);
            }
        }
        budget.bytes = before;
        return new Timeline(copies, lastSecond + 1, endUs, stragglers, refused);
    }
}
