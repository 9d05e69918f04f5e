package io.github.swipestorm.client.report.run;

import io.github.swipestorm.client.record.csv.AttemptRow;
import io.github.swipestorm.client.text.NumberFormat;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** Detects rows that no run writes: duplicate first attempts, and impossible instants. */
final class RowChecks {

    /** One bit per request, so 32 MiB at most; requests with higher numbers are not checked for duplicates. */
    private static final int MOST_REQUESTS = 1 << 28;

    /** Rows are written within seconds of the end of their attempt; clocks of two machines differ by more. */
    private static final long HOUR_US = 3_600_000_000L;

    private final long writtenUs;
    private final BitSet begun = new BitSet();
    private long firstEndUs = -1;
    private long duplicates;
    private long firstDuplicate;
    private long impossible;
    private long firstImpossible;

    /** @param writtenUs when the file was last written, in microseconds since 1970-01-01T00:00Z */
    RowChecks(long writtenUs) {
        this.writtenUs = writtenUs;
    }

    void add(AttemptRow row) {
        if (row.attempt() == 1 && row.request() < MOST_REQUESTS) {
            int request = (int) row.request();
            if (begun.get(request) && duplicates++ == 0) {
                firstDuplicate = request;
            }
            begun.set(request);
        }
        firstEndUs = firstEndUs < 0 ? row.endUs() : firstEndUs;
        boolean sentBeforeItWasDue = row.dueUs() > row.startUs() + HOUR_US;
        boolean endedBeforeTheFirst = row.endUs() < firstEndUs - HOUR_US;
        boolean endedAfterItWasWritten = row.endUs() > writtenUs + HOUR_US;
        if ((sentBeforeItWasDue || endedBeforeTheFirst || endedAfterItWasWritten) && impossible++ == 0) {
            firstImpossible = row.request();
        }
    }

    /** What a reader of the figures must know, a line each. */
    List<String> notes() {
        List<String> notes = new ArrayList<>();
        if (duplicates > 0) {
            notes.add(NumberFormat.counted(duplicates, "row repeats", "rows repeat")
                    + " the first attempt of a request that an earlier row has already (the first: request "
                    + firstDuplicate + "); all are counted. Were two files put together?");
        }
        if (impossible > 0) {
            notes.add(NumberFormat.counted(
                            impossible, "row has an instant that cannot be", "rows have instants that cannot be")
                    + " (the first: request " + firstImpossible
                    + "): sent before it was due, or more than an hour before the first row or after the file"
                    + " was written. Duration, throughput and timeline are wrong by them.");
        }
        return notes;
    }
}
