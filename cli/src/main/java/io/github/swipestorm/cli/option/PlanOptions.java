package io.github.swipestorm.cli.option;

import io.github.swipestorm.cli.server.ServerUnderTest;
import io.github.swipestorm.client.arrival.OpenLoop;
import io.github.swipestorm.client.arrival.Rate;
import io.github.swipestorm.client.arrival.UserSchedule;
import io.github.swipestorm.client.distribution.LessBlocking;
import io.github.swipestorm.client.distribution.ModelSettings;
import io.github.swipestorm.client.distribution.ProducerConsumer;
import io.github.swipestorm.client.distribution.SendingModel;
import io.github.swipestorm.client.distribution.WorkItems;
import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.plan.RetryOn;
import io.github.swipestorm.client.plan.RetryRule;
import io.github.swipestorm.client.plan.SelfWarmUp;
import io.github.swipestorm.client.plan.StopRule;
import io.github.swipestorm.client.plan.WarmUp;
import io.github.swipestorm.client.plan.WorkerThreads;
import io.github.swipestorm.client.setting.PlanException;
import io.github.swipestorm.client.setting.PlanProblem;
import io.github.swipestorm.client.transport.Classic;
import io.github.swipestorm.client.transport.Nio;
import io.github.swipestorm.client.transport.TransportType;
import io.github.swipestorm.client.workload.Role;
import io.github.swipestorm.client.workload.ThinkTime;
import io.github.swipestorm.client.workload.ThinkingWorkload;
import io.github.swipestorm.client.workload.Traceparent;
import io.github.swipestorm.client.workload.Workload;
import io.github.swipestorm.client.workload.swipes.RandomSwipes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options of a plan that all commands with runs share. */
public final class PlanOptions {

    /** Of the reference study. */
    private static final int STUDY_RETRIES = 5;

