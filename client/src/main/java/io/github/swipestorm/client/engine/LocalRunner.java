package io.github.swipestorm.client.engine;

import io.github.swipestorm.client.clock.NanoClock;
import io.github.swipestorm.client.engine.internal.ConnectProbe;
import io.github.swipestorm.client.engine.internal.JitCompiler;
import io.github.swipestorm.client.engine.internal.LoadSession;
import io.github.swipestorm.client.http.Target;
import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.plan.SelfWarmUp;
import io.github.swipestorm.client.plan.StopRule;
import io.github.swipestorm.client.plan.WorkerThreads;
import io.github.swipestorm.client.record.RecordingSettings;
import io.github.swipestorm.client.telemetry.ListeningProcesses;
import io.github.swipestorm.client.telemetry.ServerProcesses;
import io.github.swipestorm.client.thread.DaemonThreads;
import io.github.swipestorm.client.transport.HttpVersion;
import io.github.swipestorm.client.transport.TlsProvider;
import io.github.swipestorm.client.transport.Transport;
import io.github.swipestorm.client.transport.TransportChoice;
import io.github.swipestorm.client.transport.TransportSettings;
import io.github.swipestorm.client.transport.TransportType;
import io.github.swipestorm.client.workload.Iterations;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.BiFunction;
import java.util.function.Function;

/** Runs a plan in this JVM. Reusable for consecutive runs, but not for concurrent ones. */
public final class LocalRunner implements Runner {

    /** The index of the first request of warm-ups: so high that they send none of the run's own requests. */
    private static final long WARM_UP_INDEX = 1L << 62;

    private static final long PROBE_INDEX = WARM_UP_INDEX + (1L << 60);

    private static final long SELF_WARM_UP_INDEX = WARM_UP_INDEX + (1L << 61);

    /** How long the load runs before connecting is timed: a network's queue takes a moment to fill. */
    private static final Duration CONNECTS_AFTER = Duration.ofMillis(700);

    /** What was warmed up with a stub until the compiler was idle. Static, because compiled code belongs to the JVM. */
    private static final Set<CodePath> WARM = ConcurrentHashMap.newKeySet();

    /** What the code of a self warm-up depends on, which is always a closed loop without a proxy. Holds no secrets. */
    private record CodePath(
            String scheme,
            String transport,
            HttpVersion http,
            TlsProvider tls,
            boolean bothTlsVersions,
            boolean keepAlive,
            boolean pipelining,
            boolean spinning,
            boolean redirects,
            String model,
            WorkerThreads on,
            String workload) {

        static CodePath of(LoadPlan plan) {
            TransportChoice transport = plan.transport();
            return new CodePath(
                    plan.target().scheme(),
                    transport.kind().name(),
                    transport.http().version(),
                    transport.tls().provider(),
                    transport.tls().offersBothVersions(),
                    transport.keepAlive(),
                    transport.pipeline() > 1,
                    transport.spin(),
                    transport.features().followRedirects(),
                    plan.model().name(),
                    plan.workerThreads(),
                    plan.workload().name());
        }
    }

    private final RunSettings settings;
    private final RecordingSettings recording;
    private final NanoClock clock;
    private final InstantSource timeOfDay;
    private final BiFunction<TransportType, TransportSettings, Transport> opening;
    private final Function<StopSignal, RunObserver> ending;
    private final Probe.Limits probeLimits;

    /** A runner on the system's clock with the default settings, which write no files. */
    public LocalRunner() {
        this(RecordingSettings.NO_FILES);
    }

    /** A runner on the system's clock that records what the settings say. */
    public LocalRunner(RecordingSettings recording) {
        this(recording, InstantSource.system());
    }

    /**
     * A runner that reads time from a given clock and sends by given transports, such as simulated ones.
     *
     * @param recording what is recorded, and where
     * @param clock times everything; its readings never decrease
     * @param opening opens the transport of a plan
     */
    public LocalRunner(
            RecordingSettings recording,
            NanoClock clock,
            BiFunction<TransportType, TransportSettings, Transport> opening) {
        this(
                RunSettings.of(recording),
                clock,
                InstantSource.system(),
                opening,
                RunSettings.DEFAULT::ending,
                Probe.Limits.DEFAULT);
    }

