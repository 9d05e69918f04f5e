package io.github.swipestorm.client.engine;

import io.github.swipestorm.client.clock.NanoClock;
import io.github.swipestorm.client.engine.internal.JitCompiler;
import io.github.swipestorm.client.engine.internal.LoadSession;
import io.github.swipestorm.client.engine.internal.PrecisionStop;
import io.github.swipestorm.client.http.Target;
import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.plan.SelfWarmUp;
import io.github.swipestorm.client.plan.StopRule;
import io.github.swipestorm.client.plan.WorkerThreads;
import io.github.swipestorm.client.record.RecordingSettings;
import io.github.swipestorm.client.telemetry.ListeningProcesses;
import io.github.swipestorm.client.telemetry.ServerProcesses;
import io.github.swipestorm.client.transport.Transport;
import io.github.swipestorm.client.transport.TransportSettings;
import io.github.swipestorm.client.transport.TransportType;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;

/** Runs a plan in this JVM. Reusable for consecutive runs, but not for concurrent ones. */
public final class LocalRunner implements Runner {

    /** Where warm-ups take their requests from, so that they do not send those of the run before the run. */
    private static final long WARM_UP_INDEX = 1L << 62;

    private static final long PROBE_INDEX = WARM_UP_INDEX + (1L << 60);

    private static final Predicate<RunResult> NEVER = result -> false;

    private static final long SELF_WARM_UP_INDEX = WARM_UP_INDEX + (1L << 61);

    private final RecordingSettings recording;
    private final NanoClock clock;
    private final InstantSource timeOfDay;
    private final BiFunction<TransportType, TransportSettings, Transport> opening;
    private final OptionalLong serverPid;
    private final Predicate<RunResult> probes;
    private final Function<StopSignal, RunObserver> ending;
    private final Optional<Duration> selfWarmUpLimit;

    /** A runner on the system's clock that records what the settings say. */
    public LocalRunner(RecordingSettings recording) {
        this(recording, OptionalLong.empty());
    }

    /**
     * A runner on the system's clock that records what the settings say and samples the server's process.
     *
     * @param serverPid its id on this machine; empty for the processes that listen on the target's port, if they run
     *     here
     */
    public LocalRunner(RecordingSettings recording, OptionalLong serverPid) {
        this(
                recording,
                NanoClock.SYSTEM,
                InstantSource.system(),
                TransportType::open,
                serverPid,
                NEVER,
                measured -> RunObserver.NONE,
                Optional.empty());
    }

    public LocalRunner(
            RecordingSettings recording,
            NanoClock clock,
            BiFunction<TransportType, TransportSettings, Transport> opening) {
        this(
                recording,
                clock,
                InstantSource.system(),
                opening,
                OptionalLong.empty(),
                NEVER,
                measured -> RunObserver.NONE,
                Optional.empty());
    }

    /** A runner that dates its runs by a clock that may be set at any time. */
    public LocalRunner(RecordingSettings recording, InstantSource timeOfDay) {
        this(
                recording,
                NanoClock.SYSTEM,
                timeOfDay,
                TransportType::open,
                OptionalLong.empty(),
                NEVER,
                measured -> RunObserver.NONE,
                Optional.empty());
    }

    private LocalRunner(
            RecordingSettings recording,
            NanoClock clock,
            InstantSource timeOfDay,
            BiFunction<TransportType, TransportSettings, Transport> opening,
            OptionalLong serverPid,
            Predicate<RunResult> probes,
            Function<StopSignal, RunObserver> ending,
            Optional<Duration> selfWarmUpLimit) {
        this.recording = recording;
        this.clock = clock;
        this.timeOfDay = timeOfDay;
        this.opening = opening;
        this.serverPid = serverPid;
        this.probes = probes;
        this.ending = ending;
        this.selfWarmUpLimit = selfWarmUpLimit;
    }