    private static final Pattern SHARE = Pattern.compile("(\\d{1,3}(?:\\.\\d{1,6})?)\\s?%");

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
            description = "producer-consumer: threads that fill the queue, besides the workers that empty it "
                    + "(default: 1).")
    private Integer producers;

    @Option(
            names = "--queue-capacity",
            paramLabel = "N",
            description = "producer-consumer: places in the queue (default: 10000).")
    private Integer queueCapacity;

    @Option(names = "--virtual-threads", description = "Run the workers on virtual threads (Java 21 or newer).")
    private boolean virtualThreads;

    @Option(
            names = "--warmup",
            paramLabel = "TIME",
            description = "Send warm-up load for this time first (not counted).")
    private Duration warmUp;

    @Option(
            names = "--warmup-requests",
            paramLabel = "N",
            defaultValue = "0",
            description = "Send N warm-up requests first (not counted); with --warmup, whichever ends first.")
    private long warmUpRequests;

    @Option(
            names = "--self-warmup",
            paramLabel = "WHAT",
            defaultValue = "stub",
            description =
                    "How the client warms itself up before anything else, for 2 to 7 s, before a single run for at"
                            + " most --duration: ${COMPLETION-CANDIDATES}; 'stub' is a server in the client that"
                            + " the target does not notice (default: ${DEFAULT-VALUE}).")
    private SelfWarmUp selfWarmUp;

    @Option(
            names = "--ramp-up",
            paramLabel = "TIME",
            description = "Let the workers begin one after the other over this time (default: 0s).")
    private Duration rampUp;

    @Option(
            names = "--spawn-rate",
            paramLabel = "RATE",
            description = "How many workers begin each second (10) or minute (30/m), in place of --ramp-up.")
    private Rate spawnRate;

    @Option(
            names = "--retry-on",
            paramLabel = "CLASS",
            split = ",",
            description = "Outcomes after which a request is tried again: ${COMPLETION-CANDIDATES} (default: "
                    + "5xx,timeout,connection; without --retries, 4xx as well).")
    private Set<RetryOn> retryOn;

    @Option(
            names = "--retry-backoff",
            paramLabel = "TIME",
            defaultValue = "0s",
            description = "Pause before a request's first retry, doubled for each further one "
                    + "(default: ${DEFAULT-VALUE}).")
    private Duration retryBackoff;

    @Option(
            names = "--retries",
            paramLabel = "N",
            description = "Further attempts for a request that fails (default: 5 with the workload 'swipes', as in the "
                    + "reference study; 0 with any other).")
    private Integer retries;

    @Option(
            names = "--workload",
            paramLabel = "NAME|FILE",
            completionCandidates = OptionTypes.Workloads.class,
            defaultValue = "swipes",
            description = "What to send: a workload file, such as mix.yaml, or ${COMPLETION-CANDIDATES}; 'same-swipe' "
                    + "sends the first random swipe again and again (default: ${DEFAULT-VALUE}).")
    private Workload workload;

    @Option(
            names = "--think",
            paramLabel = "TIME",
            description = "Let each worker pause after each request, which no latency contains: 1s, 0.5s..1.5s,"
                    + " exponential(1s), normal(1s,200ms) or lognormal(1s,2s) (default: no pause).")
    private ThinkTime think;

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
            description = "Abort when nothing has been answered for TIME (10s if nothing ever was); 0s for "
                    + "never (default: ${DEFAULT-VALUE}).")
    private Duration giveUp;

    @Option(
            names = "--traceparent",
            paramLabel = "SHARE",
            arity = "0..1",
            fallbackValue = "100%",
            description =
                    "Send the W3C header traceparent with each request, or with a share of them such as 1%%; the records have a"
                            + " column trace_id then.")
    private Traceparent traceparent;

    /** Parses a share such as 1% or 0.5%. */
    static Traceparent traceparent(String value) {
        Matcher matcher = SHARE.matcher(value);
        double percent = matcher.matches() ? Double.parseDouble(matcher.group(1)) : Double.NaN;
        if (!(percent > 0 && percent <= 100)) {
            throw new IllegalArgumentException(
                    "'" + value + "' is not a share above 0% and up to 100%; write it like 1%");
        }
        return new Traceparent(percent / 100);
    }

    /**
     * The plan that the options describe.
     *
     * @throws IllegalArgumentException with a user-facing message when they are invalid
     */
    public LoadPlan plan(Core core) {
        if (core.transport().isPresent()) {
            return plan(core, core.transport().get()).build();
        }
        List<TransportType> preferred = new ArrayList<>(List.of(new Nio(), new Classic()));
        String reason = "auto: takes the least CPU per request";
        Workload sent = sent(core);
        if (core.server().own() && !core.server().target(sent).tcp()) {
            Collections.reverse(preferred);
            reason = "auto: that of the reference study";
        }
        PlanException lacking;
        try {
            return plan(core, preferred.get(0)).transportReason(reason).build();
        } catch (PlanException e) {
            lacking = e;
        }
        if (!(lacking.problem() instanceof PlanProblem.Unsupported missing)) {
            throw lacking;
        }
        try {
            return plan(core, preferred.get(1))
                    .transportReason("auto: " + missing.transport() + " does not have "
                            + new OptionNames().of(missing.setting()))
                    .build();
        } catch (PlanException e) {
            // Nothing else would help with what the other one lacks.
            throw e.problem() instanceof PlanProblem.Unsupported ? lacking : e;
        }
    }

    private LoadPlan.Builder plan(Core core, TransportType transport) {
        Workload sent = sent(core);
        core.server().requireHas(sent);
        int workers = core.threads().orElseGet(() -> workersOf(sent.roles()));
        LoadPlan.Builder plan = LoadPlan.builder(core.server().target(sent))
                .workload(think == null ? sent : new ThinkingWorkload(sent, think))
                .seed(seed)
                .model(core.model())
                .modelSettings(new ModelSettings(
                        batch(core.openLoop().isPresent()),
                        producers == null ? ModelSettings.DEFAULT.producers() : producers,
                        queueCapacity == null ? ModelSettings.DEFAULT.queueCapacity() : queueCapacity))
                .transport(transportOptions.choice(transport, core.request()))
                .workerThreads(virtualThreads ? WorkerThreads.VIRTUAL : WorkerThreads.PLATFORM)
                .stop(core.end()
                        .rule(core.openLoop()
                                .flatMap(OpenLoop::duration)
                                .or(() -> core.users().map(UserSchedule::duration))))
                .warmUp(new WarmUp(warmUpRequests, Optional.ofNullable(warmUp), selfWarmUp))
                .retry(retryRule(sent.equals(new RandomSwipes())))
                .timeouts(transportOptions.timeouts())
                .traceparent(traceparent)
                .giveUp(giveUp);
        core.openLoop().ifPresent(plan::openLoop);
        core.users().ifPresent(plan::users);
        return plan.threads(workers).rampUp(rampUp(workers, core.users()));
    }

    private Workload sent(Core core) {
        if (core.request().isPresent() && core.workload().isPresent()) {
            throw new IllegalArgumentException(
                    "the URL asks for one request, and the workload is for others: leave one of"
                            + " them out, or give the server's URL with --url");
        }
        return core.request()
                .<Workload>map(OneRequest::workload)
                .or(core::workload)
                .orElse(workload);
    }

    private static int workersOf(List<Role> roles) {
        return roles.isEmpty()
                ? LoadOptions.Threads.USUAL
                : roles.stream().mapToInt(Role::workers).sum();
    }

    private Duration rampUp(int workers, Optional<UserSchedule> users) {
        if (spawnRate == null) {
            return rampUp == null ? Duration.ZERO : rampUp;
        }
        if (rampUp != null) {
            throw new IllegalArgumentException(
                    "--spawn-rate and --ramp-up both say when workers begin: leave one of them out");
        }
        if (users.isPresent()) {
            throw new IllegalArgumentException("--spawn-rate " + spawnRate
                    + " contradicts --stages, which say when users begin: leave --spawn-rate out");
        }
        if (spawnRate.requests() == 0) {
            throw new IllegalArgumentException(
                    "--spawn-rate must be above 0, not " + spawnRate + ": no worker would ever begin");
        }
        return Duration.ofNanos(Math.round(1e9 * workers / spawnRate.perSecond()));
    }

    /** One worker sends a whole batch, which is the point of a batch, and which an open loop does not allow. */
    private int batch(boolean open) {
        if (batch != null) {
            return batch;
        }
        return open ? 1 : ModelSettings.DEFAULT.batch();
    }

    /** The reference study retried every failure; users who ask for retries get those that may help. */
    private RetryRule retryRule(boolean randomSwipes) {
        boolean study = retries == null && randomSwipes;
        int further = study ? STUDY_RETRIES : retries == null ? 0 : retries;
        if (retryOn != null && further == 0) {
            throw new IllegalArgumentException(
                    "--retry-on names outcomes, but there are no retries: add --retries, or leave --retry-on out");
        }
        Set<RetryOn> usual =
                study ? RetryOn.ALL_BUT_CHECKS : EnumSet.of(RetryOn.SERVER_ERROR, RetryOn.TIMEOUT, RetryOn.CONNECTION);
        return new RetryRule(further, retryOn == null ? usual : retryOn, retryBackoff);
    }

    /**
     * Rejects options of a sending model that no run uses.
     *
     * @param models of the runs
     * @throws IllegalArgumentException that names the option and the model that has it
     */
    public void requireUsed(Collection<SendingModel> models) {
        requireUsed("--batch", batch, new LessBlocking(), models);
        requireUsed("--producers", producers, new ProducerConsumer(), models);
        requireUsed("--queue-capacity", queueCapacity, new ProducerConsumer(), models);
    }

    private static void requireUsed(String option, Integer value, SendingModel owner, Collection<SendingModel> models) {
        if (value != null && !models.contains(owner)) {
            throw new IllegalArgumentException(option + " " + value + " belongs to the model " + owner
                    + ", and no run here has it: leave it out, or use --model " + owner);
        }
    }

    /**
     * The parts of a plan that depend on the experiment; the options here describe the rest.
     *
     * @param workload in place of that of {@code --workload}
     * @param transport empty for the one that suits the plan best
     */
    public record Core(
            ServerUnderTest server,
            Optional<OneRequest> request,
            Optional<Workload> workload,
            OptionalInt threads,
            SendingModel model,
            Optional<TransportType> transport,
            Optional<OpenLoop> openLoop,
            Optional<UserSchedule> users,
            End end) {}

    /**
     * The typed end of a run.
     *
     * @param requests null when no number was given
     * @param duration null when no time was given
     * @param otherwise when it ends if neither was given
     */
    public record End(Long requests, Duration duration, StopRule otherwise) {

        /** The resulting rule with stages, which have an end of their own. */
        StopRule rule(Optional<Duration> stages) {
            Optional<Duration> end = Optional.ofNullable(duration)
                    .map(wanted ->
                            stages.filter(all -> all.compareTo(wanted) < 0).orElse(wanted))
                    .or(() -> stages);
            if (requests == null && end.isEmpty()) {
                return otherwise;
            }
            return new StopRule(requests == null ? WorkItems.UNBOUNDED : requests, end);
        }
    }
}
