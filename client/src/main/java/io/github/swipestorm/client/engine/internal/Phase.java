package io.github.swipestorm.client.engine.internal;

import io.github.swipestorm.client.arrival.ArrivalProcess;
import io.github.swipestorm.client.arrival.ArrivalSchedule;
import io.github.swipestorm.client.arrival.OpenLoop;
import io.github.swipestorm.client.clock.NanoClock;
import io.github.swipestorm.client.distribution.RequestSource;
import io.github.swipestorm.client.distribution.WorkDistribution;
import io.github.swipestorm.client.distribution.WorkItems;
import io.github.swipestorm.client.engine.StartBarrier;
import io.github.swipestorm.client.engine.StopReason;
import io.github.swipestorm.client.engine.StopSignal;
import io.github.swipestorm.client.engine.Tail;
import io.github.swipestorm.client.engine.WorkerTime;
import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.plan.MachineShare;
import io.github.swipestorm.client.plan.StopRule;
import io.github.swipestorm.client.record.AttemptCounters;
import io.github.swipestorm.client.record.RunRecorder;
import io.github.swipestorm.client.workload.Iterations;
import io.github.swipestorm.client.workload.Requests;
import io.github.swipestorm.client.workload.Role;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/**
 * One phase of load: the warm-up, the measured run, a phase of the probe, or the steps before or after a run. Opens the gate when all
 * workers are ready, and ensures that all of them end.
 */
final class Phase {

    private static final long SUPERVISION_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    /** How long attempts in flight may still take when the run ends early. */
    private static final Duration DRAIN = Duration.ofSeconds(2);

    /** How long after its end an open loop still begins requests that were due before: the accuracy of its timers. */
    private static final Duration LATE_START = Duration.ofMillis(100);

    /** How often the supervisor checks whether more workers are needed. */
    private static final long GROWTH_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    /** A thread that sleeps wakes up late by less than this, unless the machine is busy. */
    private static final long SPIN_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    private static final Duration LAST_WAIT = Duration.ofSeconds(5);

    private final LoadPlan plan;
    private final StopRule rule;
    private final RunRecorder recording;
    private final NanoClock clock;
    private final InstantSource timeOfDay;
    private final StopSignal outside;
    private final StopSignal stop = new StopSignal();
    private final WorkDistribution distribution;
    private final Senders senders;
    private final StartBarrier barrier;
    private final WorkerGroup group;
    private final ProcessCpu cpu = new ProcessCpu();
    private Instant startedAt = Instant.EPOCH;
    private boolean cutShort;
    private boolean hurried;
    private LoadGauge gauge;
    private List<Sender> phaseSenders = List.of();
    /** Whether the workers that were never needed have been asked to end. */
    private boolean released;

    /** Present when the plan lets workers begin later. */
    private final Optional<WorkerPool> pool;

    private final Optional<AdjustableLoad> load;

    Phase(
            LoadPlan plan,
            StopRule rule,
            RunRecorder recording,
            NanoClock clock,
            InstantSource timeOfDay,
            StopSignal outside,
            Senders senders) {
        this(plan, rule, recording, clock, timeOfDay, outside, senders, StartBarrier.WHEN_READY, Optional.empty());
    }

    Phase(
            LoadPlan plan,
            StopRule rule,
            RunRecorder recording,
            NanoClock clock,
            InstantSource timeOfDay,
            StopSignal outside,
            Senders senders,
            StartBarrier barrier,
            Optional<AdjustableLoad> load) {
        this.barrier = barrier;
        this.load = load;
        this.plan = plan;
        this.senders = senders;
        this.rule = rule;
        this.recording = recording;
        this.clock = clock;
        this.timeOfDay = timeOfDay;
        this.outside = outside;
        List<Role> roles = plan.roles();
        this.distribution = roles.isEmpty()
                ? plan.model().share(new WorkItems(rule.requests(), plan.workers()), plan.modelSettings())
                : WorkDistribution.ofRoles(
                        plan.model(),
                        plan.modelSettings(),
                        rule.requests(),
                        roles.stream().map(Role::workers).toList());
        int members = senders.threads(plan) + distribution.producers().size();
        this.group = new WorkerGroup(clock, members, senders.factory(), death -> stop.stop(StopReason.after(death)));
        this.pool = plan.openLoop()
                .filter(loop -> plan.maxThreads().isPresent())
                .map(loop -> new WorkerPool(plan, rule, recording.clock(), schedule(loop)));
        stop.onStop(reason -> distribution.stop());
        outside.onStop(stop::stop);
    }

