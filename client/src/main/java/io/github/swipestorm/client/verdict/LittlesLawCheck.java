package io.github.swipestorm.client.verdict;

import io.github.swipestorm.client.engine.RunResult;
import io.github.swipestorm.client.inference.LittlesLaw;
import io.github.swipestorm.client.setting.Times;
import java.util.Optional;

/**
 * Little's law as a check of a run's own measurement: N = X (R + Z) must hold for the workers of a closed loop, each of
 * which is always in exactly one cycle, from being free to being done with its next request, or thinking. N is found by
 * the workers' own clocks, X and R from the attempts that were recorded, Z from the plan; when attempts are lost,
 * counted twice or timed wrongly, the two sides differ. What the workers do between requests, retries and the pauses before them
 * are in R, and ramp-up and early ends are in N, so that none of these makes a sound run look broken.
 *
 * @param workers N, the mean number that were active over the wall time
 * @param requestsPerSecond X, requests that ended a second
 * @param cycleSeconds R, the mean time of a cycle without its think time
 * @param thinkSeconds Z, the mean think time for each request; 0 without any
 * @param deviation |N - X (R + Z)| / N
 * @param waitingShare how much of the workers' time without think time was waiting for answers, 0 to 1
 */
public record LittlesLawCheck(
        double workers,
        double requestsPerSecond,
        double cycleSeconds,
        double thinkSeconds,
        double deviation,
        double waitingShare) {

    /** A deviation above this is a warning. */
    public static final double MOST_DEVIATION = 0.02;

    /** The check of a run; empty for an open loop, whose requests are not due when a worker is free, and without requests. */
    public static Optional<LittlesLawCheck> of(RunResult result) {
        double seconds = Times.seconds(result.wallTime());
        long requests = result.counts().ended();
        double workers = seconds == 0 ? 0 : Times.seconds(result.workerTime().active()) / seconds;
        // The time of a lost agent's workers is not known.
        if (!result.lostAgents().isEmpty() || OfferedLoad.scheduled(result.plan()) || requests == 0 || workers == 0) {
            return Optional.empty();
        }
        double perSecond = requests / seconds;
        double cycle = Times.seconds(result.workerTime().cycles()) / requests;
        double think = Times.seconds(result.workerTime().thinking()) / requests;
        return Optional.of(new LittlesLawCheck(
                workers,
                perSecond,
                cycle,
                think,
                LittlesLaw.deviation(workers, perSecond, cycle + think),
                result.workerTime().waitingShare()));
    }

    /** Whether the law holds as well as it does in a sound run. */
    public boolean holds() {
        return deviation <= MOST_DEVIATION;
    }
}
