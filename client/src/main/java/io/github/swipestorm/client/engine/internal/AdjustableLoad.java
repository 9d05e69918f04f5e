package io.github.swipestorm.client.engine.internal;

import io.github.swipestorm.client.arrival.ArrivalSchedule;
import io.github.swipestorm.client.arrival.OpenLoop;
import io.github.swipestorm.client.arrival.Rate;
import io.github.swipestorm.client.arrival.UserSchedule;
import io.github.swipestorm.client.clock.RunClock;
import io.github.swipestorm.client.engine.LoadChange;
import io.github.swipestorm.client.engine.LoadControl;
import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.setting.PlanException;
import io.github.swipestorm.client.setting.Setting;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * The load of a phase that may be changed while it is in progress. A change replaces the plan by one with the same stages up to an
 * instant shortly after, and wakes the senders, which then compute their due times again. Thread-safe.
 */
final class AdjustableLoad implements LoadControl, ArrivalSchedule {

    /** Within this time all senders learn of a change, unless the machine is busy. */
    private static final long LEAD_NANOS = 20_000_000;

    private static final long MILLI = 1_000_000;

    private final RunClock clock;
    private final int workers;
    private final long runNanos;
    private final BiConsumer<LoadPlan, LoadChange> observer;
    private final List<LoadChange> changes = new ArrayList<>();
    private Runnable wakeSenders = () -> {};
    private boolean closed;
    private volatile LoadPlan plan;
    /** Of an open loop. */
    private volatile ArrivalSchedule schedule;
    /** Of a closed loop. */
    private volatile UserSchedule users;
    /** Written after the plan, so that a thread that reads a new number reads the new plan as well. */
    private volatile int version;

    /**
     * The load of a plan that {@link LoadControl#suits suits}.
     *
     * @param clock of the run
     * @param observer is notified of each change
     */
    AdjustableLoad(LoadPlan plan, RunClock clock, BiConsumer<LoadPlan, LoadChange> observer) {
        this.plan = plan.openLoop().isPresent() ? plan : plan.withoutGrowth();
        this.clock = clock;
        this.observer = observer;
        this.workers = plan.workers();
        Duration run = plan.stop().duration().orElseThrow();
        this.runNanos = run.toNanos();
        this.schedule = plan.openLoop().map(loop -> loop.schedule(plan.seed())).orElse(null);
        this.users = plan.openLoop().isPresent()
                ? null
                : plan.users().orElseGet(() -> UserSchedule.constant(plan.threads(), plan.rampUp(), run));
    }

    /** Sets what is to be done after each change: waits of the senders are interrupted. */
    synchronized void onChange(Runnable wake) {
        wakeSenders = wake;
    }

    long nanoTime() {
        return clock.nanoTime();
    }

    /** How often the load was changed. */
    int version() {
        return version;
    }

    /** The plan as it is executed. */
    LoadPlan plan() {
        return plan;
    }

    /** All changes, in order. */
    synchronized List<LoadChange> changes() {
        return List.copyOf(changes);
    }

    /** No change is accepted any more. */
    synchronized void close() {
        closed = true;
    }

    /** When the run ends, as a reading of its clock. */
    long endNanos() {
        return clock.startNanos() + runNanos;
    }

    /** Whether the run goes on, so that what is never due may become due by a change. */
    boolean mayChange() {
        return endNanos() - clock.nanoTime() > 0;
    }

    @Override
    public long due(long index) {
        return schedule.due(index);
    }

    @Override
    public long countBefore(long nanos) {
        return schedule.countBefore(nanos);
    }

    /** When a worker of a closed loop is active. */
    long[] periods(int worker) {
        return users.periods(worker);
    }

    @Override
    public synchronized void changeRate(Rate rate) {
        OpenLoop loop = plan.openLoop()
                .orElseThrow(() -> new IllegalArgumentException("'" + rate
                        + "' is a rate, and this run has users, who send whenever they are free: write it like 50u"));
        long lead = LEAD_NANOS;
        while (true) {
            long begun = clock.nanoTime();
            Duration at = nextInstant(lead);
            LoadPlan changed = plan.withOpenLoop(loop.withRateFrom(at, rate, Duration.ofNanos(runNanos)));
            ArrivalSchedule arrivals = changed.openLoop().orElseThrow().schedule(changed.seed());
            // Poisson arrivals are computed one after the other, which may take longer than the lead.
            arrivals.countBefore(at.toNanos());
            long took = clock.nanoTime() - begun;
            if (took < lead) {
                schedule = arrivals;
                replace(changed, new LoadChange(at, rate.toString()));
                return;
            }
            lead = LEAD_NANOS + 2 * took;
        }
    }

    @Override
    public synchronized void changeUsers(int number) {
        if (plan.openLoop().isPresent()) {
            throw new IllegalArgumentException(
                    "'" + number + "u' is a number of users, and this run has a rate: write it like 200/s");
        }
        if (number > workers) {
            throw new IllegalArgumentException("This run has " + workers + " workers and cannot have " + number
                    + " users: begin one with as many " + Setting.THREADS + ", or with " + Setting.MAX_THREADS);
        }
        PlanException.requireInRange(Setting.USERS, number, 0, workers);
        Duration at = nextInstant(LEAD_NANOS);
        UserSchedule active = users.withUsersFrom(at, number, Duration.ofNanos(runNanos));
        LoadPlan changed = plan.withUsers(active);
        users = active;
        replace(changed, new LoadChange(at, number + "u"));
    }

    private void replace(LoadPlan changed, LoadChange change) {
        plan = changed;
        changes.removeIf(other -> other.at().equals(change.at()));
        changes.add(change);
        version++;
        wakeSenders.run();
        observer.accept(changed, change);
    }

    /** When the next change takes effect: a whole number of milliseconds since the start of the run. */
    private Duration nextInstant(long leadNanos) {
        long earliest = clock.elapsedNanos() + leadNanos;
        long atLeast =
                changes.isEmpty() ? 1 : changes.get(changes.size() - 1).at().toMillis();
        long millis = Math.max(atLeast, (earliest + MILLI - 1) / MILLI);
        if (closed || (millis + 1) * MILLI > runNanos) {
            throw new IllegalArgumentException("The run is about to end: it is too late to change its load");
        }
        return Duration.ofMillis(millis);
    }
}
