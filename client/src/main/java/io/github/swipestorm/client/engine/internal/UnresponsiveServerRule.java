package io.github.swipestorm.client.engine.internal;

import io.github.swipestorm.client.measure.Counts;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Decides that a server is unresponsive: attempts fail, and nothing was answered for the time in the plan. A server
 * that never responded gets at most 10 s, because then the address is more likely to be wrong.
 */
final class UnresponsiveServerRule {

    private static final long LONGEST_WITHOUT_ANY_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final long patienceNanos;
    private long answers;
    private long failedAttempts;
    private long since;

    UnresponsiveServerRule(Duration patience, long startNanos) {
        this.patienceNanos = patience.toNanos();
        this.since = startNanos;
    }

    /** Checks the counts so far; call it periodically. */
    boolean givesUp(Counts counts, long now) {
        if (patienceNanos == 0) {
            return false;
        }
        if (counts.answers() > answers) {
            answers = counts.answers();
            failedAttempts = counts.failedAttempts();
            since = now;
        }
        long patience = answers == 0 ? Math.min(patienceNanos, LONGEST_WITHOUT_ANY_NANOS) : patienceNanos;
        return counts.failedAttempts() > failedAttempts && now - since >= patience;
    }
}
