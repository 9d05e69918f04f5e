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

    static final int MOST_THREADS = 4;
    static final StopRule STOP = new StopRule(Job.UNBOUNDED, Optional.of(Duration.ofMillis(700)));
    /** After each the compiler is left to work alone. */
    static final int ROUNDS = 3;

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
