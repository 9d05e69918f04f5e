package io.github.swipestorm.client.engine;

import io.github.swipestorm.client.record.Recorded;
import io.github.swipestorm.client.record.Recording;
import io.github.swipestorm.client.record.RecordingSettings;
import io.github.swipestorm.client.transport.Transport;
import io.github.swipestorm.client.transport.TransportSettings;
import io.github.swipestorm.client.transport.Transports;
import io.github.swipestorm.client.workload.Workload;
import io.github.swipestorm.client.workload.Workloads;
import java.util.Optional;
import java.util.function.BiFunction;

/** Runs a plan in this JVM. May be used for one run after the other, not for two at once. */
public final class LocalRunner implements Runner {

    /** Where the warm-up takes its requests from, so that it does not send those of the run before the run. */
    private static final long WARM_UP_INDEX = 1L << 62;

    private final RecordingSettings recording;
    private final NanoClock clock;
    private final BiFunction<Transports, TransportSettings, Transport> opening;

    /** A runner on the system's clock that writes down what the settings say. */
    public LocalRunner(RecordingSettings recording) {
        this(recording, NanoClock.SYSTEM, Transports::open);
    }

    LocalRunner(
            RecordingSettings recording,
            NanoClock clock,
            BiFunction<Transports, TransportSettings, Transport> opening) {
        this.recording = recording;
        this.clock = clock;
        this.opening = opening;
    }

    @Override
    public RunResult run(LoadPlan plan, StopSignal stop, RunObserver observer) throws InterruptedException {
        Workload workload = plan.workload().of(plan.seed());
        ConnectTimes connects = new ConnectTimes();
        TransportSettings settings = new TransportSettings(
                plan.target(),
                workload.templates(),
                plan.threads(),
                plan.timeouts(),
                plan.transport(),
                connects::record);
        try (Transport transport = opening.apply(plan.transport().kind(), settings)) {
            Senders senders = Senders.of(plan, transport);
            Optional<WarmUpResult> warmUp = warmUp(plan, workload, transport, senders, stop);
            return measure(plan, workload, transport, senders, stop, observer, warmUp, connects);
        }
    }

    private Optional<WarmUpResult> warmUp(
            LoadPlan plan, Workload workload, Transport transport, Senders senders, StopSignal stop)
            throws InterruptedException {
        Optional<StopRule> rule = plan.warmUp().stopRule();
        if (rule.isEmpty()) {
            return Optional.empty();
        }
        Recording apart = recording(RecordingSettings.NO_FILES, plan, workload, senders);
        try (apart) {
            Phase phase = new Phase(plan, rule.get(), apart, clock, stop, senders);
            phase.run(Workloads.from(WARM_UP_INDEX, workload), transport::close, () -> {});
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
            Transport transport,
            Senders senders,
            StopSignal stop,
            RunObserver observer,
            Optional<WarmUpResult> warmUp,
            ConnectTimes connects)
            throws InterruptedException {
        Recording kept = recording(recording, plan, workload, senders);
        try (kept) {
            Phase phase = new Phase(plan, plan.stop(), kept, clock, stop, senders);
            phase.run(workload, transport::close, () -> observer.started(plan, kept::counts));
            kept.close();
            Recorded recorded = kept.result();
            return new RunResult(
                    plan,
                    phase.startedAt(),
                    phase.wallTime(),
                    recorded,
                    connects.distribution(),
                    phase.cpuTime(),
                    warmUp,
                    phase.reason(),
                    phase.death().map(Throwable::toString));
        }
    }

    private static Recording recording(RecordingSettings settings, LoadPlan plan, Workload workload, Senders senders) {
        return new Recording(
                settings, plan.threads(), senders.threads(), plan.target().basePath(), workload.templates());
    }
}
