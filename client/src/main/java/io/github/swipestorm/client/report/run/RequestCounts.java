package io.github.swipestorm.client.report.run;

/**
 * How the requests of a run ended.
 *
 * @param okAtFirstAttempt requests whose first attempt was ok
 * @param okAfterRetries requests that were ok at a later attempt
 * @param failed requests of which no attempt was ok
 */
public record RequestCounts(long okAtFirstAttempt, long okAfterRetries, long failed) {
    /** Requests that were ok in the end. */
    public long ok() {
        return okAtFirstAttempt + okAfterRetries;
    }

    /** All requests. */
    public long all() {
        return ok() + failed;
    }
}
