package io.github.swipestorm.client.engine.internal;

import io.github.swipestorm.client.clock.NanoClock;
import io.github.swipestorm.client.distribution.WorkDistribution;
import io.github.swipestorm.client.engine.Tail;
import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.record.RunRecorder;
import io.github.swipestorm.client.telemetry.WorkerActivity;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * Sums up what the workers of a phase are doing. Reads the workers' own state without a lock, about 20 ns per worker:
 * an attempt that ends meanwhile may be missed, since the collector counts it some milliseconds later; the next reading
 * includes it.
 */
final class LoadGauge implements WorkerActivity {

    private final LoadPlan plan;
    private final NanoClock clock;
    private final RunRecorder recording;
    private final WorkDistribution distribution;
    private final Optional<WorkerPool> pool;
    private final List<RequestInProgress> workers;
    private final List<IterationInProgress> iterations;

    LoadGauge(
            LoadPlan plan,
            NanoClock clock,
            RunRecorder recording,
            WorkDistribution distribution,
            Optional<WorkerPool> pool,
            List<RequestInProgress> workers,
            List<IterationInProgress> iterations) {
        this.plan = plan;
        this.clock = clock;
        this.recording = recording;
        this.distribution = distribution;
        this.pool = pool;
        this.workers = workers;
        this.iterations = iterations;
    }

    @Override
    public WorkerActivity.Snapshot now() {
        long now = clock.nanoTime();
        long underWay = 0;
        for (RequestInProgress worker : workers) {
            long sent = worker.sentOf();
            if (sent != RequestInProgress.NONE) {
                underWay += Math.max(0, now - sent);
            }
        }
        long active = activeNanos(now);
        long waited = recording.times().waitedNanos() + underWay;
        long thinking = thinkingNanos(now);
        // A worker without anything due is no user; in a closed loop there is always something due.
        long users = plan.openLoop().isPresent() ? waited + thinking : active;
        return new WorkerActivity.Snapshot(
                active,
                waited,
                thinking,
                users / plan.transport().pipeline(),
                pool.isPresent() ? OptionalInt.of(pool.get().used()) : OptionalInt.empty(),
                distribution.queueDepth());
    }

    /**
     * The time from the first worker's end to the last one's; call it when the phase has ended. A worker that found no
     * work after the last attempt ended with that attempt.
     *
     * @param startNanos when the phase began
     * @param wallTime from then until the last attempt ended
     * @return empty while a worker has not ended
     */
    Optional<Tail> tail(long startNanos, Duration wallTime) {
        long[] ends = workers.stream().mapToLong(RequestInProgress::stoppedAt).toArray();
        return Arrays.stream(ends).anyMatch(end -> end == RequestInProgress.NONE)
                ? Optional.empty()
                : Tail.of(Arrays.stream(ends)
                        .map(end -> Math.min(end - startNanos, wallTime.toNanos()))
                        .toArray());
    }

    /** How long all users together have thought up to an instant. */
    long thinkingNanos(long now) {
        return iterations.stream().mapToLong(each -> each.thoughtNanos(now)).sum();
    }

    /** How many iterations have begun; empty for a workload without scenarios. */
    OptionalLong begunIterations() {
        return iterations.isEmpty()
                ? OptionalLong.empty()
                : OptionalLong.of(iterations.stream()
                        .mapToLong(IterationInProgress::begunIterations)
                        .sum());
    }

    /** How long all workers together have been active up to an instant. */
    long activeNanos(long now) {
        return workers.stream().mapToLong(worker -> worker.activeNanos(now)).sum();
    }
}
