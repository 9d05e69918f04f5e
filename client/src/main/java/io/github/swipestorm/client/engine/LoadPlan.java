package io.github.swipestorm.client.engine;

import io.github.swipestorm.client.http.Target;
import io.github.swipestorm.client.model.ModelSettings;
import io.github.swipestorm.client.model.Models;
import io.github.swipestorm.client.transport.Timeouts;
import io.github.swipestorm.client.transport.TransportChoice;
import io.github.swipestorm.client.workload.Workloads;
import java.time.Duration;

/**
 * The immutable settings of one run.
 *
 * @param target where requests go
 * @param workload what is sent
 * @param seed the same seed gives the same requests
 * @param model who sends next
 * @param modelSettings the model's numbers
 * @param transport how attempts travel
 * @param threads workers, 1 to 100,000
 * @param workerThreads what workers run on
 * @param stop when the run ends
 * @param warmUp load that is sent before, and not counted
 * @param rampUp time over which the workers begin one after the other; zero when all begin at once
 * @param retry when a request gets a further attempt
 * @param timeouts when an attempt is given up
 * @param giveUp how long nothing at all may be answered before the run is given up; zero for ever
 */
public record LoadPlan(
        Target target,
        Workloads workload,
        long seed,
        Models model,
        ModelSettings modelSettings,
        TransportChoice transport,
        int threads,
        WorkerThreads workerThreads,
        StopRule stop,
        WarmUp warmUp,
        Duration rampUp,
        RetryRule retry,
        Timeouts timeouts,
        Duration giveUp) {

    private static final int MOST_THREADS = 100_000;

    public LoadPlan {
        if (threads < 1 || threads > MOST_THREADS) {
            throw new IllegalArgumentException("Threads must be 1 to " + MOST_THREADS + ", not " + threads);
        }
        if (!workerThreads.available()) {
            throw new IllegalArgumentException("Virtual threads need Java 21 or newer; this is Java "
                    + Runtime.version().feature() + ": leave --virtual-threads out, or run a newer Java");
        }
        if (transport.kind().eventDriven() && workerThreads == WorkerThreads.VIRTUAL) {
            throw new IllegalArgumentException("Transport " + transport.kind()
                    + " runs its workers on event loops: leave --virtual-threads out, or use --transport classic");
        }
        transport.requireSuits(target);
        if (rampUp.isNegative()) {
            throw new IllegalArgumentException("The ramp-up cannot be negative");
        }
        if (giveUp.isNegative()) {
            throw new IllegalArgumentException("The time to give up after cannot be negative");
        }
    }
}
