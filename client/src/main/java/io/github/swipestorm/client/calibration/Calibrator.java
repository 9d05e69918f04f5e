package io.github.swipestorm.client.calibration;

import io.github.swipestorm.client.engine.RunObserver;
import io.github.swipestorm.client.engine.RunResult;
import io.github.swipestorm.client.engine.RunSettings;
import io.github.swipestorm.client.engine.Runner;
import io.github.swipestorm.client.engine.StopSignal;
import io.github.swipestorm.client.http.Target;
import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.record.RecordingSettings;
import io.github.swipestorm.client.setting.Setting;
import io.github.swipestorm.client.telemetry.Metric;
import io.github.swipestorm.client.transport.Timeouts;
import io.github.swipestorm.client.transport.TransportChoice;
import io.github.swipestorm.client.verdict.Bound;
import io.github.swipestorm.client.verdict.ClientCapacity;
import io.github.swipestorm.client.verdict.Verdict;
import io.github.swipestorm.client.verdict.Verdicts;
import io.github.swipestorm.client.workload.Role;
import io.github.swipestorm.client.workload.Workload;
import io.github.swipestorm.client.workload.mix.HttpWorkload;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Measures this client's capacity: against a minimal responder in a separate JVM, with both sides warmed up, and with
 * everything that a run does except writing the rows to disk. The usual verdict rules decide whether the client really
 * was the limit.
 */
public final class Calibrator {

    private static final Duration WARM_UP = Duration.ofSeconds(2);
    private static final Timeouts TIMEOUTS =
            new Timeouts(Duration.ofSeconds(5), Duration.ofSeconds(10), Duration.ofSeconds(20));
    private static final Duration GIVE_UP = Duration.ofSeconds(10);

    private final Runner runner;
    private final int threads;
    private final Duration duration;
    private final Workload workload;

    /**
     * A calibrator.
     *
     * @param runner makes the measurements
     * @param threads workers, 1 to 100,000
     * @param duration of each measurement, at least 2 s, since a shorter one shows nothing reliable
     * @param workload that is sent; each of its requests counts as ok when it is answered
     * @throws IllegalArgumentException with a user-facing message when the duration is shorter
     */
    public Calibrator(Runner runner, int threads, Duration duration, Workload workload) {
        if (duration.compareTo(WARM_UP) < 0) {
            throw new IllegalArgumentException("A measurement of " + duration.toMillis()
                    + " ms tells too little: give it at least " + Setting.DURATION.to("2s"));
        }
        this.runner = runner;
        this.threads = threads;
        this.duration = duration;
        this.workload = workload;
    }

    /**
     * Measures the client's capacity with one sender variant; takes the warm-up and the duration.
     *
     * @param responder a minimal HTTP server
     * @param responderPid its process, whose CPU time is measured as well
     * @param stop ends the measurement early; the figure then covers the part that was measured
     * @throws InterruptedException when the calling thread is interrupted
     */
    public ClientCapacity measure(SenderVariant sender, Target responder, long responderPid, StopSignal stop)
            throws InterruptedException {
        RunSettings settings =
                RunSettings.of(RecordingSettings.NO_FILES.discarding()).serverPid(OptionalLong.of(responderPid));
        return capacity(sender, runner.with(settings).run(plan(sender, responder), stop, RunObserver.NONE));
    }

    /**
     * The plan of one measurement.
     *
     * @throws IllegalArgumentException with a user-facing message when the number of workers is not possible, or the
     *     workload's requests depend on what its target answers, or are none of HTTP
     */
    public LoadPlan plan(SenderVariant sender, Target target) {
        if (workload.iterations(0, target).isPresent() && !(workload instanceof HttpWorkload)) {
            throw new IllegalArgumentException("The workload '" + workload.name()
                    + "' is code with iterations of its own, which go by what a server answers: calibrate with a workload file, or"
                    + " with a workload that sends single requests");
        }
        if (workload.operations().get(0).overTcp()) {
            throw new IllegalArgumentException("The workload '" + workload.name()
                    + "' sends bytes over plain TCP, and the responder speaks HTTP: calibrate with a workload whose operations"
                    + " have a 'path'");
        }
        int workers = workload.roles().isEmpty()
                ? threads
                : workload.roles().stream().mapToInt(Role::workers).sum();
        // The responder's certificate is its own.
        TransportChoice transport = TransportChoice.of(sender.transport());
        return LoadPlan.builder(target)
                .workload(workload.equals(ClientCapacity.WORKLOAD) ? workload : new AnsweredWorkload(workload))
                .transport(target.secure() ? transport.withoutVerification() : transport)
                .threads(workers)
                .workerThreads(sender.workerThreads())
                .duration(duration)
                .warmUp(WARM_UP)
                .timeouts(TIMEOUTS)
                .giveUp(GIVE_UP)
                .build();
    }

    static ClientCapacity capacity(SenderVariant sender, RunResult result) {
        double throughput = result.throughput();
        Verdict verdict = Verdicts.of(result, Optional.empty());
        return new ClientCapacity(
                ClientCapacity.work(result.plan().workload()),
                result.plan().model().name(),
                ClientCapacity.meanResponseBytes(result),
                sender.transport().name(),
                sender.workerThreads().toString(),
                result.plan().transport().loops(),
                ClientCapacity.tls(result.plan()),
                result.plan().threads(),
                throughput,
                microsPerRequest(result, Metric.CLIENT_CPU),
                microsPerRequest(result, Metric.SERVER_CPU),
                verdict.bound() == Bound.CLIENT,
                verdict.evidence());
    }

    private static double microsPerRequest(RunResult result, Metric cores) {
        double throughput = result.throughput();
        return throughput == 0 ? 0 : result.telemetry().mean(cores).orElse(0) / throughput * 1e6;
    }
}
