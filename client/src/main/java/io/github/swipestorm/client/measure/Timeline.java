package io.github.swipestorm.client.measure;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.nio.ByteBuffer;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.RandomAccess;

/**
 * A run second by second, from its start to the second in which its last attempt was done, including seconds without
 * events. Immutable and thread-safe.
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

    /**
     * This run and another, or two parts of one, that began at the same instant. Counts, means and percentiles are those
     * of all attempts together, as if one builder had counted them; percentiles of a second of which one of the two has
     * no histogram, see {@link TimelineBuilder#MOST_BYTES}, are absent.
     */
    public Timeline plus(Timeline other) {
        TimelinePage[] sum = new TimelinePage[Math.max(pages.length, other.pages.length)];
        for (int i = 0; i < sum.length; i++) {
            TimelinePage one = i < pages.length ? pages[i] : null;
            TimelinePage two = i < other.pages.length ? other.pages[i] : null;
            if (one == null || two == null) {
                sum[i] = one == null ? two : one;
                continue;
            }
            sum[i] = new TimelinePage(one);
            for (int slot = 0; slot < TimelinePage.SECONDS; slot++) {
                sum[i].add(two, slot);
            }
        }
        return new Timeline(
                sum,
                Math.max(seconds, other.seconds),
                Math.max(endUs, other.endUs),
                stragglers + other.stragglers,
                refused + other.refused);
    }

    /**
     * What was counted after an earlier state of the same timeline: only seconds that have changed since have anything in them. Maxima
     * are those of all attempts, so that adding it to the earlier state gives this one again. Attempts in flight mean nothing in it.
     */
    public Timeline minus(Timeline earlier) {
        TimelinePage[] added = new TimelinePage[pages.length];
        for (int i = 0; i < added.length; i++) {
            TimelinePage before = i < earlier.pages.length ? earlier.pages[i] : null;
            added[i] = before == null || pages[i] == null ? pages[i] : pages[i].minus(before);
        }
        return new Timeline(added, seconds, endUs, stragglers - earlier.stragglers, refused - earlier.refused);
    }

    /**
     * The serialized form: what {@link #of} reads.
     *
     * @param seconds how many the run has
     * @param endUs as {@link Timeline#endUs}
     * @param stragglers as {@link Timeline#stragglers}
     * @param refused as {@link Timeline#refused}
     * @param busy the seconds in which something happened
     */
    public record SerializedForm(
            long seconds, long endUs, long stragglers, long refused, List<SerializedSecond> busy) {}

    /**
     * A second of the serialized form.
     *
     * @param second 0 for the first
     * @param figures attempts ok by start, failed by start, ok, failed, retries; sum and maximum of service times; bytes;
     *     p50 and p99 of service times, p50, p95 and p99 of response times, and their maximum; -1 for what is not known
     * @param service service times, HdrHistogram's compressed form as base64; absent when they are not kept
     * @param response response times, likewise
     */
    public record SerializedSecond(int second, long[] figures, String service, String response) {}

    /** The serialized form of this timeline. */
    @JsonValue
    public SerializedForm form() {
        List<SerializedSecond> busy = new ArrayList<>();
        for (int second = 0; second < seconds; second++) {
            TimelinePage page = pages[TimelinePage.pageOf(second)];
            int slot = TimelinePage.slotOf(second);
            if (page != null
                    && page.okByStart[slot] + page.failedByStart[slot] + page.ok[slot] + page.failed[slot] > 0) {
                boolean kept = page.service[slot] != null;
                busy.add(new SerializedSecond(
                        second,
                        Arrays.stream(page.columns())
                                .mapToLong(column -> column[slot])
                                .toArray(),
                        kept ? EncodedHistogram.base64(EncodedHistogram.ofBytes(page.service[slot])) : null,
                        kept ? EncodedHistogram.base64(EncodedHistogram.ofBytes(page.response[slot])) : null));
            }
        }
        return new SerializedForm(seconds, endUs, stragglers, refused, busy);
    }

    /**
     * The timeline of a serialized form.
     *
     * @throws IllegalArgumentException when it is not one
     */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public static Timeline of(SerializedForm form) {
        if (form.seconds() < 0 || form.seconds() > TimelineBuilder.LONGEST_RUN_US / 1_000_000 + 1) {
            throw new IllegalArgumentException("a run of " + form.seconds() + " seconds");
        }
        TimelinePage[] pages = new TimelinePage[TimelinePage.pageOf(Math.max(0, form.seconds() - 1)) + 1];
        ByteBuffer scratch = ByteBuffer.allocate(LatencyHistogram.newHistogram().getNeededByteBufferCapacity());
        for (SerializedSecond busy : form.busy()) {
            int index = busy.second() < 0 || busy.second() >= form.seconds() ? -1 : TimelinePage.pageOf(busy.second());
            if (index < 0 || busy.figures().length != new TimelinePage().columns().length) {
                throw new IllegalArgumentException("second " + busy.second() + " of " + form.seconds() + " with "
                        + busy.figures().length + " figures");
            }
            if (pages[index] == null) {
                pages[index] = new TimelinePage();
            }
            int slot = TimelinePage.slotOf(busy.second());
            long[][] columns = pages[index].columns();
            for (int column = 0; column < columns.length; column++) {
                columns[column][slot] = busy.figures()[column];
            }
            if (busy.service() != null && busy.response() != null) {
                pages[index].service[slot] = EncodedHistogram.bytes(EncodedHistogram.ofBase64(busy.service()), scratch);
                pages[index].response[slot] =
                        EncodedHistogram.bytes(EncodedHistogram.ofBase64(busy.response()), scratch);
            }
        }
        return new Timeline(pages, form.seconds(), form.endUs(), form.stragglers(), form.refused());
    }

    private static long inFlightGain(TimelinePage page, int slots) {
        long gain = 0;
        for (int slot = 0; page != null && slot < slots; slot++) {
            gain += page.okByStart[slot] + page.failedByStart[slot] - page.ok[slot] - page.failed[slot];
        }
        return gain;
    }

    /** All seconds in order; element i is second i. A view that creates elements on demand. */
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
