package io.github.swipestorm.client.report.run;

import io.github.swipestorm.client.measure.ExactLatencies;
import io.github.swipestorm.client.measure.LatencyHistogram;
import io.github.swipestorm.client.record.csv.AttemptRow;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Counts attempts and their latencies, in memory that does not depend on how many there are. */
final class AttemptFigures {
    private static final int MOST_FAILURE_WORDS = 100;
    private static final int MOST_WORKERS = 1 << 24;

    private final ExactLatencies serviceTime = new ExactLatencies();
    private final LatencyHistogram serviceTimeHistogram = new LatencyHistogram();
    private final LatencyHistogram responseTime = new LatencyHistogram();
    private final LatencyHistogram failedAttempts = new LatencyHistogram();
    private final long[] statuses = new long[1_000];
    private final Map<String, Long> failures = new HashMap<>();
    private final BitSet workers = new BitSet();
    private boolean workersKnown = true;
    private long attempts;

    void add(AttemptRow row) {
        attempts++;
        if (row.worker() >= 0 && row.worker() < MOST_WORKERS) {
            workers.set(row.worker());
        } else {
            workersKnown = false;
        }
        if (row.failure().isEmpty() && row.status() != AttemptRow.NO_STATUS) {
            statuses[row.status()]++;
        } else {
            failures.merge(word(row.failure()), 1L, Long::sum);
        }
        if (row.ok()) {
            serviceTime.record(row.latencyUs());
            serviceTimeHistogram.record(row.latencyUs());
            responseTime.record(row.responseTimeUs());
        } else {
            failedAttempts.record(row.latencyUs());
        }
    }

    /** A file that is not what it seems must not fill the memory with words. */
    private String word(String failure) {
        if (failure.isEmpty()) {
            return "unknown";
        }
        return failures.containsKey(failure) || failures.size() < MOST_FAILURE_WORDS ? failure : "other";
    }

    long attempts() {
        return attempts;
    }

    int workers() {
        return workersKnown ? workers.cardinality() : RunSummary.UNKNOWN_WORKERS;
    }

    SortedMap<Integer, Long> statuses() {
        SortedMap<Integer, Long> seen = new TreeMap<>();
        for (int status = 0; status < statuses.length; status++) {
            if (statuses[status] > 0) {
                seen.put(status, statuses[status]);
            }
        }
        return seen;
    }

    SortedMap<String, Long> failures() {
        return new TreeMap<>(failures);
    }

    ExactLatencies serviceTime() {
        return serviceTime;
    }

    LatencyHistogram serviceTimeHistogram() {
        return serviceTimeHistogram;
    }

    LatencyHistogram responseTime() {
        return responseTime;
    }

    LatencyHistogram failedAttempts() {
        return failedAttempts;
    }
}
