package io.github.swipestorm.client.report.run;

import io.github.swipestorm.client.measure.LatencyHistogram;
import io.github.swipestorm.client.record.csv.AttemptRow;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Combines attempts into requests. An ok attempt ends its request; after a failed one a retry may follow, so the request
 * stays open. Attempts of other requests may stand in between: with {@code --pipeline} a worker has several requests in
 * progress.
 *
 * <p>Memory is bounded: when too many requests are open, those that have waited longest for a retry count as failed. If a
 * retry follows after all, the count is corrected, and only the duration of that request stays unknown.
 */
final class RequestOutcomes {
    private static final int MOST_OPEN = 1 << 18;

    private final int mostOpen;
    private final Map<Long, Open> open = new LinkedHashMap<>();
    private final LatencyHistogram wholeRequests = new LatencyHistogram();
    private long okAtFirstAttempt;
    private long okAfterRetries;
    private long failed;
    private long givenUp;

    RequestOutcomes() {
        this(MOST_OPEN);
    }

    /** @param mostOpen how many requests with failed attempts are remembered at once */
    RequestOutcomes(int mostOpen) {
        this.mostOpen = mostOpen;
    }

    void add(AttemptRow row) {
        Open earlier = open.remove(row.request());
        if (earlier == null && row.attempt() > 1 && givenUp > 0) {
            givenUp--;
            failed--;
        }
        // Of a request whose beginning is not in the file, or not in the part looked at, the duration is unknown.
        boolean known = row.attempt() == 1 || (earlier != null && earlier.sawFirstAttempt);
        long startUs = earlier == null ? row.startUs() : earlier.startUs;
        if (!row.ok()) {
            open.put(row.request(), new Open(startUs, known));
            giveUpOldest();
            return;
        }
        if (row.attempt() == 1) {
            okAtFirstAttempt++;
        } else {
            okAfterRetries++;
        }
        if (known) {
            wholeRequests.record(Math.max(0, row.endUs() - startUs));
        }
    }

    private void giveUpOldest() {
        if (open.size() > mostOpen) {
            Iterator<Open> oldest = open.values().iterator();
            oldest.next();
            oldest.remove();
            failed++;
            givenUp++;
        }
    }

    /** Ends the requests that are still open; nothing can be added afterwards. */
    void finish() {
        failed += open.size();
        open.clear();
    }

    RequestCounts counts() {
        return new RequestCounts(okAtFirstAttempt, okAfterRetries, failed);
    }

    /** From the first attempt sent to the last one done, of requests that were ok. */
    LatencyHistogram wholeRequests() {
        return wholeRequests;
    }

    /** A request without an ok attempt so far. */
    private record Open(long startUs, boolean sawFirstAttempt) {}
}
