package io.github.swipestorm.client.plan;

import io.github.swipestorm.client.http.Outcome;
import io.github.swipestorm.client.setting.PlanException;
import io.github.swipestorm.client.setting.Setting;
import java.time.Duration;
import java.util.Set;

/**
 * When a request gets a further attempt: after an outcome of the chosen classes, until its attempts are used up. A 3xx
 * answer is final: asking again would not change it, and redirects are not followed.
 *
 * @param retries further attempts after the first, 0 to 10,000
 * @param on the classes of outcome that are tried again
 * @param backoff pause before the first retry of a request, doubled for each further one, at most 30 s; zero for none
 */
public record RetryRule(int retries, Set<RetryOn> on, Duration backoff) {

    private static final int MOST_RETRIES = 10_000;
    private static final long LONGEST_PAUSE_NANOS = Duration.ofSeconds(30).toNanos();

    public RetryRule {
        PlanException.requireInRange(Setting.RETRIES, retries, 0, MOST_RETRIES);
        PlanException.requireAtLeast(Setting.RETRY_BACKOFF, backoff, Duration.ZERO);
        on = Set.copyOf(on);
    }

    /** This many retries after every class of failure but failed checks, without a pause. */
    public static RetryRule immediate(int retries) {
        return new RetryRule(retries, RetryOn.ALL_BUT_CHECKS, Duration.ZERO);
    }

    /**
     * Whether a request gets another attempt.
     *
     * @param attempt how many attempts it had, including the one with this outcome
     */
    public boolean again(Outcome outcome, int attempt) {
        return !outcome.ok() && attempt <= retries && on.stream().anyMatch(retryClass -> retryClass.matches(outcome));
    }

    /**
     * How long to wait before a retry.
     *
     * @param attempt how many attempts the request had, at least 1
     * @return nanoseconds, 0 to 30 s
     */
    public long pauseNanos(int attempt) {
        long pause = Math.min(backoff.toNanos(), LONGEST_PAUSE_NANOS);
        for (int i = 1; i < attempt && pause > 0 && pause < LONGEST_PAUSE_NANOS; i++) {
            pause = Math.min(2 * pause, LONGEST_PAUSE_NANOS);
        }
        return pause;
    }
}
