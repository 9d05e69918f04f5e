package io.github.swipestorm.client.engine;

import io.github.swipestorm.client.model.Job;
import java.time.Duration;
import java.util.Optional;

/**
 * What the client sends a few thousand requests to before anything else, so that its own code is compiled when the clock
 * starts. A few connections are enough, and better: many threads on few CPUs leave the compiler no time. Between rounds of
 * load it gets the CPUs for itself.
 */
public enum SelfWarmUp {
    /** Nothing: the run shows the JVM's start. */
    NONE("none"),
    /** A stub in this JVM: the target notices nothing. */
    STUB("stub"),
    /** The target. */
    TARGET("target");

    /** What is sent in how many rounds, by how many workers. After each round the compiler is left to work alone. */
    record Session(int rounds, int mostThreads, Duration round) {

        StopRule stopRule() {
            return new StopRule(Job.UNBOUNDED, Optional.of(round));
        }
    }

    /** Makes the way of a request hot. */
    static final Session FEW_WORKERS = new Session(3, 4, Duration.ofMillis(700));
    /**
     * Makes the beginning of a worker hot, for virtual threads: a frame of the interpreter at the bottom of a thread's stack
     * makes the JVM take the slow way each time that the thread goes on after a wait.
     */
    static final Session MANY_WORKERS = new Session(3, 200, Duration.ofMillis(100));

    private final String word;

    SelfWarmUp(String word) {
        this.word = word;
    }

    /** The word that stands for it in options and files. */
    @Override
    public String toString() {
        return word;
    }
}
