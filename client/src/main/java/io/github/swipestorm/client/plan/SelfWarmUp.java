package io.github.swipestorm.client.plan;

import io.github.swipestorm.client.distribution.WorkItems;
import io.github.swipestorm.client.registry.EnumLabels;
import io.github.swipestorm.client.workload.ThinkTime;
import io.github.swipestorm.client.workload.ThinkingWorkload;
import java.time.Duration;
import java.util.Optional;

/**
 * Where the client sends a few thousand requests before anything else, so that its own code is compiled when the clock
 * starts. A few connections are enough, and better: many threads on few CPUs leave the compiler no time. Between rounds
 * of load the compiler has the CPUs to itself.
 */
public enum SelfWarmUp {
    /** No self warm-up: the run includes the JVM's start. */
    NONE,
    /** A stub in this JVM: the target receives nothing. */
    STUB,
    /** The target. */
    TARGET;

    /**
     * The load, in rounds. After each round the client pauses for the compiler; the rounds end when one gave the
     * compiler little to do.
     *
     * @param fewestRounds at least 1
     * @param mostRounds at least as many
     * @param mostThreads workers, unless the plan has fewer
     * @param round length of a round
     */
    public record Session(int fewestRounds, int mostRounds, int mostThreads, Duration round) {

        /** Of the time of a round: with a third of it, the first seconds of a run were still half as fast as later ones. */
        private static final double LITTLE = 0.1;
        /** The pause for the compiler after a round: measured on two CPUs, where all of it took 5 to 8 s. */
        private static final Duration PAUSE = Duration.ofMillis(500);

        private static final Duration AGAIN = Duration.ofMillis(100);

        /** Whether another round is worthwhile after this many, the last of which kept the compiler busy for a time. */
        public boolean goesOn(int rounds, long compiledMillis) {
            return rounds < fewestRounds || (rounds < mostRounds && !idle(compiledMillis));
        }

        /** Whether a round that kept the compiler busy for this time shows that it has little left to do. */
        public boolean idle(long compiledMillis) {
            return compiledMillis <= LITTLE * round.toMillis();
        }

        /** The same where this JVM has been warmed up before for such a run: a single round, and a short one. */
        public Session again() {
            return new Session(1, 1, mostThreads, AGAIN);
        }

        /** Estimated duration, between the fewest and the most rounds, including the pauses. */
        Duration expected() {
            return round.plus(PAUSE).multipliedBy(fewestRounds + mostRounds).dividedBy(2);
        }

        /** The same within a time limit: if that is too short for the fewest rounds, one round and a pause. */
        public Session within(Duration limit) {
            return limit.compareTo(round.multipliedBy(fewestRounds)) >= 0
                    ? this
                    : new Session(1, 1, mostThreads, limit.multipliedBy(2).dividedBy(3));
        }

        /** When one round of it ends. */
        public StopRule stopRule() {
            return new StopRule(WorkItems.UNBOUNDED, Optional.of(round));
        }
    }

    /**
     * Warms up the code path of a request. On two CPUs the compiler has little left to do after 11 rounds of nio and 15 of
     * classic; over TLS it is still at work after 20.
     */
    public static final Session FEW_WORKERS = new Session(3, 20, 4, Duration.ofMillis(300));
    /**
     * Warms up the start of a worker, for virtual threads: an interpreted frame at the bottom of a thread's stack makes
     * the JVM take the slow path each time that the thread continues after a wait.
     */
    public static final Session MANY_WORKERS = new Session(3, 3, 200, Duration.ofMillis(100));

    private static final Duration SHORTEST_LIMIT = Duration.ofMillis(500);
    /** Loads the classes, and compiles what each request needs most. */
    private static final Duration BRIEF = Duration.ofMillis(150);
    /** A run of fewer requests, or at a lower rate, ends before compiled code would pay, or hardly uses the CPU. */
    private static final long FEW_REQUESTS = 1_000;

    private static final double LOW_RATE_PER_SECOND = 100;

    /**
     * The limit before a single run. Short for few requests or a low rate. Otherwise as long as the run, but at least half a second: a
     * short run is a quick look, whose result should come quickly. Empty when the plan has no duration.
     */
    public static Optional<Duration> limitFor(LoadPlan plan) {
        if (enoughBrief(plan)) {
            return Optional.of(BRIEF);
        }
        return plan.stop()
                .duration()
                .map(duration -> duration.compareTo(SHORTEST_LIMIT) < 0 ? SHORTEST_LIMIT : duration);
    }

    /** Whether a plan sends so few requests, or so seldom, that compiled code would not pay. */
    public static boolean enoughBrief(LoadPlan plan) {
        boolean slow = plan.openLoop().isPresent()
                && plan.share().ofRate(plan.openLoop().get().peakPerSecond()) <= LOW_RATE_PER_SECOND;
        return slow || highestThinkingRate(plan) <= LOW_RATE_PER_SECOND || plan.requests() <= FEW_REQUESTS;
    }

    /** What users who pause after each request send per second, were there no other wait. */
    private static double highestThinkingRate(LoadPlan plan) {
        double mean = ThinkingWorkload.think(plan.workload())
                .map(ThinkTime::meanNanos)
                .orElse(0.0);
        return mean > 0 ? plan.threads() / (mean / 1e9) : Double.POSITIVE_INFINITY;
    }

    /** Estimated duration before the first run of its kind. */
    public Duration expected(WorkerThreads on) {
        if (this == NONE) {
            return Duration.ZERO;
        }
        return on == WorkerThreads.VIRTUAL
                ? FEW_WORKERS.expected().plus(MANY_WORKERS.expected())
                : FEW_WORKERS.expected();
    }

    /** The label that options and files use. */
    @Override
    public String toString() {
        return EnumLabels.of(this);
    }
}
