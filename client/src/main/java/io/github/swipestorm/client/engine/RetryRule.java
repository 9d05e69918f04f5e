package io.github.swipestorm.client.engine;

import io.github.swipestorm.client.http.Failure;
import io.github.swipestorm.client.http.Outcome;
import io.github.swipestorm.client.http.Response;

/**
 * When a request gets a further attempt: after a 4xx or 5xx answer, or none, until its attempts are used up. A 3xx
 * answer is final: asking again would not change it, and redirects are not followed.
 *
 * @param retries further attempts after the first, 0 to 10,000
 */
public record RetryRule(int retries) {

    private static final int MOST_RETRIES = 10_000;

    public RetryRule {
        if (retries < 0 || retries > MOST_RETRIES) {
            throw new IllegalArgumentException("Retries must be 0 to " + MOST_RETRIES + ", not " + retries);
        }
    }

    /**
     * Whether a request deserves another attempt.
     *
     * @param attempt how many attempts it had, the one with this outcome included
     */
    public boolean again(Outcome outcome, int attempt) {
        if (outcome.ok() || attempt > retries) {
            return false;
        }
        return outcome instanceof Failure || ((Response) outcome).status() >= 400;
    }
}
