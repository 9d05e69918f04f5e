package io.github.swipestorm.client.engine.internal;

import io.github.swipestorm.client.http.Failure;
import io.github.swipestorm.client.http.FailureKind;
import io.github.swipestorm.client.http.Outcome;

/**
 * How long a worker waits after it failed to connect: 1 ms, then twice as long each time, up to 8 ms, until a connect
 * succeeds. Without it 200 workers would send a failing server more connection requests than it ever had load.
 */
final class ReconnectBackoff {

    private static final long FIRST_NANOS = 1_000_000;
    private static final long LONGEST_NANOS = 8_000_000;

    private long nextNanos;

    /** Nanoseconds to wait after this outcome; 0 unless connecting failed. */
    long after(Outcome outcome) {
        boolean notConnected = outcome instanceof Failure failure
                && (failure.kind() == FailureKind.CONNECT
                        || failure.kind() == FailureKind.DNS
                        || failure.kind() == FailureKind.TLS
                        || failure.kind() == FailureKind.CLIENT_LIMIT);
        nextNanos = notConnected ? Math.min(LONGEST_NANOS, Math.max(FIRST_NANOS, 2 * nextNanos)) : 0;
        return nextNanos;
    }
}
