package io.github.swipestorm.client.engine.internal;

import io.github.swipestorm.client.clock.NanoClock;
import io.github.swipestorm.client.engine.ClientLimitException;
import io.github.swipestorm.client.engine.LoadControl;
import io.github.swipestorm.client.engine.Probe;
import io.github.swipestorm.client.engine.RunObserver;
import io.github.swipestorm.client.engine.RunResult;
import io.github.swipestorm.client.engine.StartBarrier;
import io.github.swipestorm.client.engine.StopReason;
import io.github.swipestorm.client.engine.StopSignal;
import io.github.swipestorm.client.engine.WarmUpResult;
import io.github.swipestorm.client.http.Redaction;
import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.plan.StopRule;
import io.github.swipestorm.client.record.Measurements;
import io.github.swipestorm.client.record.RecordingSettings;
import io.github.swipestorm.client.record.RunRecorder;
import io.github.swipestorm.client.telemetry.ServerProcesses;
import io.github.swipestorm.client.transport.Transport;
import io.github.swipestorm.client.transport.TransportSettings;
import io.github.swipestorm.client.transport.TransportType;
import io.github.swipestorm.client.workload.Iterations;
import io.github.swipestorm.client.workload.Requests;
import java.io.UncheckedIOException;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.Collectors;

/**
 * Owns the transport and the senders of one plan; the warm-up and the measured phase share them, so that connections
 * are reused.
 */
public final class LoadSession implements AutoCloseable {

    private static final ServerProcesses UNWATCHED = ServerProcesses.elsewhere("not sampled");

    private final LoadPlan plan;
    private final NanoClock clock;
    private final InstantSource timeOfDay;
    private final Requests requests;
    private final Optional<Iterations> iterations;
    private final ConnectionRecorder connects = new ConnectionRecorder();
    private final Transport transport;
    private final Senders senders;

    /**
     * @param iterations of the workload, the same object in all sessions of a run; empty when it has no scenarios
     * @param stop when it is already requested, only some of the plan's workers are created, as none of them will send
     */
    public LoadSession(
            LoadPlan plan,
            Optional<Iterations> iterations,
            NanoClock clock,
            InstantSource timeOfDay,
            BiFunction<TransportType, TransportSettings, Transport> opening,
            StopSignal stop) {
        this.plan = plan;
        this.clock = clock;
        this.timeOfDay = timeOfDay;
        this.requests = plan.sent();
        this.iterations = iterations;
        this.transport = open(
                opening,
                new TransportSettings(
                        plan.target(),
                        plan.workload().operations(),
                        plan.transport().kind().connections(plan.workers()),
                        plan.timeouts(),
                        plan.transport(),
                        connects,
                        clock));
        this.senders = senders(plan, transport, stop);
    }

    private static Senders senders(LoadPlan plan, Transport transport, StopSignal stop) {
        try {
            return Senders.of(plan, transport, stop);
        } catch (RuntimeException e) {
            // An operation that the transport cannot send, such as a path that is no URI.
            transport.close();
            throw e;
        }
    }

    /** The only system resource that opening needs is a few open files. */
    private static Transport open(
            BiFunction<TransportType, TransportSettings, Transport> opening, TransportSettings settings) {
        try {
            return opening.apply(settings.choice().kind(), settings);
        } catch (UncheckedIOException e) {
            throw new ClientLimitException(e.getMessage() + ": raise the limit of open files (ulimit -n)", e);
        }
    }

    /**
     * Sends load that is counted separately.
     *
     * @param settings with nothing recorded
     * @param of the plan, which may differ from the run's in its rate only
     * @param rule when it ends
     * @param firstIndex of the workload
     * @param needed whether a warm-up that does not complete ends the run as well
     * @param begins runs when workers are ready and the load begins
     */
    public WarmUpResult warmUp(
            RecordingSettings settings,
            LoadPlan of,
            StopRule rule,
            long firstIndex,
            StopSignal stop,
            boolean needed,
            Runnable begins)
            throws InterruptedException {
        RunRecorder apart = recording(settings.discarding());
        try (apart) {
            Phase phase = new Phase(of, rule, apart, clock, timeOfDay, stop, senders);
            sampled(phase, firstIndex, new TelemetryWatch(clock, apart.threads(), UNWATCHED, begins));
            apart.close();
            Optional<ClientLimitException> limit = phase.death().flatMap(ClientLimitException::behind);
            if (needed && limit.isPresent()) {
                throw limit.get();
            }
            boolean complete = phase.reason().complete();
            if (needed && (!complete || phase.cutShort())) {
                stop.stop(complete ? StopReason.GAVE_UP : phase.reason());
            }
            return new WarmUpResult(apart.counts(), phase.wallTime());
        }
    }

