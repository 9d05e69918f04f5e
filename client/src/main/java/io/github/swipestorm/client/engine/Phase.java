package io.github.swipestorm.client.engine;

import io.github.swipestorm.client.model.Allotment;
import io.github.swipestorm.client.record.Counts;
import io.github.swipestorm.client.transport.BlockingTransport;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** One stretch of load: opens the gate when all workers are ready, and sees to it that all of them end. */
final class Phase {

    private static final long SUPERVISION_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    /** How long attempts that are under way may still take when the run is interrupted. */
    private static final Duration DRAIN = Duration.ofSeconds(2);

    private static final Duration LAST_WAIT = Duration.ofSeconds(5);

    private final LoadPlan plan;
    private final Allotment allotment;
    private final BlockingTransport transport;
    private final NanoClock clock;
    private final StopSignal stop;
    private final Crew crew;
    private long startNanos;
    private Instant startedAt = Instant.EPOCH;

    Phase(LoadPlan plan, Allotment allotment, BlockingTransport transport, NanoClock clock, StopSignal stop) {
        this.plan = plan;
        this.allotment = allotment;
        this.transport = transport;
        this.clock = clock;
        this.stop = stop;
        this.crew = new Crew(
                plan.threads() + allotment.producers().size(),
                task -> {
                    Thread thread = new Thread(task, "swipestorm-worker");
                    thread.setDaemon(true);
                    return thread;
                },
                () -> stop.stop(StopReason.WORKER_DIED));
    }

    /**
     * Runs to the end.
     *
     * @param onStart called when the clock starts
     * @param counts the counts so far
     */
    void run(List<Worker> workers, Runnable onStart, Supplier<Counts> counts) throws InterruptedException {
        stop.onStop(allotment::stop);
        boolean orderly = false;
        try {
            for (Worker worker : workers) {
                crew.start(worker::connect, worker::sendAll);
            }
            for (Runnable producer : allotment.producers()) {
                crew.start(() -> {}, producer::run);
            }
            crew.awaitReady();
            startNanos = clock.nanoTime();
            startedAt = Instant.now();
            crew.openGate();
            onStart.run();
            supervise(counts);
            orderly = true;
        } finally {
            // Also reached by an interrupt or an error: whatever happens, no worker is left behind.
            allotment.stop();
            crew.openGate();
            end(orderly ? drainTime() : Duration.ZERO);
        }
    }

    private void supervise(Supplier<Counts> counts) throws InterruptedException {
        GiveUpRule giveUp = new GiveUpRule(plan.giveUp(), startNanos);
        long duration = plan.stop().duration().map(Duration::toNanos).orElse(Long.MAX_VALUE);
        while (!crew.hasEnded()) {
            long elapsed = clock.nanoTime() - startNanos;
            if (elapsed >= duration) {
                stop.stop(StopReason.TIME_OVER);
            } else if (giveUp.givesUp(counts.get(), clock.nanoTime())) {
                stop.stop(StopReason.GAVE_UP);
            }
            if (stop.await(Math.min(SUPERVISION_NANOS, Math.max(1, duration - elapsed)))) {
                return;
            }
        }
    }

    /** An interrupted run must end soon; any other may finish what it has begun, which the time-outs bound. */
    private Duration drainTime() {
        boolean hurry = stop.reasonOr(StopReason.REQUESTS_USED_UP) == StopReason.INTERRUPTED;
        return hurry
                ? DRAIN
                : plan.timeouts().connect().plus(plan.timeouts().total()).plus(DRAIN);
    }

    private void end(Duration drain) {
        if (!crew.awaitEnd(drain.toNanos())) {
            stop.stop(StopReason.INTERRUPTED);
            transport.close();
            crew.interrupt();
            crew.awaitEnd(LAST_WAIT.toNanos());
        }
    }

    /** When the clock started: a reading of the run's clock. */
    long startNanos() {
        return startNanos;
    }

    /** When the clock started, as time of day; the epoch when it never did. */
    Instant startedAt() {
        return startedAt;
    }

    /** What killed a worker or a producer, if one died. */
    Optional<Throwable> death() {
        return crew.death();
    }
}
