package io.github.swipestorm.client.objective;

import io.github.swipestorm.client.clock.NanoClock;
import io.github.swipestorm.client.engine.RunObserver;
import io.github.swipestorm.client.engine.StopReason;
import io.github.swipestorm.client.engine.StopSignal;
import io.github.swipestorm.client.measure.Counts;
import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.thread.DaemonThreads;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Ends a run when one of several conditions holds: looks at its counts ten times a second, until it is closed. */
public final class AbortRule implements RunObserver, AutoCloseable {

    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(100);

    private final List<AbortCondition> conditions;
    private final StopSignal run;
    private final StopSignal closed = new StopSignal();

    private volatile Optional<String> reason = Optional.empty();

    /** @param run ends the run */
    public AbortRule(List<AbortCondition> conditions, StopSignal run) {
        this.conditions = List.copyOf(conditions);
        this.run = run;
    }

    @Override
    public void started(LoadPlan plan, Supplier<Counts> counts) {
        if (!conditions.isEmpty()) {
            DaemonThreads.start("swipestorm-abort", () -> watch(counts));
        }
    }

    private void watch(Supplier<Counts> counts) {
        long start = NanoClock.SYSTEM.nanoTime();
        List<AbortCondition.Watch> watches =
                conditions.stream().map(condition -> condition.watch(start)).toList();
        try {
            while (!closed.await(BETWEEN_LOOKS) && !run.isStopped()) {
                long now = NanoClock.SYSTEM.nanoTime();
                Counts soFar = counts.get();
                Optional<String> found = watches.stream()
                        .flatMap(watch -> watch.look(now, soFar).stream())
                        .findFirst();
                if (found.isPresent()) {
                    reason = found;
                    run.stop(StopReason.ABORTED);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Why it has ended the run, in words for its user; empty when it has not. Thread-safe. */
    public Optional<String> reason() {
        return reason;
    }

    @Override
    public void close() {
        closed.stop(StopReason.REQUESTS_USED_UP);
    }
}
