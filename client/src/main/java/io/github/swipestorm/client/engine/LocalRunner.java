package io.github.swipestorm.client.engine;

import io.github.swipestorm.client.record.Recorded;
import io.github.swipestorm.client.record.Recording;
import io.github.swipestorm.client.record.RecordingSettings;
import io.github.swipestorm.client.transport.BlockingTransport;
import io.github.swipestorm.client.transport.Connection;
import io.github.swipestorm.client.transport.TransportSettings;
import io.github.swipestorm.client.transport.Transports;
import io.github.swipestorm.client.workload.Workload;
import io.github.swipestorm.client.workload.Workloads;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/** Runs a plan in this JVM. May be used for one run after the other, not for two at once. */
public final class LocalRunner implements Runner {

    /** Where the warm-up takes its requests from, so that it does not send those of the run before the run. */
    private static final long WARM_UP_INDEX = 1L << 62;

    private final RecordingSettings recording;
    private final NanoClock clock;
    private final BiFunction<Transports, TransportSettings, BlockingTransport> opening;

    /** A runner on the system's clock that writes down what the settings say. */
    public LocalRunner(RecordingSettings recording) {
        this(recording, NanoClock.SYSTEM, Transports::open);
    }

    LocalRunner(
            RecordingSettings recording,
            NanoClock clock,
            BiFunction<Transports, TransportSettings, BlockingTransport> opening) {
        this.recording = recording;
        this.clock = clock;
        this.opening = opening;
    }

    @Override
    public RunResult run(LoadPlan plan, StopSignal stop, RunObserver observer) throws InterruptedException {
        Workload workload = Workloads.randomSwipes(plan.seed());
        TransportSettings settings =
                new TransportSettings(plan.target(), workload.templates(), plan.threads(), plan.timeouts());
        try (BlockingTransport transport = opening.apply(plan.transport(), settings)) {
            List<Connection> connections =
                    Stream.generate(transport::open).limit(plan.threads()).toList();
            Optional<WarmUpResult> warmUp = warmUp(plan, workload, transport, connections, stop);
            return measure(plan, workload, transport, connections, stop, observer, warmUp);
        }
    }

    private Optional<WarmUpResult> warmUp(
            LoadPlan plan,
            Workload workload,
            BlockingTransport transport,
            List<Connection> connections,
            StopSignal stop)
            throws InterruptedException {
        Optional<StopRule> rule = plan.warmUp().stopRule();
        if (rule.isEmpty()) {
            return Optional.empty();
        }
        Recording apart = recording(RecordingSettings.NO_FILES, plan, workload);
        try (apart) {
            Phase phase = new Phase(plan, rule.get(), apart, clock, stop);
            phase.run(Workloads.from(WARM_UP_INDEX, workload), connections, transport::close, () -> {});
            apart.close();
            boolean complete = phase.reason() == StopReason.TIME_OVER || phase.reason() == StopReason.REQUESTS_USED_UP;
            if (!complete || phase.cutShort()) {
                stop.stop(complete ? StopReason.GAVE_UP : phase.reason());
            }
            return Optional.of(new WarmUpResult(apart.counts(), phase.wallTime()));
        }
    }

    private RunResult measure(
            LoadPlan plan,
            Workload workload,
            BlockingTransport transport,
            List<Connection> connections,
            StopSignal stop,
            RunObserver observer,
            Optional<WarmUpResult> warmUp)
            throws InterruptedException {
        Recording kept = recording(recording, plan, workload);
        try (kept) {
            Phase phase = new Phase(plan, plan.stop(), kept, clock, stop);
            phase.run(workload, connections, transport::close, () -> observer.started(plan, kept::counts));
            kept.close();
            Recorded recorded = kept.result();
            return new RunResult(
                    plan,
                    phase.startedAt(),
                    phase.wallTime(),
                    recorded,
                    warmUp,
                    phase.reason(),
                    phase.death().map(Throwable::toString));
        }
    }

    private static Recording recording(RecordingSettings settings, LoadPlan plan, Workload workload) {
        return new Recording(settings, plan.threads(), plan.target().basePath(), workload.templates());
    }
}