    /** A runner that dates its runs by a clock that may be set at any time. */
    public LocalRunner(RecordingSettings recording, InstantSource timeOfDay) {
        this(
                RunSettings.of(recording),
                NanoClock.SYSTEM,
                timeOfDay,
                TransportType::open,
                RunSettings.DEFAULT::ending,
                Probe.Limits.DEFAULT);
    }

    private LocalRunner(
            RunSettings settings,
            NanoClock clock,
            InstantSource timeOfDay,
            BiFunction<TransportType, TransportSettings, Transport> opening,
            Function<StopSignal, RunObserver> ending,
            Probe.Limits probeLimits) {
        this.settings = settings;
        this.recording = settings.recording();
        this.clock = clock;
        this.timeOfDay = timeOfDay;
        this.opening = opening;
        this.ending = ending;
        this.probeLimits = probeLimits;
    }

    @Override
    public LocalRunner with(RunSettings others) {
        return new LocalRunner(others, clock, timeOfDay, opening, others::ending, probeLimits);
    }

    /** The same runner with an observer that may end the measured phase only, by the signal passed to it. */
    LocalRunner ending(Function<StopSignal, RunObserver> observer) {
        return new LocalRunner(settings, clock, timeOfDay, opening, observer, probeLimits);
    }

    /** The same runner whose probe gives up at other limits. */
    LocalRunner probingWithin(Probe.Limits limits) {
        return new LocalRunner(settings, clock, timeOfDay, opening, ending, limits);
    }

    @Override
    public RunResult run(LoadPlan plan, StopSignal stop, RunObserver observer) throws InterruptedException {
        try (StageEvents events = new StageEvents()) {
            // Further users of a closed loop begin only by a change of the load.
            boolean grows = plan.openLoop().isPresent() || settings.adjustable() && LoadControl.suits(plan);
            RunResult result = runWithin(grows ? plan : plan.withoutGrowth(), stop, observer.and(events));
            observer.ended(result);
            return result;
        } catch (OutOfMemoryError | LinkageError e) {
            throw ClientLimitException.behind(e).orElseThrow();
        }
    }

    /**
     * Warms up the client's code for runs like this one, which then begin sooner. A stub in this JVM answers.
     *
     * @param stop ends it early
     * @throws ClientLimitException when the system gives the client too little for it
     */
    public void warmUp(LoadPlan plan, StopSignal stop) throws InterruptedException {
        try {
            warmSelfUp(plan.toBuilder().selfWarmUp(SelfWarmUp.STUB).build(), stop);
        } catch (OutOfMemoryError | LinkageError e) {
            throw ClientLimitException.behind(e).orElseThrow();
        }
    }

    private RunResult runWithin(LoadPlan plan, StopSignal stop, RunObserver observer) throws InterruptedException {
        if (plan.warmUp().self() != SelfWarmUp.NONE) {
            observer.stage(RunStage.CLIENT_WARM_UP);
        }
        Optional<WarmUpResult> selfWarmUp = warmSelfUp(plan, stop);
        Optional<Iterations> iterations = plan.sentIterations();
        Optional<Iterations> before = iterations.flatMap(Iterations::beforeRun);
        if (before.isPresent()) {
            observer.stage(RunStage.SETUP);
            Optional<String> problem = once(plan, before.get(), stop);
            if (problem.isPresent()) {
                throw new SetupException(
                        "The steps before the run failed, so that nothing was measured: " + problem.get());
            }
        }
        RunResult result = measured(plan, iterations, selfWarmUp, stop, observer);
        Optional<Iterations> after = iterations.flatMap(Iterations::afterRun);
        // Also after a run that was stopped: what was made before it is to be removed.
        Optional<String> problem = after.isPresent() ? once(plan, after.get(), new StopSignal()) : Optional.empty();
        return problem.isEmpty() ? result : result.withProblem("The steps after the run failed: " + problem.get());
    }

    private Optional<String> once(LoadPlan plan, Iterations iterations, StopSignal stop) throws InterruptedException {
        try (LoadSession session =
                new LoadSession(plan.forOneIteration(), Optional.of(iterations), clock, timeOfDay, opening, stop)) {
            return session.once(recording, stop);
        }
    }

