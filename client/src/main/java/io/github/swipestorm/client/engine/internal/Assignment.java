package io.github.swipestorm.client.engine.internal;

import io.github.swipestorm.client.clock.NanoClock;
import io.github.swipestorm.client.distribution.RequestSource;
import io.github.swipestorm.client.engine.StopSignal;
import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.plan.MachineShare;
import io.github.swipestorm.client.record.RunRecorder;
import io.github.swipestorm.client.workload.Iterations;
import io.github.swipestorm.client.workload.Requests;
import io.github.swipestorm.client.workload.Role;
import java.util.List;
import java.util.Optional;

/**
 * What the senders of one phase need.
 *
 * @param plan of the run
 * @param requests that indexes stand for
 * @param iterations that indexes stand for instead, when the workload has scenarios
 * @param firstIndex of the workload that index 0 stands for
 * @param sources one for each worker
 * @param dueTimes when requests are due
 * @param recording records attempts
 * @param pool of the workers, when it may grow
 * @param clock that instants are read from
 * @param stop signals the end of the phase
 * @param load that may be changed during the phase; empty when it is that of the plan
 */
record Assignment(
        LoadPlan plan,
        Requests requests,
        Optional<Iterations> iterations,
        long firstIndex,
        List<RequestSource> sources,
        DueTimes dueTimes,
        RunRecorder recording,
        Optional<WorkerPool> pool,
        NanoClock clock,
        StopSignal stop,
        Optional<AdjustableLoad> load) {

    /** When a worker is active, in a phase whose clock has not started. */
    ActivePeriods activePeriods(int worker) {
        if (load.isPresent() && plan.openLoop().isEmpty()) {
            return ActivePeriods.of(load.get(), worker);
        }
        return plan.users()
                .map(users -> ActivePeriods.of(users.periods(plan.workerInRun(worker))))
                .orElseGet(() -> ActivePeriods.from(worker < plan.threads() ? rampUpNanos(worker) : 0));
    }

    /** When a worker begins. With several machines, one of each begins in turn. */
    private long rampUpNanos(int worker) {
        MachineShare share = plan.share();
        return plan.rampUp().toNanos() / ((long) plan.threads() * share.machines()) * share.number(worker);
    }

    /** Whether a worker begins only when it is needed. */
    boolean isSpare(int worker) {
        return pool.isPresent() && worker >= plan.threads();
    }

    /** Whether what is not due in this phase may still become due, because the load is changed. */
    boolean mayBecomeDue() {
        return load.isPresent() && load.get().mayChange();
    }

    /** When the phase started, as a reading of its clock. */
    long startNanos() {
        return recording.clock().startNanos();
    }

    /** The users of one thread; empty for a workload without scenarios. */
    Optional<Iterations.Users> users() {
        return iterations.map(Iterations::users);
    }

    /**
     * The state of the iterations that a worker executes.
     *
     * @param users of the worker's thread
     * @return null without users
     */
    IterationInProgress iteration(int worker, Optional<Iterations.Users> users) {
        return users.map(each -> new IterationInProgress(
                        each.user(plan.workerInRun(worker), firstIndex),
                        recording.recorder(worker),
                        iterations.orElseThrow().requestsPerIteration(),
                        isClosedLoop(worker)))
                .orElse(null);
    }

    /** Whether a worker's iterations begin when it is free. */
    private boolean isClosedLoop(int worker) {
        int behind = worker;
        for (Role role : plan.roles()) {
            if (behind < role.workers()) {
                return role.rate().isEmpty();
            }
            behind -= role.workers();
        }
        return plan.openLoop().isEmpty();
    }

    /** The state of a request that a worker sends. */
    RequestInProgress request(int worker) {
        return new RequestInProgress(recording.recorder(worker), plan.retry(), stop);
    }
}
