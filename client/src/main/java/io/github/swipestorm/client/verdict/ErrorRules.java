package io.github.swipestorm.client.verdict;

import io.github.swipestorm.client.setting.Setting;
import io.github.swipestorm.client.text.NumberFormat;
import java.util.Optional;

/**
 * Rules for error-dominated runs; their throughput and latency figures describe the failures, not the server's
 * capacity.
 */
final class ErrorRules {

    /** From this share of the requests on. */
    static final double FAILED_REQUESTS = 0.01;
    /** From this share of the attempts on: retries hide failures from the requests, but not from the server. */
    static final double FAILED_ATTEMPTS = 0.1;

    private ErrorRules() {}

    static Optional<Verdict> deadWorker(Evidence evidence) {
        return evidence.workerDeath()
                .map(death -> new Verdict(
                        Bound.UNCLEAR, "a worker of the client died: " + death, "this run is invalid; make it again"));
    }

    static Optional<Verdict> exhausted(Evidence evidence) {
        return evidence.clientLimit()
                .map(limit ->
                        ClientRules.verdict(evidence, "it ended early. " + limit, "fix that, then repeat the run"));
    }

    static Optional<Verdict> clientLimits(Evidence evidence) {
        Evidence.Outcomes outcomes = evidence.outcomes();
        if (outcomes.clientLimits() == 0 || outcomes.clientLimits() < FAILED_REQUESTS * outcomes.attempts()) {
            return Optional.empty();
        }
        return Optional.of(ClientRules.verdict(
                evidence,
                NumberFormat.count(outcomes.clientLimits()) + " of " + NumberFormat.count(outcomes.attempts())
                        + " attempts failed because this machine had no open files, ports or memory left for them",
                "raise its limits (ulimit -n), or use fewer " + Setting.THREADS));
    }

    static Optional<Verdict> failures(Evidence evidence) {
        Evidence.Outcomes outcomes = evidence.outcomes();
        boolean requests =
                outcomes.failedRequests() > 0 && outcomes.failedRequests() >= FAILED_REQUESTS * outcomes.requests();
        boolean attempts =
                outcomes.failedAttempts() > 0 && outcomes.failedAttempts() >= FAILED_ATTEMPTS * outcomes.attempts();
        if (!requests && !attempts) {
            return Optional.empty();
        }
        String failed = requests
                ? share(outcomes.failedRequests(), outcomes.requests(), "requests")
                : share(outcomes.failedAttempts(), outcomes.attempts(), "attempts");
        return Optional.of(new Verdict(
                Bound.ERRORS,
                failed + ", mostly with " + outcomes.mostFrequent(),
                "the other figures describe how it fails, not how much it takes: "
                        + (outcomes.mostFrequent().matches("status 30[12378]")
                                ? "the server redirects; name the destination with " + Setting.TARGET + ", or add "
                                        + Setting.FOLLOW_REDIRECTS
                                : "fix that first, then measure again")));
    }

    private static String share(long failed, long all, String what) {
        return NumberFormat.count(failed) + " of " + NumberFormat.count(all) + " " + what + " failed ("
                + NumberFormat.percent((double) failed / all) + ")";
    }
}
