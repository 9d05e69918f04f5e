package io.github.swipestorm.client.verdict;

/**
 * How the client distorted a run's figures, so that objectives cannot be judged by them alone.
 *
 * @param kind what it affects
 * @param reason the evidence, in one line
 */
public record Interference(Kind kind, String reason) {

    /** How a client can distort a run. */
    public enum Kind {
        /**
         * It was not scheduled in time: the server got less load than planned, and the times include the client's
         * delays.
         */
        STARVED,
        /**
         * It had too few workers for the rate: requests waited for one, so that only service times describe the server.
         */
        TOO_FEW_WORKERS,
        /** It sent what was planned, but its own work may have increased times and reduced throughput. */
        AT_LIMIT
    }

    /** Whether the server got the load of the plan: an objective that was met is then really met. */
    public boolean loadKept() {
        return kind == Kind.AT_LIMIT;
    }
}
