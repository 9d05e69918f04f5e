package io.github.swipestorm.client.engine;

import io.github.swipestorm.client.model.Allotment;
import io.github.swipestorm.client.model.Job;
import io.github.swipestorm.client.model.RequestSource;
import io.github.swipestorm.client.record.Collector;
import io.github.swipestorm.client.record.Counts;
import io.github.swipestorm.client.record.Tally;
import io.github.swipestorm.client.transport.BlockingTransport;
import io.github.swipestorm.client.transport.TransportSettings;
import io.github.swipestorm.client.workload.Workload;
import io.github.swipestorm.client.workload.Workloads;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/** Runs a plan in this JVM. May be used for one run after the other, not for two at once. */
public final class LocalRunner implements Runner {

    private final NanoClock clock;

    /** A runner on the system's clock. */
    public LocalRunner() {
        this(NanoClock.SYSTEM);
    }

    LocalRunner(NanoClock clock) {
        this.clock = clock;
    }

    @Override
    public RunResult run(LoadPlan plan, StopSignal stop, RunObserver observer) throws InterruptedException {
        Workload workload = Workloads.randomSwipes(plan.seed());
        TransportSettings settings =
                new TransportSettings(plan.target(), workload.templates(), plan.threads(), plan.timeouts());
        Allotment allotment = plan.model()
                .with(plan.modelSettings())
                .share(new Job(plan.stop().requests(), plan.threads()));
        List<RequestSource> sources = allotment.sources();
        Tally tally = new Tally();
        Collector collector = new Collector(plan.threads(), tally);
        try (BlockingTransport transport = plan.transport().open(settings)) {
            List<Worker> workers = IntStream.range(0, plan.threads())
                    .mapToObj(i -> new Worker(
                            sources.get(i),
                            workload,
                            transport.open(),
                            collector.recorder(i),
                            plan.retry(),
                            clock,
                            stop))
                    .toList();
            Phase phase = new Phase(plan, allotment, transport, clock, stop);
            phase.run(workers, () -> observer.started(plan, tally::counts), tally::counts);
            collector.close();
            return result(plan, stop, phase, tally.counts(), collector);
        } finally {
            collector.close();
        }
    }

    private static RunResult result(LoadPlan plan, StopSignal stop, Phase phase, Counts counts, Collector collector) {
        long wallNanos = counts.attempts() == 0 ? 0 : counts.lastDone() - phase.startNanos();
        return new RunResult(
                plan,
                phase.startedAt(),
                Duration.ofNanos(wallNanos),
                counts,
                collector.failureDetails(),
                stop.reasonOr(StopReason.REQUESTS_USED_UP),
                collector.death().or(phase::death).map(Throwable::toString));
    }
}