    /**
     * Runs the phase to its end.
     *
     * @param requests of the workload
     * @param iterations that are executed instead, when the workload has scenarios
     * @param firstIndex of the workload that the phase begins with
     * @param cut closes every connection, when a worker does not end by itself
     * @param watch is notified of the phase's progress
     */
    void run(Requests requests, Optional<Iterations> iterations, long firstIndex, Runnable cut, TelemetryWatch watch)
            throws InterruptedException {
        boolean orderly = false;
        try {
            start(requests.from(firstIndex), iterations, firstIndex);
            awaitReady();
            watch.ready(gauge, loops());
            StartBarrier.Start start = awaitStart();
            startedAt = start.at();
            recording.clock().start(start.nanos(), ChronoUnit.MICROS.between(Instant.EPOCH, startedAt));
            cpu.start();
            watch.clockStarted();
            group.openGate();
            barrier.begun(clock.nanoTime());
            watch.gateOpened();
            supervise();
            orderly = true;
        } finally {
            // Also reached by an interrupt or an error: no worker is left running.
            distribution.stop();
            group.openGate();
            end(orderly ? drainTime() : Duration.ZERO, cut);
        }
    }

    private void start(Requests requests, Optional<Iterations> iterations, long firstIndex) {
        List<RequestSource> sources = sources();
        Assignment assignment = new Assignment(
                plan,
                requests,
                iterations,
                firstIndex,
                pool.map(growing -> sources.stream().map(growing::counting).toList())
                        .orElse(sources),
                pool.map(growing -> growing.closing(dueTimes(), load)).orElseGet(this::dueTimes),
                recording,
                pool,
                clock,
                stop,
                load);
        phaseSenders = senders.forPhase(assignment);
        gauge = new LoadGauge(
                plan,
                clock,
                recording,
                distribution,
                pool,
                phaseSenders.stream()
                        .flatMap(sender -> sender.inProgress().stream())
                        .toList(),
                phaseSenders.stream()
                        .flatMap(sender -> sender.iterations().stream())
                        .toList());
        stop.onStop(reason -> phaseSenders.forEach(Sender::wake));
        load.ifPresent(adjustable -> adjustable.onChange(() -> phaseSenders.forEach(Sender::wake)));
        for (Sender sender : phaseSenders) {
            // Tens of thousands of threads take minutes to start: a run that is ending starts no more of them.
            if (stop.isStopped()) {
                return;
            }
            group.start(sender::prepare, sender::send);
        }
        distribution.producers().forEach(producer -> group.start(() -> {}, producer::run));
    }

    /** The indexes that the model distributes, as indexes of the whole run. With R roles, index i belongs to role i modulo R in both. */
    private List<RequestSource> sources() {
        MachineShare share = plan.share();
        int roles = Math.max(1, plan.roles().size());
        return share.whole()
                ? distribution.sources()
                : distribution.sources().stream()
                        .map(source -> source.mapped(
                                index -> index < 0 ? index : share.number(index / roles) * roles + index % roles))
                        .toList();
    }

    /** The threads that carry many workers each; none where every worker has its own thread. */
    private List<Thread> loops() {
        return senders.carryMany() ? group.first(senders.threads()) : List.of();
    }

    private DueTimes dueTimes() {
        List<Role> roles = plan.roles();
        if (!roles.isEmpty()) {
            return DueTimes.ofRoles(roles.stream()
                    .map(role -> role.rate()
                            .<DueTimes>map(rate -> new TimedDue(
                                    new OpenLoop(rate, List.of(), ArrivalProcess.CONSTANT).schedule(plan.seed()),
                                    recording.clock(),
                                    rule.duration()))
                            .orElse(DueTimes.WHEN_FREE))
                    .toList());
        }
        return plan.openLoop()
                .<DueTimes>map(loop -> new TimedDue(schedule(loop), recording.clock(), rule.duration()))
                .orElse(DueTimes.WHEN_FREE);
    }

    private ArrivalSchedule schedule(OpenLoop loop) {
        return load.<ArrivalSchedule>map(adjustable -> adjustable).orElseGet(() -> loop.schedule(plan.seed()));
    }

    /** A run that is stopped does not wait for connections that are still being established. */
    private void awaitReady() throws InterruptedException {
        while (!group.awaitReady(SUPERVISION_NANOS) && !stop.isStopped()) {
            // The loop's condition does all the work.
        }
    }

    /** Waits until the run begins, or is to end. */
    private StartBarrier.Start awaitStart() throws InterruptedException {
        Optional<StartBarrier.Start> agreed = barrier.awaitStart(stop);
        if (agreed.isEmpty()) {
            // The only reading of the time of day: later changes to it do not affect the run.
            return new StartBarrier.Start(clock.nanoTime(), timeOfDay.instant());
        }
        long nanos = agreed.get().nanos();
        stop.await(Math.max(0, nanos - clock.nanoTime() - SPIN_NANOS));
        while (nanos - clock.nanoTime() > 0 && !stop.isStopped()) {
            Thread.onSpinWait();
        }
        return stop.isStopped() ? new StartBarrier.Start(clock.nanoTime(), timeOfDay.instant()) : agreed.get();
    }

