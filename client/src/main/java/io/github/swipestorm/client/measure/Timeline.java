package io.github.swipestorm.client.measure;

import java.util.AbstractList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.RandomAccess;

/**
 * A run second by second, from its start to the second in which its last attempt was done; seconds in which nothing
 * happened are there, too. Immutable, so for any number of threads.
 */
public final class Timeline {
    private final TimelinePage[] pages;
    private final long[] inFlightBefore;
    private final int seconds;
    private final long endUs;
    private final long stragglers;
    private final long refused;

    Timeline(TimelinePage[] pages, long seconds, long endUs, long stragglers, long refused) {
        this.pages = pages;
        this.seconds = Math.toIntExact(seconds);
        this.endUs = endUs;
        this.stragglers = stragglers;
        this.refused = refused;
        this.inFlightBefore = new long[pages.length];
        for (int i = 1; i < pages.length; i++) {
            inFlightBefore[i] = inFlightBefore[i - 1] + inFlightGain(pages[i - 1], TimelinePage.SECONDS);
        }
    }

    private static long inFlightGain(TimelinePage page, int slots) {
        long gain = 0;
        for (int slot = 0; page != null && slot < slots; slot++) {
            gain += page.okByStart[slot] + page.failedByStart[slot] - page.ok[slot] - page.failed[slot];
        }
        return gain;
    }

    /** All seconds in order; element i is second i. A view: an element is made when it is asked for. */
    public List<TimelineSecond> seconds() {
        return new View();
    }

    /** When the last attempt was done, in microseconds since the start of the run; 0 when there was none. */
    public long endUs() {
        return endUs;
    }

    /** Attempts that came too late for the percentiles of their second, see {@link TimelineBuilder}. */
    public long stragglers() {
        return stragglers;
    }

    /** Attempts with impossible times, which are in none of the seconds, see {@link TimelineBuilder}. */
    public long refused() {
        return refused;
    }

    private TimelineSecond second(int second) {
        int pageIndex = TimelinePage.pageOf(second);
        TimelinePage page = pages[pageIndex];
        int slot = TimelinePage.slotOf(second);
        long inFlight = inFlightBefore[pageIndex] + inFlightGain(page, slot + 1);
        if (page == null) {
            return new TimelineSecond(
                    second,
                    0,
                    0,
                    0,
                    0,
                    0,
                    0,
                    OptionalDouble.empty(),
                    OptionalLong.empty(),
                    OptionalLong.empty(),
                    OptionalLong.empty(),
                    OptionalLong.empty(),
                    OptionalLong.empty(),
                    OptionalLong.empty(),
                    OptionalLong.of(0),
                    inFlight);
        }
        long ok = page.ok[slot];
        return new TimelineSecond(
                second,
                page.okByStart[slot] + page.failedByStart[slot],
                page.okByStart[slot],
                page.failedByStart[slot],
                ok,
                page.failed[slot],
                page.retries[slot],
                ok == 0 ? OptionalDouble.empty() : OptionalDouble.of((double) page.sumUs[slot] / ok),
                present(page.p50Us[slot]),
                present(page.p99Us[slot]),
                ok == 0 ? OptionalLong.empty() : OptionalLong.of(page.maxUs[slot]),
                present(page.responseP50Us[slot]),
                present(page.responseP95Us[slot]),
                present(page.responseP99Us[slot]),
                present(page.okBytes[slot]),
                inFlight);
    }

    private static OptionalLong present(long valueUs) {
        return valueUs == TimelinePage.NONE ? OptionalLong.empty() : OptionalLong.of(valueUs);
    }

    private final class View extends AbstractList<TimelineSecond> implements RandomAccess {
        @Override
        public TimelineSecond get(int index) {
            if (index < 0 || index >= seconds) {
                throw new IndexOutOfBoundsException("second " + index + " of " + seconds);
            }
            return second(index);
        }

        @Override
        public int size() {
            return seconds;
        }
    }
}
