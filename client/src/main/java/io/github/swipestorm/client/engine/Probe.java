package io.github.swipestorm.client.engine;

import io.github.swipestorm.client.measure.Counts;
import io.github.swipestorm.client.telemetry.Telemetry;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Two short phases of load after a measured run, with half and with twice its workers. They are no part of the run's counts,
 * records and times; the server gets their requests all the same.
 *
 * @param phases those that came to their end, in the order in which they were made
 * @param incomplete why there are fewer than two; empty when there are two
 */
public record Probe(List<Phase> phases, Optional<String> incomplete) {

    /** How long a phase sends. */
    public static final Duration PHASE = Duration.ofSeconds(2);
    /** How long it may take in all, connecting included; attempts under way then get 2 s more, as at the end of each run. */
    static final Duration LIMIT = Duration.ofSeconds(4);
    /** Longer answers, and a phase has too few of each worker's to tell a rate. */
    static final Duration LONGEST_ANSWER = Duration.ofMillis(200);
    /** Fewer workers have no half. */
    public static final int FEWEST_THREADS = 2;

    public Probe {
        phases = List.copyOf(phases);
    }

    /**
     * What one phase did.
     *
     * @param threads its workers
     * @param counts requests and attempts
     * @param wallTime from its start until its last attempt ended
     * @param telemetry what was seen of client, server and machine meanwhile
     */
    public record Phase(int threads, Counts counts, Duration wallTime, Telemetry telemetry) {

        /** Ok requests a second; 0 when no time passed. */
        public double throughput() {
            return wallTime.isZero() ? 0 : counts.ok() / (wallTime.toNanos() / 1e9);
        }
    }

    /** The phase with half of the workers; only of a complete probe. */
    public Phase half() {
        return phases.get(0);
    }

    /** The phase with twice the workers; only of a complete probe. */
    public Phase twice() {
        return phases.get(1);
    }

    static Probe without(String why) {
        return new Probe(List.of(), Optional.of(why));
    }
}
