package io.github.swipestorm.client.engine;

import io.github.swipestorm.client.http.Target;
import io.github.swipestorm.client.record.RecordingSettings;
import io.github.swipestorm.client.telemetry.ListeningProcesses;
import io.github.swipestorm.client.telemetry.ServerProcesses;
import io.github.swipestorm.client.transport.Transport;
import io.github.swipestorm.client.transport.TransportSettings;
import io.github.swipestorm.client.transport.Transports;
import java.io.IOException;
import java.time.InstantSource;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BiFunction;

/** Runs a plan in this JVM. May be used for one run after the other, not for two at once. */
public final class LocalRunner implements Runner {

    /** Where warm-ups take their requests from, so that they do not send those of the run before the run. */
    private static final long WARM_UP_INDEX = 1L << 62;

    private static final long SELF_WARM_UP_INDEX = WARM_UP_INDEX + (1L << 61);

    private final RecordingSettings recording;
    private final NanoClock clock;
    private final InstantSource timeOfDay;
    private final BiFunction<Transports, TransportSettings, Transport> opening;
    private final OptionalLong serverPid;

    /** A runner on the system's clock that writes down what the settings say. */
    public LocalRunner(RecordingSettings recording) {
        this(recording, OptionalLong.empty());
    }

    /**
     * A runner on the system's clock that writes down what the settings say and watches the server's process.
     *
     * @param serverPid its id on this machine; empty for the processes that listen on the target's port, if they run here
     */
    public LocalRunner(RecordingSettings recording, OptionalLong serverPid) {
        this(recording, NanoClock.SYSTEM, InstantSource.system(), Transports::open, serverPid);
    }

    LocalRunner(
            RecordingSettings recording,
            NanoClock clock,
            BiFunction<Transports, TransportSettings, Transport> opening) {
        this(recording, clock, InstantSource.system(), opening, OptionalLong.empty());
    }

    /** A runner that dates its runs by a clock that may be set at any time. */
    LocalRunner(RecordingSettings recording, InstantSource timeOfDay) {
        this(recording, NanoClock.SYSTEM, timeOfDay, Transports::open, OptionalLong.empty());
    }

    private LocalRunner(
            RecordingSettings recording,
            NanoClock clock,
            InstantSource timeOfDay,
            BiFunction<Transports, TransportSettings, Transport> opening,
            OptionalLong serverPid) {
        this.recording = recording;
        this.clock = clock;
        this.timeOfDay = timeOfDay;
        this.opening = opening;
        this.serverPid = serverPid;
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
        try (Rig rig = new Rig(plan, clock, timeOfDay, opening)) {
            Optional<StopRule> rule = plan.warmUp().stopRule();
            observer.stage(rule.isPresent() ? RunStage.WARM_UP : RunStage.CONNECTING);
            Optional<WarmUpResult> warmUp = rule.isEmpty()
                    ? Optional.empty()
                    : Optional.of(rig.warmUp(recording, plan.forWarmUp(), rule.get(), WARM_UP_INDEX, stop, true));
            return rig.measure(recording, stop, observer, server(plan), selfWarmUp, warmUp);
        }
    }

    private ServerProcesses server(LoadPlan plan) {
        if (serverPid.isPresent()) {
            return ServerProcesses.of(serverPid.getAsLong());
        }
        return plan.transport().detours().proxy().isPresent()
                ? ServerProcesses.elsewhere("it is behind a proxy")
                : ListeningProcesses.at(plan.target().host(), plan.target().port());
    }

    private Optional<WarmUpResult> warmSelfUp(LoadPlan plan, StopSignal stop) throws InterruptedException {
        return switch (plan.warmUp().self()) {
            case NONE -> Optional.empty();
            case TARGET -> Optional.of(warmSelfUp(plan, plan.target(), stop, true));
            case STUB -> {
                try (LoopbackStub stub = new LoopbackStub()) {
                    yield Optional.of(warmSelfUp(plan, stub.target(), stop, false));
                } catch (IOException e) {
                    // A machine that has no port left for the stub has none for the run, which will say so.
                    yield Optional.empty();
                }
            }
        };
    }

    private WarmUpResult warmSelfUp(LoadPlan plan, Target towards, StopSignal stop, boolean needed)
            throws InterruptedException {
        WarmUpResult all = warmSelfUp(plan, towards, SelfWarmUp.FEW_WORKERS, stop, needed);
        return plan.workerThreads() == WorkerThreads.VIRTUAL
                ? all.and(warmSelfUp(plan, towards, SelfWarmUp.MANY_WORKERS, stop, needed))
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
            // Each time with new connections: what happens on their first use has to be compiled as well.
            try (Rig rig = new Rig(part, clock, timeOfDay, opening)) {
                all = all.and(rig.warmUp(recording, part, session.stopRule(), begin, stop, needed));
            }
            JitCompiler.letFinish(stop);
            compiled = JitCompiler.workedMillis() - before;
        }
        return all;
    }
}
