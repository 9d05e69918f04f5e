package io.github.swipestorm.client.engine.internal;

import io.github.swipestorm.client.arrival.ArrivalSchedule;
import io.github.swipestorm.client.clock.RunClock;
import io.github.swipestorm.client.distribution.RequestSource;
import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.plan.MachineShare;
import io.github.swipestorm.client.plan.StopRule;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The workers of an open loop, of which some begin only when something that is due finds no free worker: one for each request
 * or iteration that no worker has taken 5 ms after it was due, nor another 5 ms later. A worker that has begun stays. Thread-safe,
 * except {@link #grow}.
 */
final class WorkerPool {

    /** Shorter waits have other reasons: timers, the garbage collector, a thread that gets no CPU. */
    private static final long LATE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private static final long NONE = Long.MIN_VALUE;

    private final int most;
    private final long requests;
    private final long endNanos;
    private final ArrivalSchedule schedule;
    private final MachineShare share;
    private final RunClock clock;
    private final AtomicLong taken = new AtomicLong();
    private volatile int used;
    private volatile boolean closed;
    private long lateSince = NONE;

    /**
     * A pool for one phase of a plan that may grow.
     *
     * @param rule when the phase ends
     * @param schedule by which requests are due
     */
    WorkerPool(LoadPlan plan, StopRule rule, RunClock clock, ArrivalSchedule schedule) {
        this.used = plan.threads();
        this.most = plan.workers();
        this.requests = rule.requests();
        this.endNanos = rule.duration().map(Duration::toNanos).orElse(Long.MAX_VALUE);
        this.schedule = schedule;
        this.share = plan.share();
        this.clock = clock;
    }

    /** How many workers may take something: those with lower numbers. */
    int used() {
        return used;
    }

    /** Whether nothing is left to take, so that no further worker begins. */
    boolean closed() {
        return closed;
    }

    /** The source, whose indexes are counted when they are taken. */
    RequestSource counting(RequestSource source) {
        return source.mapped(this::count);
    }

    private long count(long index) {
        if (index >= 0) {
            taken.incrementAndGet();
        } else if (index == RequestSource.FINISHED) {
            closed = true;
        }
        return index;
    }

    /**
     * The due times, of which the first that is never closes the pool.
     *
     * @param load that may be changed, by which something that is never due becomes due
     */
    DueTimes closing(DueTimes dueTimes, Optional<AdjustableLoad> load) {
        return (index, free) -> {
            long due = dueTimes.due(index, free);
            closed |= due == DueTimes.NEVER && !(load.isPresent() && load.get().mayChange());
            return due;
        };
    }

    /**
     * Lets workers begin when there are too few; one thread calls it every few milliseconds.
     *
     * @param now a reading of the run's clock
     * @return whether some have begun
     */
    boolean grow(long now) {
        long due = schedule.countBefore(Math.min(endNanos, now - clock.startNanos() - LATE_NANOS));
        long late = Math.min(requests, share.count(due)) - taken.get();
        if (late <= 0) {
            lateSince = NONE;
            return false;
        }
        if (lateSince == NONE) {
            lateSince = now;
        }
        if (now - lateSince < LATE_NANOS || used == most || closed) {
            return false;
        }
        lateSince = NONE;
        used = (int) Math.min(most, used + late);
        return true;
    }
}