    /**
     * The same runner with a probe after runs that need one: a closed loop that completed with at least two workers is
     * followed by two phases of 2 s, with half and with twice the workers. No figure of the run counts them.
     *
     * @param when decides from the run whether to probe
     */
    public LocalRunner probing(Predicate<RunResult> when) {
        return new LocalRunner(recording, clock, timeOfDay, opening, serverPid, when, ending, selfWarmUpLimit);
    }

    /**
     * The same runner with a limit on the client's self warm-up, including the pauses for the compiler. The compiler
     * may then still be at work when the run begins.
     *
     * @param limit above zero; empty for no limit
     */
    public LocalRunner warmingItselfUpWithin(Optional<Duration> limit) {
        return new LocalRunner(recording, clock, timeOfDay, opening, serverPid, probes, ending, limit);
    }

    /**
     * The same runner, which ends a run as soon as the throughput of its steady part is known to this precision.
     *
     * @param share half of the 95 % interval's width divided by the throughput, above 0 and below 1; empty for never
     */
    public LocalRunner endingAt(OptionalDouble share) {
        return share.isEmpty() ? this : ending(measured -> new PrecisionStop(share.getAsDouble(), measured));
    }

    /** The same runner with an observer that may end the measured phase only, by the signal passed to it. */
    LocalRunner ending(Function<StopSignal, RunObserver> observer) {
        return new LocalRunner(recording, clock, timeOfDay, opening, serverPid, probes, observer, selfWarmUpLimit);
    }

    @Override
    public RunResult run(LoadPlan plan, StopSignal stop, RunObserver observer) throws InterruptedException {
        try {
            return runWithin(plan, stop, observer);
        } catch (OutOfMemoryError | LinkageError e) {
            throw ClientLimitException.behind(e).orElseThrow();
        }
    }

    private RunResult runWithin(LoadPlan plan, StopSignal stop, RunObserver observer) throws InterruptedException {
        if (plan.warmUp().self() != SelfWarmUp.NONE) {
            observer.stage(RunStage.CLIENT_WARM_UP);
        }
        Optional<WarmUpResult> selfWarmUp = warmSelfUp(plan, stop);
        observer.stage(RunStage.CONNECTING);
        ServerProcesses server = server(plan);
        RunResult result;
        try (LoadSession loadSession = new LoadSession(plan, clock, timeOfDay, opening, stop)) {
            observer.connecting(loadSession::connected, plan.threads());
            Optional<StopRule> rule = plan.warmUp().stopRule();
            Optional<WarmUpResult> warmUp = rule.isEmpty()
                    ? Optional.empty()
                    : Optional.of(loadSession.warmUp(
                            recording,
                            plan.forWarmUp(),
                            rule.get(),
                            WARM_UP_INDEX,
                            stop,
                            true,
                            () -> observer.stage(RunStage.WARM_UP)));
            // Reaching the precision ends this phase only: a probe may follow, and a signal has to end that as well.
            StopSignal measured = new StopSignal();
            stop.onStop(measured::stop);
            result = loadSession.measure(
                    recording, measured, observer.and(ending.apply(measured)), server, selfWarmUp, warmUp);
        }
        boolean possible = plan.openLoop().isEmpty()
                && plan.threads() >= Probe.FEWEST_THREADS
                && result.reason().complete()
                && !stop.isStopped();
        return possible && probes.test(result) ? result.withProbe(probe(result, stop, observer)) : result;
    }

    private Probe probe(RunResult result, StopSignal stop, RunObserver observer) throws InterruptedException {
        if (result.recorded().service().summary().meanUs() > Probe.LONGEST_ANSWER.toNanos() / 1e3) {
            return Probe.without("answers take longer than " + Probe.LONGEST_ANSWER.toMillis() + " ms in the mean");
        }
        int threads = result.plan().threads();
        List<Probe.Phase> phases = new ArrayList<>();
        for (int workers : List.of((threads + 1) / 2, Math.min(2 * threads, LoadPlan.MOST_THREADS))) {
            observer.probing(workers);
            Optional<Probe.Phase> phase;
            try {
                phase = probe(result, workers, stop);
            } catch (ClientLimitException e) {
                return new Probe(phases, Optional.of(e.getMessage()));
            }
            if (phase.isEmpty()) {
                return new Probe(
                        phases,
                        Optional.of(
                                stop.isStopped()
                                        ? "a signal ended it"
                                        : "its phase with " + workers + " workers did not end within "
                                                + Probe.LIMIT.toSeconds() + " s"));
            }
            phases.add(phase.get());
        }
        return new Probe(phases, Optional.empty());
    }

