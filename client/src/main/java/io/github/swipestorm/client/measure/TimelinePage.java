package io.github.swipestorm.client.measure;

import java.util.Arrays;
import java.util.List;

/** The counters of a stretch of consecutive seconds, a column each: a record for each second would have to be new. */
final class TimelinePage {
    static final int BITS = 9;
    static final int SECONDS = 1 << BITS;
    static final long NONE = -1;

    final long[] okByStart = new long[SECONDS];
    final long[] failedByStart = new long[SECONDS];
    final long[] ok = new long[SECONDS];
    final long[] failed = new long[SECONDS];
    final long[] retries = new long[SECONDS];
    final long[] sumUs = new long[SECONDS];
    final long[] maxUs = new long[SECONDS];
    /** Of ok attempts; {@link #NONE} once the size of one of them is not known. */
    final long[] okBytes = new long[SECONDS];

    final long[] p50Us = new long[SECONDS];
    final long[] p99Us = new long[SECONDS];
    final long[] responseP50Us = new long[SECONDS];
    final long[] responseP95Us = new long[SECONDS];
    final long[] responseP99Us = new long[SECONDS];

    TimelinePage() {
        for (long[] percentiles : List.of(p50Us, p99Us, responseP50Us, responseP95Us, responseP99Us)) {
            Arrays.fill(percentiles, NONE);
        }
    }

    TimelinePage(TimelinePage from) {
        long[][] targets = columns();
        long[][] sources = from.columns();
        for (int i = 0; i < targets.length; i++) {
            System.arraycopy(sources[i], 0, targets[i], 0, SECONDS);
        }
    }

    private long[][] columns() {
        return new long[][] {
            okByStart,
            failedByStart,
            ok,
            failed,
            retries,
            sumUs,
            maxUs,
            okBytes,
            p50Us,
            p99Us,
            responseP50Us,
            responseP95Us,
            responseP99Us
        };
    }

    static int pageOf(long second) {
        return (int) (second >> BITS);
    }

    static int slotOf(long second) {
        return (int) second & (SECONDS - 1);
    }
}
