package io.github.swipestorm.client.cli;

import io.github.swipestorm.client.engine.LoadPlan;
import io.github.swipestorm.client.engine.RetryOn;
import io.github.swipestorm.client.engine.RetryRule;
import io.github.swipestorm.client.engine.SelfWarmUp;
import io.github.swipestorm.client.engine.WarmUp;
import io.github.swipestorm.client.engine.WorkerThreads;
import io.github.swipestorm.client.model.ModelSettings;
import io.github.swipestorm.client.workload.Workloads;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options of a plan that every command that makes runs has. */
final class PlanOptions {

    @Mixin
    private TransportOptions transportOptions;

    @Option(
            names = "--batch",
            paramLabel = "N",
            description = "less-blocking: requests a worker claims at once (default: 500, or 1 with a rate).")
    private Integer batch;

    @Option(
            names = "--producers",
            paramLabel = "N",
            defaultValue = "1",
            description = "producer-consumer: threads that fill the queue, besides the workers that empty it "
                    + "(default: ${DEFAULT-VALUE}).")
    private int producers;

    @Option(
            names = "--queue-capacity",
            paramLabel = "N",
            defaultValue = "10000",
            description = "producer-consumer: places in the queue (default: ${DEFAULT-VALUE}).")
    private int queueCapacity;

    @Option(names = "--virtual-threads", description = "Run the workers on virtual threads (Java 21 or newer).")
    private boolean virtualThreads;

    @Option(
            names = "--warmup",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            description = "Send load for this time first, and do not count it.")
    private Duration warmUp;

    @Option(
            names = "--warmup-requests",
            paramLabel = "N",
            defaultValue = "0",
            description = "Send so many requests first, and do not count them; with --warmup, whichever ends first.")
    private long warmUpRequests;

    @Option(
            names = "--self-warmup",
            paramLabel = "WHAT",
            defaultValue = "stub",
            description =
                    "What the client warms its own code up with for 3 to 10 s before anything else: ${COMPLETION-CANDIDATES}; "
                            + "'stub' is a server in the client that the target does not notice (default: ${DEFAULT-VALUE}).")
    private SelfWarmUp selfWarmUp;

    @Option(
            names = "--ramp-up",
            paramLabel = "TIME",
            defaultValue = "0s",
            converter = DurationConverter.class,
            description = "Let the workers begin one after the other over this time (default: ${DEFAULT-VALUE}).")
    private Duration rampUp;

    @Option(
            names = "--retry-on",
            paramLabel = "CLASS",
            split = ",",
            defaultValue = "4xx,5xx,timeout,connection",
            description = "Outcomes after which a request is tried again (default: ${DEFAULT-VALUE}).")
    private Set<RetryOn> retryOn;

    @Option(
            names = "--retry-backoff",
            paramLabel = "TIME",
            defaultValue = "0s",
            converter = DurationConverter.class,
            description = "Pause before a request's first retry, doubled for each further one "
                    + "(default: ${DEFAULT-VALUE}).")
    private Duration retryBackoff;

    @Option(
            names = "--retries",
            paramLabel = "N",
            defaultValue = "5",
            description = "Further attempts for a request that fails (default: ${DEFAULT-VALUE}).")
    private int retries;

    @Option(
            names = "--workload",
            paramLabel = "WORKLOAD",
            defaultValue = "swipes",
            description = "What to send: ${COMPLETION-CANDIDATES}; 'same-swipe' sends the first random swipe again and "
                    + "again (default: ${DEFAULT-VALUE}).")
    private Workloads workload;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "The same seed gives the same requests (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Option(
            names = "--give-up",
            paramLabel = "TIME",
            defaultValue = "30s",
            converter = DurationConverter.class,
            description = "End the run when attempts fail and nothing was answered for so long; 10s at most when "
                    + "nothing ever was; 0s for never (default: ${DEFAULT-VALUE}).")
    private Duration giveUp;

    /**
     * The plan that the options describe.
     *
     * @throws IllegalArgumentException with a message fit for a person when they describe none
     */
    LoadPlan plan(Essentials essentials) {
        return new LoadPlan(
                essentials.target(),
                workload,
                seed,
                essentials.model(),
                new ModelSettings(batch(essentials.openLoop().isPresent()), producers, queueCapacity),
                essentials.openLoop(),
                transportOptions.choice(essentials.transport()),
                essentials.threads(),
                virtualThreads ? WorkerThreads.VIRTUAL : WorkerThreads.PLATFORM,
                essentials.end().rule(essentials.openLoop()),
                new WarmUp(warmUpRequests, Optional.ofNullable(warmUp), selfWarmUp),
                rampUp,
                new RetryRule(retries, retryOn, retryBackoff),
                transportOptions.timeouts(),
                giveUp);
    }

    /** A whole batch falls to one worker, which is what a batch is for, and what a timetable cannot bear. */
    private int batch(boolean open) {
        if (batch != null) {
            return batch;
        }
        return open ? 1 : ModelSettings.DEFAULT.batch();
    }
}
