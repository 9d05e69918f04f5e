package io.github.swipestorm.client.testing;

import io.github.swipestorm.client.arrival.ArrivalProcess;
import io.github.swipestorm.client.arrival.OpenLoop;
import io.github.swipestorm.client.arrival.Rate;
import io.github.swipestorm.client.distribution.ModelSettings;
import io.github.swipestorm.client.distribution.SendingModelType;
import io.github.swipestorm.client.distribution.WorkItems;
import io.github.swipestorm.client.http.Target;
import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.plan.RetryRule;
import io.github.swipestorm.client.plan.StopRule;
import io.github.swipestorm.client.plan.WarmUp;
import io.github.swipestorm.client.plan.WorkerThreads;
import io.github.swipestorm.client.transport.Timeouts;
import io.github.swipestorm.client.transport.TransportChoice;
import io.github.swipestorm.client.transport.TransportType;
import io.github.swipestorm.client.workload.WorkloadType;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The one place where tests make plans. Every setter returns the same, changed builder. */
public final class Plans {

    /** For tests in which nothing is ever sent over a network. */
    public static final Target NOWHERE = new Target("http", "nowhere.invalid", 80, "");

    private final Target target;
    private WorkloadType workload = WorkloadType.SWIPES;
    private TransportChoice transport = TransportChoice.of(TransportType.CLASSIC);
    private long seed = 1;
    private SendingModelType model = SendingModelType.AVERAGE;
    private ModelSettings modelSettings = ModelSettings.DEFAULT;
    private OpenLoop openLoop;
    private int threads = 1;
    private WorkerThreads workerThreads = WorkerThreads.PLATFORM;
    private long requests = WorkItems.UNBOUNDED;
    private Optional<Duration> duration = Optional.empty();
    private WarmUp warmUp = WarmUp.NONE;
    private Duration rampUp = Duration.ZERO;
    private RetryRule retry = RetryRule.immediate(5);
    private Timeouts timeouts = new Timeouts(Duration.ofSeconds(5), Duration.ofSeconds(10), Duration.ofSeconds(20));
    private Duration giveUp = Duration.ofSeconds(30);

    private Plans(Target target) {
        this.target = target;
    }

    public static Plans plan(Target target) {
        return new Plans(target);
    }

    public Plans transport(TransportType value) {
        return transport(TransportChoice.of(value));
    }

    public Plans transport(TransportChoice value) {
        transport = value;
        return this;
    }

    public Plans workload(WorkloadType value) {
        workload = value;
        return this;
    }

    public Plans seed(long value) {
        seed = value;
        return this;
    }

    public Plans model(SendingModelType value) {
        model = value;
        return this;
    }

    public Plans modelSettings(ModelSettings value) {
        modelSettings = value;
        return this;
    }

    public Plans rate(String value) {
        return openLoop(new OpenLoop(Rate.parse(value), List.of(), ArrivalProcess.CONSTANT));
    }

    public Plans openLoop(OpenLoop value) {
        openLoop = value;
        return this;
    }

    public Plans threads(int value) {
        threads = value;
        return this;
    }

    public Plans workerThreads(WorkerThreads value) {
        workerThreads = value;
        return this;
    }

    public Plans requests(long value) {
        requests = value;
        return this;
    }

    public Plans duration(Duration value) {
        duration = Optional.of(value);
        return this;
    }

    public Plans retries(int value) {
        retry = RetryRule.immediate(value);
        return this;
    }

    public Plans retry(RetryRule value) {
        retry = value;
        return this;
    }

    public Plans warmUp(WarmUp value) {
        warmUp = value;
        return this;
    }

    public Plans rampUp(Duration value) {
        rampUp = value;
        return this;
    }

    public Plans timeouts(Duration connect, Duration response, Duration total) {
        timeouts = new Timeouts(connect, response, total);
        return this;
    }

    public Plans giveUp(Duration value) {
        giveUp = value;
        return this;
    }

    public LoadPlan build() {
        return new LoadPlan(
                target,
                workload,
                seed,
                model,
                modelSettings,
                Optional.ofNullable(openLoop),
                transport,
                threads,
                workerThreads,
                new StopRule(requests, duration),
                warmUp,
                rampUp,
                retry,
                timeouts,
                giveUp);
    }
}
