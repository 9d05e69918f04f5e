package io.github.swipestorm.client.engine;

import io.github.swipestorm.client.record.Counts;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The outcome of a run.
 *
 * @param plan what was to be done
 * @param startedAt when the clock started, after all workers were ready
 * @param wallTime from then until the last attempt ended; zero when there was none
 * @param counts requests and attempts
 * @param failureDetails examples of why attempts failed, with how often each was seen
 * @param reason why the run ended
 * @param workerDeath what killed a worker, when one died
 */
public record RunResult(
        LoadPlan plan,
        Instant startedAt,
        Duration wallTime,
        Counts counts,
        Map<String, Long> failureDetails,
        StopReason reason,
        Optional<String> workerDeath) {

    /** Requests of the plan; when only time ended the run, those that were begun. */
    public long planned() {
        return plan.stop().bounded() ? plan.stop().requests() : counts.ended();
    }

    /** Requests of the plan that were never begun, because the run ended early. */
    public long dropped() {
        boolean early = reason != StopReason.REQUESTS_USED_UP;
        return early ? planned() - counts.ended() : 0;
    }

    /** Ok requests a second; 0 when no time passed. */
    public double throughput() {
        return wallTime.isZero() ? 0 : counts.ok() / (wallTime.toNanos() / 1e9);
    }

    /** Attempts for each request that ended; 0 when none did. */
    public double amplification() {
        return counts.ended() == 0 ? 0 : (double) counts.attempts() / counts.ended();
    }

    /**
     * Holds the run's numbers against each other.
     *
     * @return each sum that does not come out, in one line; empty when all do
     */
    public List<String> violations() {
        List<String> violations = new ArrayList<>();
        if (planned() != counts.ok() + counts.failed() + dropped()) {
            violations.add("planned " + planned() + " is not ok " + counts.ok() + " + failed " + counts.failed()
                    + " + dropped " + dropped());
        }
        long unanswered = counts.attemptsByFailure().values().stream()
                .mapToLong(Long::longValue)
                .sum();
        if (counts.attempts() != counts.answers() + unanswered) {
            violations.add("attempts " + counts.attempts() + " is not answered " + counts.answers() + " + unanswered "
                    + unanswered);
        }
        return violations;
    }

    /** Whether every planned request was ok. */
    public boolean allOk() {
        return counts.failed() == 0
                && dropped() == 0
                && workerDeath.isEmpty()
                && violations().isEmpty();
    }
}
