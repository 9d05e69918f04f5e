package io.github.swipestorm.client.report;

import io.github.swipestorm.client.record.AttemptRow;
import io.github.swipestorm.client.stats.LatencyHistogram;
import java.util.HashMap;
import java.util.Map;

/**
 * Puts attempts together to requests. A worker sends one request after the other, so all attempts of one request stand
 * in the file before the first of the same worker's next; what is kept is therefore one open request for each worker,
 * however many requests there are.
 */
final class RequestOutcomes {
    private final Map<Integer, Open> openByWorker = new HashMap<>();
    private final LatencyHistogram wholeRequests = new LatencyHistogram();
    private long okAtFirstAttempt;
    private long okAfterRetries;
    private long failed;

    void add(AttemptRow row) {
        Open open = openByWorker.computeIfAbsent(row.worker(), worker -> new Open());
        if (open.request != row.request()) {
            close(open);
            open.request = row.request();
            open.startUs = row.startUs();
            open.sawFirstAttempt = row.attempt() == 1;
            open.okAttempt = Open.NONE;
        }
        if (row.ok()) {
            open.okAttempt = row.attempt();
        }
        open.endUs = row.endUs();
    }

    private void close(Open open) {
        if (open.request == Open.NONE) {
            return;
        }
        if (open.okAttempt == Open.NONE) {
            failed++;
            return;
        }
        if (open.okAttempt == 1) {
            okAtFirstAttempt++;
        } else {
            okAfterRetries++;
        }
        // Of a request whose beginning is not in the file, or not in the part looked at, the duration is unknown.
        if (open.sawFirstAttempt) {
            wholeRequests.record(Math.max(0, open.endUs - open.startUs));
        }
    }

    /** Ends the requests that are still open; nothing can be added afterwards. */
    void finish() {
        openByWorker.values().forEach(this::close);
        openByWorker.clear();
    }

    RequestCounts counts() {
        return new RequestCounts(okAtFirstAttempt, okAfterRetries, failed);
    }

    /** From the first attempt sent to the last one done, of requests that were ok. */
    LatencyHistogram wholeRequests() {
        return wholeRequests;
    }

    private static final class Open {
        static final int NONE = -1;

        private long request = NONE;
        private long startUs;
        private long endUs;
        private boolean sawFirstAttempt;
        private int okAttempt = NONE;
    }
}
