package io.github.swipestorm.client.verdict;

/**
 * What the client did to a run's figures, so that objectives cannot be judged by them alone.
 *
 * @param kind what it spoils
 * @param reason the evidence, in one line
 */
public record Interference(Kind kind, String reason) {

    /** What a client can do to a run. */
    public enum Kind {
        /** It did not run when it wanted to: the server got less load than planned, and the times are the client's. */
        STARVED,
        /** Its workers were too few for the rate: requests waited for one, so that only service times are the server's. */
        TOO_FEW_WORKERS,
        /** It sent what was planned, but its own work may have made times longer and the throughput lower. */
        AT_LIMIT
    }

    /** Whether the server got the load that the plan asks for: an objective that was met is then met. */
    public boolean loadKept() {
        return kind == Kind.AT_LIMIT;
    }
}
