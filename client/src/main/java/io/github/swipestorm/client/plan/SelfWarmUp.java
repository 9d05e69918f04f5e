package io.github.swipestorm.client.plan;

import io.github.swipestorm.client.distribution.WorkItems;
import io.github.swipestorm.client.registry.Words;
import java.time.Duration;
import java.util.Optional;

/**
 * What the client sends a few thousand requests to before anything else, so that its own code is compiled when the clock
 * starts. A few connections are enough, and better: many threads on few CPUs leave the compiler no time. Between rounds of
 * load it gets the CPUs for itself.
 */
public enum SelfWarmUp {
    /** Nothing: the run shows the JVM's start. */
    NONE,
    /** A stub in this JVM: the target notices nothing. */
    STUB,
    /** The target. */
    TARGET;

    /**
     * What is sent, in rounds. After each the compiler is left to work alone; they end when one gave it little to do.
     *
     * @param fewestRounds at least 1
     * @param mostRounds at least as many
     * @param mostThreads workers, unless the plan has fewer
     * @param round how long one lasts
     */
    public record Session(int fewestRounds, int mostRounds, int mostThreads, Duration round) {

        private static final long LITTLE_MILLIS = 100;
        /** How long the compiler works alone after a round: measured on two CPUs, where all of it took 5 to 8 s. */
        private static final Duration PAUSE = Duration.ofMillis(500);

        /** Whether another round is worthwhile after so many, the last of which kept the compiler busy for a time. */
        public boolean goesOn(int rounds, long compiledMillis) {
            return rounds < fewestRounds || (rounds < mostRounds && compiledMillis > LITTLE_MILLIS);
        }

        /** About how long it takes, between the fewest and the most rounds, with the compiler's pauses. */
        Duration expected() {
            return round.plus(PAUSE).multipliedBy(fewestRounds + mostRounds).dividedBy(2);
        }

        /** The same within a limit: when that leaves too little for the fewest rounds, one round and a pause for the compiler. */
        public Session within(Duration limit) {
            return limit.compareTo(round.multipliedBy(fewestRounds)) >= 0
                    ? this
                    : new Session(1, 1, mostThreads, limit.multipliedBy(2).dividedBy(3));
        }

        public StopRule stopRule() {
            return new StopRule(WorkItems.UNBOUNDED, Optional.of(round));
        }
    }

    /** Makes the way of a request hot. */
    public static final Session FEW_WORKERS = new Session(3, 6, 4, Duration.ofMillis(1_050));
    /**
     * Makes the beginning of a worker hot, for virtual threads: a frame of the interpreter at the bottom of a thread's stack
     * makes the JVM take the slow way each time that the thread goes on after a wait.
     */
    public static final Session MANY_WORKERS = new Session(3, 3, 200, Duration.ofMillis(100));

    private static final Duration SHORTEST_LIMIT = Duration.ofSeconds(1);

    private final String word = Words.of(this);

    /**
     * How long it may take before a single run: half of the time that the run sends, but at least a second, so that nobody
     * waits longer for the client than for the result. Empty when the plan has no duration.
     */
    public static Optional<Duration> limitFor(StopRule stop) {
        return stop.duration()
                .map(duration -> duration.dividedBy(2))
                .map(half -> half.compareTo(SHORTEST_LIMIT) < 0 ? SHORTEST_LIMIT : half);
    }

    /** About how long it takes before the first run of its kind. */
    public Duration expected(WorkerThreads on) {
        if (this == NONE) {
            return Duration.ZERO;
        }
        return on == WorkerThreads.VIRTUAL
                ? FEW_WORKERS.expected().plus(MANY_WORKERS.expected())
                : FEW_WORKERS.expected();
    }

    /** The word that stands for it in options and files. */
    @Override
    public String toString() {
        return word;
    }
}