    private void supervise() throws InterruptedException {
        long startNanos = recording.clock().startNanos();
        UnresponsiveServerRule giveUp = new UnresponsiveServerRule(plan.giveUp(), startNanos);
        boolean scheduled = plan.openLoop().isPresent()
                || plan.roles().stream().anyMatch(role -> role.rate().isPresent());
        Duration grace = scheduled ? LATE_START : Duration.ZERO;
        long duration = rule.duration().map(grace::plus).map(Duration::toNanos).orElse(Long.MAX_VALUE);
        while (!group.hasEnded()) {
            long elapsed = clock.nanoTime() - startNanos;
            if (elapsed >= duration) {
                stop.stop(StopReason.TIME_OVER);
            } else if (giveUp.givesUp(recording.counts(), clock.nanoTime())) {
                stop.stop(StopReason.GAVE_UP);
            }
            pool.ifPresent(this::grow);
            long pause = pool.isPresent() ? GROWTH_NANOS : SUPERVISION_NANOS;
            if (stop.await(Math.min(pause, Math.max(1, duration - elapsed)))) {
                return;
            }
        }
    }

    /** Lets workers begin that are needed, or end when none is needed any more. */
    private void grow(WorkerPool growing) {
        int before = growing.used();
        if (growing.closed()) {
            if (!released) {
                released = true;
                phaseSenders.forEach(Sender::wake);
            }
        } else if (growing.grow(clock.nanoTime())) {
            // A sender carries one worker, or some of all.
            boolean single = phaseSenders.size() == plan.workers();
            (single ? phaseSenders.subList(before, growing.used()) : phaseSenders).forEach(Sender::wake);
        }
    }

    /**
     * A run that reached its end may finish its requests, bounded by their time-outs; one that was ended early is cut.
     */
    private Duration drainTime() {
        return reason().complete()
                ? plan.timeouts().connect().plus(plan.timeouts().total()).plus(DRAIN)
                : DRAIN;
    }

    private void end(Duration drain, Runnable cut) {
        if (!awaitEnd(drain.toNanos())) {
            stop.stop(StopReason.GAVE_UP);
            cutShort = true;
            cut.run();
            group.interrupt();
            group.awaitEnd(LAST_WAIT.toNanos());
        }
        cpu.stop();
    }

    /** Waits for all workers; after a request to end, at most as long as such a run may take. */
    private boolean awaitEnd(long patienceNanos) {
        long begin = clock.nanoTime();
        long patience = patienceNanos;
        long elapsed = 0;
        while (!group.awaitEnd(Math.min(SUPERVISION_NANOS, patience - elapsed))) {
            elapsed = clock.nanoTime() - begin;
            boolean cutEarly = outside.isStopped()
                    && !outside.reasonOr(StopReason.INTERRUPTED).complete();
            if (cutEarly && elapsed + DRAIN.toNanos() < patience) {
                hurried = true;
                patience = elapsed + DRAIN.toNanos();
            }
            if (elapsed >= patience) {
                return false;
            }
        }
        return true;
    }

    /** Whether connections had to be closed to make every worker end: none of them is usable any more. */
    boolean cutShort() {
        return cutShort;
    }

    /** Why it ended. */
    StopReason reason() {
        StopReason reason = stop.reasonOr(StopReason.REQUESTS_USED_UP);
        // A run that was cut off while waiting for its last responses is incomplete.
        return hurried && cutShort ? outside.reasonOr(reason) : reason;
    }

    /** When the clock started, as time of day; the epoch when it never did. */
    Instant startedAt() {
        return startedAt;
    }

    /**
     * From the start until the last attempt ended, in whole microseconds, so that the rates of a run and of its per-request
     * CSV are the same; zero when there was none.
     */
    Duration wallTime() {
        long lastDone = recording.times().lastDone();
        return lastDone == AttemptCounters.Times.NONE.lastDone()
                ? Duration.ZERO
                : Duration.ofNanos(lastDone - recording.clock().startNanos()).truncatedTo(ChronoUnit.MICROS);
    }

    /** The time of all workers together; call it when the phase has ended. */
    WorkerTime workerTime() {
        long now = clock.nanoTime();
        long active = gauge == null ? 0 : gauge.activeNanos(now);
        long thinking = gauge == null ? 0 : gauge.thinkingNanos(now);
        Optional<Tail> tail =
                gauge == null ? Optional.empty() : gauge.tail(recording.clock().startNanos(), wallTime());
        return WorkerTime.of(active, Duration.ofNanos(thinking), recording.times(), tail);
    }

    /** How many iterations have begun; empty for a workload without scenarios. */
    OptionalLong begunIterations() {
        return gauge == null ? OptionalLong.empty() : gauge.begunIterations();
    }

    /** CPU time of this process from the start until every worker had ended; empty where it cannot be read. */
    Optional<Duration> cpuTime() {
        return cpu.time();
    }

    /** What killed a worker or a producer, if one died. */
    Optional<Throwable> death() {
        return group.death();
    }
}