    private RunResult measured(
            LoadPlan plan,
            Optional<Iterations> iterations,
            Optional<WarmUpResult> selfWarmUp,
            StopSignal stop,
            RunObserver observer)
            throws InterruptedException {
        observer.stage(RunStage.CONNECTING);
        ServerProcesses server = server(plan);
        RunResult result;
        try (LoadSession loadSession = new LoadSession(plan, iterations, clock, timeOfDay, opening, stop)) {
            observer.connecting(loadSession::connected, plan.workers());
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
                    recording,
                    measured,
                    observer.and(ending.apply(measured)),
                    server,
                    selfWarmUp,
                    warmUp,
                    selfWarmUp.isPresent() && !SelfWarmUp.enoughBrief(plan)
                            ? whenCompiled(settings.start())
                            : settings.start(),
                    settings.adjustable());
        }
        boolean possible = plan.openLoop().isEmpty()
                && plan.users().isEmpty()
                && result.changes().isEmpty()
                && plan.threads() >= Probe.FEWEST_THREADS
                && plan.workload().mostRequests().isEmpty()
                && plan.workload().roles().isEmpty()
                && result.reason().complete()
                && !stop.isStopped();
        return possible && settings.probe().test(result)
                ? result.withProbe(probe(result, iterations, stop, observer))
                : result;
    }

    /** Starts the run when the code that connecting has used, such as that of TLS handshakes, is compiled. */
    private static StartBarrier whenCompiled(StartBarrier start) {
        return new StartBarrier() {
            @Override
            public Optional<Start> awaitStart(StopSignal stop) throws InterruptedException {
                JitCompiler.letFinish(stop);
                return start.awaitStart(stop);
            }

            @Override
            public void begun(long nanos) {
                start.begun(nanos);
            }
        };
    }

    private Probe probe(RunResult result, Optional<Iterations> iterations, StopSignal stop, RunObserver observer)
            throws InterruptedException {
        Optional<Probe.ConnectTimes> connects = connects(result, iterations, stop, observer);
        double meanUs = result.recorded().service().summary().meanUs();
        double thinkUs = result.workerTime().thinking().toNanos()
                / 1e3
                / Math.max(1, result.counts().ended());
        if (meanUs + thinkUs > probeLimits.longestAnswer().toNanos() / 1e3) {
            return Probe.without(
                    (thinkUs > meanUs ? "users think" : "answers take") + " longer than "
                            + probeLimits.longestAnswer().toMillis() + " ms on average",
                    connects);
        }
        int threads = result.plan().threads();
        List<Probe.PhaseResult> phases = new ArrayList<>();
        for (int workers : List.of((threads + 1) / 2, Math.min(2 * threads, LoadPlan.MOST_THREADS))) {
            observer.probing(workers);
            Optional<Probe.PhaseResult> phase;
            try {
                phase = probe(result, iterations, workers, stop, () -> {});
            } catch (ClientLimitException e) {
                return new Probe(phases, Optional.of(e.getMessage()), connects);
            }
            if (phase.isEmpty()) {
                return new Probe(
                        phases,
                        Optional.of(
                                stop.isStopped()
                                        ? "a signal ended it"
                                        : "its phase with " + workers + " workers did not end within "
                                                + probeLimits.phase().toSeconds() + " s"),
                        connects);
            }
            phases.add(phase.get());
        }
        return new Probe(phases, Optional.empty(), connects);
    }

    /** Over loopback no packet waits, and behind a proxy only connections to the proxy could be timed. */
    private Optional<Probe.ConnectTimes> connects(
            RunResult result, Optional<Iterations> iterations, StopSignal stop, RunObserver observer)
            throws InterruptedException {
        LoadPlan plan = result.plan();
        if (result.server().here() || plan.transport().features().proxy().isPresent()) {
            return Optional.empty();
        }
        observer.probing(plan.threads());
        ConnectProbe connecting = new ConnectProbe(plan.target(), clock);
        OptionalDouble idle = connecting.medianMs();
        if (idle.isEmpty()) {
            return Optional.empty();
        }
        FutureTask<OptionalDouble> loaded = new FutureTask<>(() -> {
            Thread.sleep(CONNECTS_AFTER.toMillis());
            return connecting.medianMs();
        });
        Thread thread = DaemonThreads.unstarted("swipestorm-connects", loaded);
        try {
            boolean complete = probe(result, iterations, plan.threads(), stop, thread::start)
                    .isPresent();
            OptionalDouble found = complete ? loaded.get() : OptionalDouble.empty();
            return found.isPresent()
                    ? Optional.of(new Probe.ConnectTimes(idle.getAsDouble(), found.getAsDouble()))
                    : Optional.empty();
        } catch (ClientLimitException | ExecutionException e) {
            return Optional.empty();
        } finally {
            thread.interrupt();
        }
    }

    private Optional<Probe.PhaseResult> probe(
            RunResult result, Optional<Iterations> iterations, int workers, StopSignal stop, Runnable begins)
            throws InterruptedException {
        // A phase with its own signal may be ended without affecting the run's signal.
        StopSignal own = new StopSignal();
        stop.onStop(own::stop);
        own.stopAfter(probeLimits.phase(), StopReason.GAVE_UP);
        try (LoadSession loadSession = new LoadSession(
                result.plan().forProbe(workers, Probe.PHASE), iterations, clock, timeOfDay, opening, own)) {
            return loadSession.probe(recording, PROBE_INDEX + ((long) workers << 32), own, result.server(), begins);
        }
    }

    private ServerProcesses server(LoadPlan plan) {
        if (settings.serverPid().isPresent()) {
            return ServerProcesses.of(settings.serverPid().getAsLong());
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
                try (LoopbackResponder stub = LoopbackResponder.forWarmUp(
                        plan.answers(),
                        plan.target().secure(),
                        plan.transport().tls().offersBothVersions())) {
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
        // Not before the load begins: a short limit would be over before the classes for it are loaded.
        Runnable begins =
                () -> settings.selfWarmUpLimit().ifPresent(limit -> own.stopAfter(limit, StopReason.TIME_OVER));
        CodePath path = CodePath.of(plan);
        boolean stub = !towards.equals(plan.target());
        boolean warm = stub && WARM.contains(path);
        SelfWarmUp.Session usual = warm ? SelfWarmUp.FEW_WORKERS.again() : SelfWarmUp.FEW_WORKERS;
        SelfWarmUp.Session few = settings.selfWarmUpLimit().map(usual::within).orElse(usual);
        Rounds rounds = warmSelfUp(plan, towards, few, own, needed, begins);
        WarmUpResult all = rounds.result();
        if (plan.workerThreads() == WorkerThreads.VIRTUAL) {
            SelfWarmUp.Session many = warm ? SelfWarmUp.MANY_WORKERS.again() : SelfWarmUp.MANY_WORKERS;
            all = all.and(warmSelfUp(plan, towards, many, own, needed, begins).result());
        }
        if (stub && rounds.idle() && few.equals(SelfWarmUp.FEW_WORKERS) && !own.isStopped()) {
            WARM.add(path);
        }
        return all;
    }

    /** Rounds of a self warm-up, and whether the last of them left the compiler idle, though requests were answered. */
    private record Rounds(WarmUpResult result, boolean idle) {}

    private Rounds warmSelfUp(
            LoadPlan plan, Target towards, SelfWarmUp.Session session, StopSignal stop, boolean needed, Runnable begins)
            throws InterruptedException {
        LoadPlan part = plan.forSelfWarmUp(towards, session.mostThreads());
        WarmUpResult all = WarmUpResult.NOTHING;
        long compiled = 0;
        for (int round = 0; session.goesOn(round, compiled) && !stop.isStopped(); round++) {
            long before = JitCompiler.workedMillis();
            long begin = SELF_WARM_UP_INDEX + ((long) round << 48);
            // Each time with new connections: the code of their first use must be compiled as well.
            try (LoadSession loadSession = new LoadSession(part, Optional.empty(), clock, timeOfDay, opening, stop)) {
                all = all.and(loadSession.warmUp(recording, part, session.stopRule(), begin, stop, needed, begins));
            }
            JitCompiler.letFinish(stop);
            compiled = JitCompiler.workedMillis() - before;
        }
        return new Rounds(all, session.idle(compiled) && all.counts().ok() > 0);
    }
}