    /**
     * Executes the only iteration of a plan, unmeasured.
     *
     * @return why it was not completed, in one line; empty when it was, or when the run is to end
     */
    public Optional<String> once(RecordingSettings settings, StopSignal stop) throws InterruptedException {
        RunRecorder apart = recording(settings.discarding());
        try (apart) {
            Phase phase = new Phase(plan, plan.stop(), apart, clock, timeOfDay, stop, senders);
            sampled(phase, 0, new TelemetryWatch(clock, apart.threads(), UNWATCHED, () -> {}));
            apart.close();
            Measurements made = apart.result();
            if (stop.isStopped() || made.iterations().stream().anyMatch(scenario -> scenario.completed() == 1)) {
                return Optional.empty();
            }
            return Optional.of(phase.death()
                    .map(LoadSession::explained)
                    .or(() -> made.failureDetails().keySet().stream().findFirst())
                    .orElseGet(() -> "a request was answered with status "
                            + made.counts().attemptsByStatus().keySet().stream()
                                    .map(String::valueOf)
                                    .collect(Collectors.joining(", "))));
        }
    }

    /**
     * Sends load for a phase of the probe, by the plan's own stop rule.
     *
     * @param begins runs when workers are ready and the load begins
     * @return empty when it did not complete
     */
    public Optional<Probe.PhaseResult> probe(
            RecordingSettings settings, long firstIndex, StopSignal stop, ServerProcesses server, Runnable begins)
            throws InterruptedException {
        RunRecorder apart = recording(settings.discarding());
        try (apart) {
            Phase phase = new Phase(plan, plan.stop(), apart, clock, timeOfDay, stop, senders);
            TelemetryWatch watch = new TelemetryWatch(clock, apart.threads(), server, begins);
            sampled(phase, firstIndex, watch);
            apart.close();
            boolean complete = phase.reason().complete() && !phase.cutShort() && !stop.isStopped();
            return complete
                    ? Optional.of(new Probe.PhaseResult(
                            plan.threads(),
                            apart.counts(),
                            phase.wallTime(),
                            watch.telemetry().until(phase.wallTime())))
                    : Optional.empty();
        }
    }

    /**
     * The measured run, with telemetry of the server's processes.
     *
     * @param start when it begins
     * @param adjustable whether the observer may change the load, where that is possible
     */
    public RunResult measure(
            RecordingSettings settings,
            StopSignal stop,
            RunObserver observer,
            ServerProcesses server,
            Optional<WarmUpResult> selfWarmUp,
            Optional<WarmUpResult> warmUp,
            StartBarrier start,
            boolean adjustable)
            throws InterruptedException {
        RunRecorder kept = recording(settings);
        try (kept) {
            Optional<AdjustableLoad> load = adjustable && LoadControl.suits(plan)
                    ? Optional.of(new AdjustableLoad(plan, kept.clock(), observer::changed))
                    : Optional.empty();
            Phase phase = new Phase(plan, plan.stop(), kept, clock, timeOfDay, stop, senders, start, load);
            TelemetryWatch watch = new TelemetryWatch(clock, kept.threads(), server, () -> {
                observer.started(plan, kept::counts);
                load.ifPresent(observer::adjustable);
            });
            observer.recording(kept::soFar, watch::soFar);
            sampled(phase, 0, watch);
            load.ifPresent(AdjustableLoad::close);
            kept.close();
            Measurements recorded = kept.result();
            LoadPlan executed = load.map(AdjustableLoad::plan).orElse(plan);
            return new RunResult(
                    executed,
                    plan.bounded() && iterations.isEmpty() && phase.reason() != StopReason.PRECISION_REACHED
                            ? executed.requests()
                            : recorded.counts().ended(),
                    phase.begunIterations(),
                    selfWarmUp,
                    warmUp,
                    phase.startedAt(),
                    phase.wallTime(),
                    phase.cpuTime(),
                    phase.workerTime(),
                    recorded,
                    server,
                    watch.telemetry().until(phase.wallTime()),
                    connects.measurements(),
                    Optional.empty(),
                    phase.reason(),
                    phase.death().map(LoadSession::explained),
                    List.of(),
                    load.map(AdjustableLoad::changes).orElse(List.of()));
        }
    }

    /**
     * Runs a phase with telemetry sampling. The warm-up is sampled too (and the samples discarded), because loading the
     * sampler's classes during the measured run would trigger deoptimization, and first-time execution is slow.
     */
    private void sampled(Phase phase, long firstIndex, TelemetryWatch watch) throws InterruptedException {
        try {
            // Roles go by the remainder of an index.
            long first = firstIndex
                    - firstIndex % Math.max(1, plan.workload().roles().size());
            phase.run(requests, iterations, first, transport::close, watch);
        } finally {
            watch.end();
        }
    }

    private static String explained(Throwable death) {
        return ClientLimitException.behind(death)
                .map(Throwable::getMessage)
                .orElseGet(() -> Redaction.of(death.toString()));
    }

    private RunRecorder recording(RecordingSettings settings) {
        return new RunRecorder(
                settings,
                clock,
                senders.workers(),
                senders.threads(),
                senders::threadOf,
                plan::workerInRun,
                plan.target().basePath(),
                plan.workload().operations(),
                iterations.map(Iterations::scenarios).orElse(List.of()),
                plan.secrets(),
                plan.traceparent().map(header -> header.ids(plan.seed())));
    }

    /** How many connections have been established so far; thread-safe. */
    public long connected() {
        return connects.count();
    }

    @Override
    public void close() {
        transport.close();
    }
}
