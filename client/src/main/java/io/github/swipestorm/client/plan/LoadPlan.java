package io.github.swipestorm.client.plan;

import io.github.swipestorm.client.arrival.OpenLoop;
import io.github.swipestorm.client.distribution.ModelSettings;
import io.github.swipestorm.client.distribution.SendingModelType;
import io.github.swipestorm.client.distribution.WorkItems;
import io.github.swipestorm.client.http.Target;
import io.github.swipestorm.client.transport.Capability;
import io.github.swipestorm.client.transport.Timeouts;
import io.github.swipestorm.client.transport.TransportChoice;
import io.github.swipestorm.client.workload.WorkloadType;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * The immutable settings of one run.
 *
 * @param target where requests go
 * @param workload what is sent
 * @param seed the same seed gives the same requests
 * @param model who sends next
 * @param modelSettings the model's numbers
 * @param openLoop the rate at which requests fall due; empty for a closed loop, in which one is due when a worker is free
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
        WorkloadType workload,
        long seed,
        SendingModelType model,
        ModelSettings modelSettings,
        Optional<OpenLoop> openLoop,
        TransportChoice transport,
        int threads,
        WorkerThreads workerThreads,
        StopRule stop,
        WarmUp warmUp,
        Duration rampUp,
        RetryRule retry,
        Timeouts timeouts,
        Duration giveUp) {

    public static final int MOST_THREADS = 100_000;

    public LoadPlan {
        if (threads < 1 || threads > MOST_THREADS) {
            throw new IllegalArgumentException("Threads must be 1 to " + MOST_THREADS + ", not " + threads);
        }
        if (!workerThreads.available()) {
            throw new IllegalArgumentException("Virtual threads need Java 21 or newer; this is Java "
                    + Runtime.version().feature() + ": leave --virtual-threads out, or run a newer Java");
        }
        if (workerThreads == WorkerThreads.VIRTUAL && !transport.kind().can(Capability.VIRTUAL_THREADS)) {
            throw new IllegalArgumentException("Transport " + transport.kind()
                    + " runs its workers on event loops: leave --virtual-threads out, or use --transport classic");
        }
        transport.requireSuits(target);
        if (openLoop.isPresent() && model == SendingModelType.LESS_BLOCKING && modelSettings.batch() > 1) {
            throw new IllegalArgumentException("With a rate, a batch of " + modelSettings.batch()
                    + " requests would have one worker send what is due for all: use --batch 1");
        }
        if (rampUp.isNegative()) {
            throw new IllegalArgumentException("The ramp-up cannot be negative");
        }
        if (giveUp.isNegative()) {
            throw new IllegalArgumentException("The time to give up after cannot be negative");
        }
    }

    /**
     * How many requests the plan has: those of the stop rule, or as many as fall due until its time is over.
     *
     * @return {@link WorkItems#UNBOUNDED} when only time ends a closed loop
     */
    public long requests() {
        long due = openLoop.flatMap(loop ->
                        stop.duration().map(duration -> loop.timetable(seed).countBefore(duration.toNanos())))
                .orElse(WorkItems.UNBOUNDED);
        return Math.min(stop.requests(), due);
    }

    /** Whether the number of requests is known beforehand. */
    public boolean bounded() {
        return stop.bounded() || (openLoop.isPresent() && stop.duration().isPresent());
    }

    /** What a transport must be able to do to carry this plan. */
    public Set<Capability> needs() {
        Set<Capability> needs = transport.needs();
        if (target.secure()) {
            needs.add(Capability.TLS);
        }
        if (workerThreads == WorkerThreads.VIRTUAL) {
            needs.add(Capability.VIRTUAL_THREADS);
        }
        return needs;
    }

    /** Whether requests may travel over TLS without any look at who is at the other end. */
    public boolean unverified() {
        boolean overTls = target.secure() || transport.detours().followRedirects();
        return overTls && transport.insecure();
    }

    /** The same plan with another number of workers. */
    public LoadPlan withThreads(int others) {
        return new LoadPlanBuilder(this).threads(others).made();
    }

    /** The same plan with another sending model. */
    public LoadPlan withModel(SendingModelType other) {
        return new LoadPlanBuilder(this).model(other).made();
    }

    /** The same plan over another transport. */
    public LoadPlan withTransport(TransportChoice other) {
        return new LoadPlanBuilder(this).transport(other).made();
    }

    /** The same plan with another end. */
    public LoadPlan withStop(StopRule other) {
        return new LoadPlanBuilder(this).stop(other).made();
    }

    /** The same plan with another warm-up. */
    public LoadPlan withWarmUp(WarmUp other) {
        return new LoadPlanBuilder(this).warmUp(other).made();
    }

    /** The same plan as an open loop; a batch, which no timetable can bear, becomes 1. */
    public LoadPlan withOpenLoop(OpenLoop other) {
        return new LoadPlanBuilder(this).openLoop(Optional.of(other)).made();
    }

    /** The plan of the warm-up: with a rate, at the first rate above zero, without stages. */
    public LoadPlan forWarmUp() {
        return new LoadPlanBuilder(this)
                .openLoop(openLoop.map(OpenLoop::firstRate))
                .made();
    }

    /** The plan of a phase of the probe: another number of workers, all at once, for a short time. */
    public LoadPlan forProbe(int others, Duration length) {
        return new LoadPlanBuilder(this)
                .threads(others)
                .rampUp(Duration.ZERO)
                .stop(new StopRule(WorkItems.UNBOUNDED, Optional.of(length)))
                .warmUp(WarmUp.NONE)
                .made();
    }

    /** The plan by which the client warms its own code up: as fast as a few workers can, and past any proxy to a stub. */
    public LoadPlan forSelfWarmUp(Target towards, int mostThreads) {
        TransportChoice choice = towards.equals(target)
                ? transport
                : transport.with(transport.detours().withoutProxy());
        return new LoadPlanBuilder(this)
                .target(towards)
                .threads(Math.min(threads, mostThreads))
                .openLoop(Optional.empty())
                .transport(choice)
                .made();
    }
}