    private Optional<Probe.Phase> probe(RunResult result, int workers, StopSignal stop) throws InterruptedException {
        // A phase with its own signal may be ended without affecting the run's signal.
        StopSignal own = new StopSignal();
        stop.onStop(own::stop);
        own.stopAfter(Probe.LIMIT, StopReason.GAVE_UP);
        try (LoadSession loadSession =
                new LoadSession(result.plan().forProbe(workers, Probe.PHASE), clock, timeOfDay, opening, own)) {
            return loadSession.probe(recording, PROBE_INDEX + ((long) workers << 32), own, result.server());
        }
    }

    private ServerProcesses server(LoadPlan plan) {
        if (serverPid.isPresent()) {
            return ServerProcesses.of(serverPid.getAsLong());
        }
        return plan.transport().features().proxy().isPresent()
                ? ServerProcesses.elsewhere("it is behind a proxy")
                : ListeningProcesses.at(plan.target().host(), plan.target().port());
    }

    private Optional<WarmUpResult> warmSelfUp(LoadPlan plan, StopSignal stop) throws InterruptedException {
        return switch (plan.warmUp().self()) {
            case NONE -> Optional.empty();
            case TARGET -> Optional.of(warmSelfUp(plan, plan.target(), stop, true));
            case STUB -> {
                try (LoopbackResponder stub = LoopbackResponder.forWarmUp()) {
                    yield Optional.of(warmSelfUp(plan, stub.target(), stop, false));
                } catch (IOException e) {
                    // A machine that has no port left for the stub has none for the run, which will report it.
                    yield Optional.empty();
                }
            }
        };
    }

    private WarmUpResult warmSelfUp(LoadPlan plan, Target towards, StopSignal stop, boolean needed)
            throws InterruptedException {
        // Running out of time ends the warm-up only.
        StopSignal own = new StopSignal();
        stop.onStop(own::stop);
        selfWarmUpLimit.ifPresent(limit -> own.stopAfter(limit, StopReason.TIME_OVER));
        SelfWarmUp.Session few =
                selfWarmUpLimit.map(SelfWarmUp.FEW_WORKERS::within).orElse(SelfWarmUp.FEW_WORKERS);
        WarmUpResult all = warmSelfUp(plan, towards, few, own, needed);
        return plan.workerThreads() == WorkerThreads.VIRTUAL
                ? all.and(warmSelfUp(plan, towards, SelfWarmUp.MANY_WORKERS, own, needed))
                : all;
    }

    private WarmUpResult warmSelfUp(
            LoadPlan plan, Target towards, SelfWarmUp.Session session, StopSignal stop, boolean needed)
            throws InterruptedException {
        LoadPlan part = plan.forSelfWarmUp(towards, session.mostThreads());
        WarmUpResult all = WarmUpResult.NOTHING;
        long compiled = 0;
        for (int round = 0; session.goesOn(round, compiled) && !stop.isStopped(); round++) {
            long before = JitCompiler.workedMillis();
            long begin = SELF_WARM_UP_INDEX + ((long) round << 48);
            // Each time with new connections: the code of their first use must be compiled as well.
            try (LoadSession loadSession = new LoadSession(part, clock, timeOfDay, opening, stop)) {
                all = all.and(loadSession.warmUp(recording, part, session.stopRule(), begin, stop, needed, () -> {}));
            }
            JitCompiler.letFinish(stop);
            compiled = JitCompiler.workedMillis() - before;
        }
        return all;
    }
}
