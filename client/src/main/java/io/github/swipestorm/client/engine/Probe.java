package io.github.swipestorm.client.engine;

import io.github.swipestorm.client.measure.Counts;
import io.github.swipestorm.client.telemetry.Telemetry;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Two short phases of load after a measured run, with half and with twice its workers. The run's counts, records and
 * times exclude them, but the server does receive their requests.
 *
 * @param phases those that completed, in order
 * @param incomplete why there are fewer than two; empty when there are two
 * @param connects how long connecting took without load and with the run's own; empty when the server is on this machine or
 *     behind a proxy, and when too few connections could be opened
 */
public record Probe(List<PhaseResult> phases, Optional<String> incomplete, Optional<ConnectTimes> connects) {

    /** How long a phase sends. */
    public static final Duration PHASE = Duration.ofSeconds(2);
    /** Fewer workers cannot be halved. */
    public static final int FEWEST_THREADS = 2;

    public Probe {
        phases = List.copyOf(phases);
    }

    /**
     * What a probe gives up at.
     *
     * @param phase how long a phase may take in all, connecting included; attempts in flight then get 2 s more, as at the end
     *     of each run
     * @param longestAnswer with longer responses a phase has too few per worker to estimate a rate
     */
    record Limits(Duration phase, Duration longestAnswer) {

        static final Limits DEFAULT = new Limits(Duration.ofSeconds(4), Duration.ofMillis(200));
    }

    /**
     * Medians of ten connections each, from the beginning of a TCP handshake to its end.
     *
     * @param idleMs while nothing else was sent, in milliseconds
     * @param loadedMs while as many workers as in the run sent, in milliseconds
     */
    public record ConnectTimes(double idleMs, double loadedMs) {}

    /**
     * The result of one phase.
     *
     * @param threads its workers
     * @param counts requests and attempts
     * @param wallTime from its start until its last attempt ended
     * @param telemetry samples of client, server and machine during the phase
     */
    public record PhaseResult(int threads, Counts counts, Duration wallTime, Telemetry telemetry) {

        /** Ok requests per second; 0 when no time passed. */
        public double throughput() {
            return counts.throughput(wallTime);
        }
    }

    /** The phase with half of the workers; only of a complete probe. */
    public PhaseResult half() {
        return phases.get(0);
    }

    /** The phase with twice the workers; only of a complete probe. */
    public PhaseResult twice() {
        return phases.get(1);
    }

    static Probe without(String why, Optional<ConnectTimes> connects) {
        return new Probe(List.of(), Optional.of(why), connects);
    }
}
