package io.github.swipestorm.client.plan;

import io.github.swipestorm.client.arrival.ArrivalProcess;
import io.github.swipestorm.client.arrival.OpenLoop;
import io.github.swipestorm.client.arrival.Rate;
import io.github.swipestorm.client.arrival.UserSchedule;
import io.github.swipestorm.client.arrival.UserStage;
import io.github.swipestorm.client.distribution.Average;
import io.github.swipestorm.client.distribution.LessBlocking;
import io.github.swipestorm.client.distribution.ModelSettings;
import io.github.swipestorm.client.distribution.SendingModel;
import io.github.swipestorm.client.distribution.WorkItems;
import io.github.swipestorm.client.http.Framing;
import io.github.swipestorm.client.http.Operation;
import io.github.swipestorm.client.http.Target;
import io.github.swipestorm.client.setting.PlanException;
import io.github.swipestorm.client.setting.PlanProblem;
import io.github.swipestorm.client.setting.Setting;
import io.github.swipestorm.client.transport.Capability;
import io.github.swipestorm.client.transport.Classic;
import io.github.swipestorm.client.transport.HttpProtocol;
import io.github.swipestorm.client.transport.Timeouts;
import io.github.swipestorm.client.transport.TransportChoice;
import io.github.swipestorm.client.transport.TransportType;
import io.github.swipestorm.client.workload.Iterations;
import io.github.swipestorm.client.workload.Requests;
import io.github.swipestorm.client.workload.Role;
import io.github.swipestorm.client.workload.SingleRequest;
import io.github.swipestorm.client.workload.Traceparent;
import io.github.swipestorm.client.workload.Workload;
import io.github.swipestorm.client.workload.mix.HttpWorkload;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The immutable settings of one run, or of one machine's {@link #share} of a run. Of a share, workers and requests are its own; the
 * workload, the open loop and the schedule of users are those of the whole run, since they say what each request is and when.
 *
 * @param target where requests go
 * @param workload what is sent
 * @param seed the same seed gives the same requests
 * @param model the sending model, which decides which worker sends the next request
 * @param modelSettings the model's numbers
 * @param openLoop the rate at which requests fall due; empty for a closed loop, in which one is due when a worker is free
 * @param users how many workers of a closed loop are active over time, when that changes after the ramp-up; the stages end the run
 * @param transport how attempts are sent
 * @param transportReason why it is this transport, for reports; empty when not known
 * @param threads workers, 1 to 100,000; with stages of users, the highest number of users
 * @param maxThreads the most workers, more than {@code threads}; empty when these are all. An open loop uses further ones when something
 *     due finds no free worker; a closed loop that only time ends may be changed to as many users while it is in
 *     progress
 * @param workerThreads what workers run on
 * @param stop when the run ends
 * @param warmUp load that is sent before, and not counted
 * @param rampUp time over which the workers begin one after the other; zero when all begin at once
 * @param retry when a request gets a further attempt
 * @param timeouts when an attempt times out
 * @param giveUp how long nothing may be answered before the run is aborted; zero for ever
 * @param traceparent the trace header of a share of the requests; empty for none
 * @param share which part of a run this is; {@link MachineShare#WHOLE} for all of it
 */
public record LoadPlan(
        Target target,
        Workload workload,
        long seed,
        SendingModel model,
        ModelSettings modelSettings,
        Optional<OpenLoop> openLoop,
        Optional<UserSchedule> users,
        TransportChoice transport,
        Optional<String> transportReason,
        int threads,
        OptionalInt maxThreads,
        WorkerThreads workerThreads,
        StopRule stop,
        WarmUp warmUp,
        Duration rampUp,
        RetryRule retry,
        Timeouts timeouts,
        Duration giveUp,
        Optional<Traceparent> traceparent,
        MachineShare share) {

    /** The most workers of a plan. */
    public static final int MOST_THREADS = UserStage.MOST_USERS;

    public LoadPlan {
        if (users.isPresent()) {
            threads = Math.toIntExact(share.count(users.get().most()));
            stop = whileUsersAreActive(stop, users.get());
            requireWithoutUsers(Setting.RATE, openLoop.isEmpty());
            requireWithoutUsers(Setting.RAMP_UP, rampUp.isZero());
            if (!workload.roles().isEmpty()) {
                throw new PlanException(new PlanProblem.UsersOfRoles());
            }
        }
        PlanException.requireInRange(Setting.THREADS, threads, 1, MOST_THREADS);
        if (maxThreads.isPresent()) {
            PlanException.requireInRange(
                    Setting.MAX_THREADS, maxThreads.getAsInt(), share.whole() ? threads + 1 : threads, MOST_THREADS);
            requireGrowth(openLoop, model, stop, workload);
        }
        if (!workerThreads.available()) {
            throw new PlanException(new PlanProblem.JavaTooOld(
                    Setting.VIRTUAL_THREADS,
                    WorkerThreads.VIRTUAL_SINCE,
                    Runtime.version().feature()));
        }
        if (workerThreads == WorkerThreads.VIRTUAL) {
            transport.require(Capability.VIRTUAL_THREADS, Setting.VIRTUAL_THREADS, OptionalInt.empty());
        }
        transport.requireSuits(target);
        transport.http().requireSuits(maxThreads.orElse(threads));
        requireSuits(workload, target);
        if (openLoop.isPresent() && model instanceof LessBlocking && modelSettings.batch() > 1) {
            throw new PlanException(new PlanProblem.BatchWithRate(modelSettings.batch()));
        }
        if (transport.pipeline() > 1 && workload.iterations(seed, target).isPresent()) {
            throw new PlanException(new PlanProblem.PipelinedScenarios(workload.name()));
        }
        if (transport.http().streams(maxThreads.orElse(threads)) > 1
                && workload.iterations(seed, target)
                        .filter(Iterations::newConnections)
                        .isPresent()) {
            Setting sharing = transport.http().streams().isPresent() ? Setting.STREAMS : Setting.CONNECTIONS;
            throw new PlanException(new PlanProblem.SharedConnections(workload.name(), sharing));
        }
        requireSuits(roles(workload, share), threads, openLoop, model, modelSettings);
        if (workload.mostRequests().isPresent()) {
            requireEnough(workload.mostRequests().getAsLong(), requests(stop, openLoop, seed, share), warmUp);
        }
        PlanException.requireAtLeast(Setting.RAMP_UP, rampUp, Duration.ZERO);
        PlanException.requireAtLeast(Setting.GIVE_UP, giveUp, Duration.ZERO);
        if (traceparent.isPresent() && target.tcp()) {
            throw new PlanException(new PlanProblem.HttpOnly(Setting.TRACEPARENT, target.toString()));
        }
    }

    private static void requireSuits(Workload workload, Target target) {
        workload.operations().stream()
                .filter(operation -> operation.overTcp() != target.tcp())
                .findFirst()
                .ifPresent(wrong -> {
                    throw new PlanException(new PlanProblem.WrongProtocol(
                            workload.name(), wrong.name(), wrong.overTcp(), target.toString()));
                });
    }

    private static void requireSuits(
            List<Role> roles,
            int threads,
            Optional<OpenLoop> openLoop,
            SendingModel model,
            ModelSettings modelSettings) {
        if (roles.isEmpty()) {
            return;
        }
        if (workers(roles) != threads) {
            throw new PlanException(new PlanProblem.WorkersOfRoles(threads, workers(roles)));
        }
        if (openLoop.isPresent()) {
            throw new PlanException(new PlanProblem.RatesOfRoles());
        }
        boolean scheduled = roles.stream().anyMatch(role -> role.rate().isPresent());
        if (scheduled && model instanceof LessBlocking && modelSettings.batch() > 1) {
            throw new PlanException(new PlanProblem.BatchWithRate(modelSettings.batch()));
        }
    }

    private static int workers(List<Role> roles) {
        return roles.stream().mapToInt(Role::workers).sum();
    }

    private static void requireGrowth(
            Optional<OpenLoop> openLoop, SendingModel model, StopRule stop, Workload workload) {
        if (openLoop.isEmpty() && (stop.bounded() || !workload.roles().isEmpty())) {
            throw new PlanException(new PlanProblem.GrowthWithoutRate());
        }
        if (openLoop.isPresent() && model instanceof Average) {
            throw new PlanException(new PlanProblem.GrowthWithShares(model.name()));
        }
    }

    private static void requireWithoutUsers(Setting setting, boolean absent) {
        if (!absent) {
            throw new PlanException(new PlanProblem.UsersByStages(setting));
        }
    }

    /** A worker that is not active sends nothing, so that a number of requests might never be reached. */
    private static StopRule whileUsersAreActive(StopRule stop, UserSchedule users) {
        requireWithoutUsers(Setting.REQUESTS, !stop.bounded());
        Duration stages = users.duration();
        return new StopRule(
                stop.requests(),
                stop.duration().filter(wanted -> wanted.compareTo(stages) < 0).or(() -> Optional.of(stages)));
    }

    /** Texts that must be redacted wherever a server may have echoed them. */
    public List<String> secrets() {
        return Stream.concat(
                        workload.secrets().stream(),
                        transport.features().credentials().stream().flatMap(both -> both.secrets().stream()))
                .toList();
    }

    /**
     * How many requests the plan has, or iterations if its workload has scenarios: those of the stop rule, or as many as are due until its time is up.
     *
     * @return {@link WorkItems#UNBOUNDED} when only time ends a closed loop
     */
    public long requests() {
        return requests(stop, openLoop, seed, share);
    }

    private static long requests(StopRule stop, Optional<OpenLoop> openLoop, long seed, MachineShare share) {
        long due = openLoop.flatMap(loop ->
                        stop.duration().map(duration -> loop.schedule(seed).countBefore(duration.toNanos())))
                .map(share::count)
                .orElse(WorkItems.UNBOUNDED);
        return Math.min(stop.requests(), due);
    }

    private static void requireEnough(long most, long requests, WarmUp warmUp) {
        if (requests > most) {
            throw new PlanException(new PlanProblem.TooManyRequests(most));
        }
        if (warmUp.stopRule().isPresent()) {
            throw new PlanException(new PlanProblem.UsedUpBefore(Setting.WARM_UP));
        }
        if (warmUp.self() == SelfWarmUp.TARGET) {
            throw new PlanException(new PlanProblem.UsedUpBefore(Setting.SELF_WARM_UP));
        }
    }

    /** The roles of this plan's workers: those of the workload, with this share's workers. */
    public List<Role> roles() {
        return roles(workload, share);
    }

    private static List<Role> roles(Workload workload, MachineShare share) {
        return workload.roles().stream()
                .map(role -> new Role(role.scenario(), Math.toIntExact(share.count(role.workers())), role.rate()))
                .toList();
    }

    /**
     * The number in the whole run of one of this plan's workers; the workers of the first role come first.
     *
     * @param own its number in this plan, from 0
     */
    public int workerInRun(int own) {
        if (share.whole()) {
            return own;
        }
        int left = own;
        int before = 0;
        for (Role role : workload.roles()) {
            long mine = share.count(role.workers());
            if (left < mine) {
                break;
            }
            left -= Math.toIntExact(mine);
            before += role.workers();
        }
        return before + Math.toIntExact(share.number(left));
    }

    /**
     * The plan of one of the machines that this plan is spread over: its share of the requests, iterations and workers, by their
     * numbers, so that all shares together send exactly the requests of this plan, each at its time.
     *
     * @throws IllegalArgumentException when there are more machines than workers, or than requests, or when the workload has steps that
     *     are done once for all
     * @throws IllegalStateException when this plan is a share itself
     */
    public LoadPlan forMachine(MachineShare part) {
        if (!share.whole()) {
            throw new IllegalStateException("This plan is a share already: " + share);
        }
        if (part.whole()) {
            return this;
        }
        Optional<Iterations> iterations = workload.iterations(seed, target);
        if (iterations.flatMap(Iterations::beforeRun).isPresent()
                || iterations.flatMap(Iterations::afterRun).isPresent()) {
            throw new PlanException(new PlanProblem.OnceForAll());
        }
        for (Role role : workload.roles()) {
            if (role.workers() < part.machines()) {
                throw new PlanException(
                        new PlanProblem.RoleOfFewerThanMachines(role.scenario(), role.workers(), part.machines()));
            }
        }
        Builder builder = toBuilder()
                .stop(new StopRule(
                        part.atLeastOne(
                                Setting.REQUESTS,
                                stop.requests(),
                                workload.roles().size()),
                        stop.duration()))
                .warmUp(new WarmUp(
                        warmUp.requests() == 0
                                ? 0
                                : part.atLeastOne(
                                        Setting.WARM_UP_REQUESTS,
                                        warmUp.requests(),
                                        workload.roles().size()),
                        warmUp.duration(),
                        warmUp.self()))
                .threads(
                        workload.roles().isEmpty()
                                ? part.atLeastOne(users.isPresent() ? Setting.USERS : Setting.THREADS, threads)
                                : workers(roles(workload, part)));
        maxThreads.ifPresent(most -> builder.maxThreads(Math.toIntExact(part.count(most))));
        HttpProtocol http = transport.http();
        http.connections()
                .ifPresent(all -> builder.transport(
                        transport.with(http.withConnections(part.atLeastOne(Setting.CONNECTIONS, all)))));
        builder.share = part;
        return builder.build();
    }

    /** The requests of the workload as they are sent. */
    public Requests sent() {
        Requests requests = workload.requests(seed);
        return traceparent.map(header -> header.with(requests, seed)).orElse(requests);
    }

    /** The iterations of the workload as they are sent; empty for a workload in which each is one request. */
    public Optional<Iterations> sentIterations() {
        Optional<Iterations> iterations = workload.iterations(seed, target);
        return traceparent.isEmpty()
                ? iterations
                : iterations.map(each -> traceparent.get().with(each, seed));
    }

    /** How many workers there are, those included that begin only when they are needed. */
    public int workers() {
        return maxThreads.orElse(threads);
    }

    /** Whether the number of requests is known beforehand. */
    public boolean bounded() {
        return stop.bounded() || (openLoop.isPresent() && stop.duration().isPresent());
    }

    /** The capabilities that a transport needs to run this plan. */
    public Set<Capability> needs() {
        Set<Capability> needs = transport.needs();
        if (target.secure()) {
            needs.add(Capability.TLS);
        }
        if (target.tcp()) {
            needs.add(Capability.TCP);
        }
        if (workerThreads == WorkerThreads.VIRTUAL) {
            needs.add(Capability.VIRTUAL_THREADS);
        }
        return needs;
    }

    /** Whether TLS requests may be sent without verifying the server's certificate. */
    public boolean unverified() {
        boolean overTls = target.secure() || transport.features().followRedirects();
        return overTls && transport.insecure();
    }

    /**
     * A builder of a plan with these defaults: seed 1, the model Average, a closed loop, transport {@code classic}, 1 worker on a
     * platform thread, no warm-up but that of the client itself, no ramp-up, no retries, time-outs of 5, 30 and 60 s, and giving up
     * after 30 s. A {@link Builder#workload workload} has to be given, and an end: {@link Builder#requests}, {@link
     * Builder#duration}, or both.
     */
    public static Builder builder(Target target) {
        return new Builder(target);
    }

    /**
     * The plan as JSON. A model, a workload and a transport are written by their names, so that a program can read the plan in which
     * the same ones are registered; a {@link SingleRequest} and an {@link HttpWorkload} are written as they are, without the content
     * of data files. Left out are secrets: of credentials, only the user's name is written. Of a {@link #share}, it is left out that it
     * is one: machines get the whole plan as a {@link PortablePlan}, and their number.
     */
    public String toJson() {
        return PlanJson.write(this);
    }

    /**
     * Reads a plan that {@link #toJson} wrote.
     *
     * @throws IllegalArgumentException when it is none, or when it needs a password, in one line that names the field or the user
     */
    public static LoadPlan fromJson(String json) {
        return fromJson(json, name -> Optional.empty());
    }

    /**
     * Reads a plan that {@link #toJson} wrote.
     *
     * @param passwords gives the password of a user
     * @throws IllegalArgumentException when it is none, in one line that names the field
     */
    public static LoadPlan fromJson(String json, Function<String, Optional<String>> passwords) {
        return PlanJson.read(json, passwords);
    }

    /** A builder that starts with all settings of this plan. */
    public Builder toBuilder() {
        return new Builder(this);
    }

    /** The same plan as an open loop; the batch becomes 1, as an open loop allows no other. */
    public LoadPlan withOpenLoop(OpenLoop other) {
        return toBuilder()
                .openLoop(other)
                .modelSettings(new ModelSettings(1, modelSettings.producers(), modelSettings.queueCapacity()))
                .build();
    }

    /** The same plan with users that change over time, in place of its threads and ramp-up. */
    public LoadPlan withUsers(UserSchedule other) {
        return withoutGrowth().toBuilder().users(other).rampUp(Duration.ZERO).build();
    }

    /** The same plan with the workers that it begins with, and no further ones. */
    public LoadPlan withoutGrowth() {
        if (maxThreads.isEmpty()) {
            return this;
        }
        Builder builder = toBuilder();
        builder.maxThreads = null;
        return builder.build();
    }

    /** The plan of the warm-up, without stages: with a rate, at the first rate above zero; otherwise with all users. */
    public LoadPlan forWarmUp() {
        return openLoop.map(loop -> withOpenLoop(loop.firstRate()))
                .orElseGet(() -> users.isEmpty()
                        ? withoutGrowth()
                        : toBuilder().allUsers().build());
    }

    /**
     * The plan of a phase of the probe: another number of workers, without ramp-up, for a short time.
     *
     * @param others how many workers, 1 to {@value #MOST_THREADS}
     * @param length of the phase, at least 1 ms
     */
    public LoadPlan forProbe(int others, Duration length) {
        return toBuilder()
                .allUsers()
                .threads(others)
                .rampUp(Duration.ZERO)
                .stop(new StopRule(WorkItems.UNBOUNDED, Optional.of(length)))
                .warmUp(WarmUp.NONE)
                .build();
    }

    /** The plan of the steps that are done once before or after a run: one worker and one iteration. */
    public LoadPlan forOneIteration() {
        return toBuilder()
                .workload(new WarmUpWorkload(workload, Optional.empty()))
                .model(new Average())
                .closedLoop()
                .allUsers()
                .threads(1)
                .rampUp(Duration.ZERO)
                .warmUp(WarmUp.NONE)
                .stop(StopRule.after(1))
                .whole()
                .build();
    }

    /**
     * The plan of the self warm-up: a closed loop of a few workers, without any proxy when it sends to the stub.
     *
     * @param towards the target of this plan, or the stub
     * @param mostThreads the most workers; fewer when this plan has fewer
     */
    public LoadPlan forSelfWarmUp(Target towards, int mostThreads) {
        TransportChoice choice = towards.equals(target)
                ? transport
                : transport.with(transport.features().withoutProxy());
        if (towards.secure() && !towards.equals(target)) {
            choice = choice.withoutVerification();
        }
        if (towards.tcp() && !towards.equals(target)) {
            // The responder there cannot tell one request from the next.
            choice = choice.withPipeline(1);
        }
        return toBuilder()
                .target(towards)
                .workload(new WarmUpWorkload(workload, towards.equals(target) ? Optional.empty() : answers()))
                .allUsers()
                .threads(Math.min(threads, mostThreads))
                .closedLoop()
                .transport(choice)
                .whole()
                .build();
    }

    /** How all answers over plain TCP end while the client warms itself up elsewhere than at the target; empty for HTTP. */
    public Optional<Framing> answers() {
        return workload.operations().stream()
                .flatMap(operation -> Stream.ofNullable(operation.framing()))
                .findFirst();
    }

    /**
     * What the client sends to warm itself up: the first request of each iteration, without think time, and without values from responses.
     *
     * @param answers how all answers over plain TCP end; empty when that is as the operations say
     */
    private record WarmUpWorkload(Workload workload, Optional<Framing> answers) implements Workload {

        @Override
        public String name() {
            return workload.name();
        }

        @Override
        public List<Operation> operations() {
            return workload.operations().stream()
                    .map(operation -> answers.map(framing ->
                                    Operation.overTcp(operation.id(), operation.name(), framing, operation.checks()))
                            .orElse(operation))
                    .toList();
        }

        @Override
        public List<String> secrets() {
            return workload.secrets();
        }

        @Override
        public Requests requests(long seed) {
            Requests requests = workload.requests(seed);
            return answers.isEmpty() ? requests : requests.with(operations());
        }
    }

    /** Builds a plan; {@link #build} validates it. Each setter changes this builder and returns it. Not thread-safe. */
    public static final class Builder {
        private Target target;
        private Workload workload;
        private long seed = 1;
        private SendingModel model = new Average();
        private ModelSettings modelSettings;
        private OpenLoop openLoop;
        private UserSchedule users;
        private TransportChoice transport = TransportChoice.of(new Classic());
        private String transportReason;
        private Integer threads;
        private Integer maxThreads;
        private WorkerThreads workerThreads = WorkerThreads.PLATFORM;
        private long requests = WorkItems.UNBOUNDED;
        private Duration duration;
        private WarmUp warmUp = new WarmUp(0, Optional.empty(), SelfWarmUp.STUB);
        private Duration rampUp = Duration.ZERO;
        private RetryRule retry = RetryRule.immediate(0);
        private Timeouts timeouts = new Timeouts(Duration.ofSeconds(5), Duration.ofSeconds(30), Duration.ofSeconds(60));
        private Duration giveUp = Duration.ofSeconds(30);
        private Traceparent traceparent;
        private MachineShare share = MachineShare.WHOLE;

        private Builder(Target target) {
            this.target = target;
        }

        private Builder(LoadPlan plan) {
            target = plan.target;
            workload = plan.workload;
            seed = plan.seed;
            model = plan.model;
            modelSettings = plan.modelSettings;
            openLoop = plan.openLoop.orElse(null);
            users = plan.users.orElse(null);
            transport = plan.transport;
            transportReason = plan.transportReason.orElse(null);
            threads = plan.threads;
            maxThreads = plan.maxThreads.isPresent() ? plan.maxThreads.getAsInt() : null;
            workerThreads = plan.workerThreads;
            stop(plan.stop);
            warmUp = plan.warmUp;
            rampUp = plan.rampUp;
            retry = plan.retry;
            timeouts = plan.timeouts;
            giveUp = plan.giveUp;
            traceparent = plan.traceparent.orElse(null);
            share = plan.share;
        }

        /** Where requests go. */
        public Builder target(Target value) {
            target = value;
            return this;
        }

        /** What is sent. */
        public Builder workload(Workload value) {
            workload = value;
            return this;
        }

        /** Determines requests and random arrivals: the same seed gives the same ones. */
        public Builder seed(long value) {
            seed = value;
            return this;
        }

        /** The sending model: which worker sends the next request. */
        public Builder model(SendingModel value) {
            model = value;
            return this;
        }

        /** The model's parameters; by default those of the reference study, with a batch of 1 where there is a rate. */
        public Builder modelSettings(ModelSettings value) {
            modelSettings = value;
            return this;
        }

        /**
         * Requests are due at one constant rate, however fast the responses are: {@code 5000}, {@code 300/m}; see
         * {@link Rate#parse}.
         *
         * @throws IllegalArgumentException when it is not a rate, or too high a one
         */
        public Builder rate(String value) {
            return openLoop(new OpenLoop(Rate.parse(value), List.of(), ArrivalProcess.CONSTANT));
        }

        /** Requests are due by a schedule, however fast the responses are. */
        public Builder openLoop(OpenLoop value) {
            openLoop = value;
            return this;
        }

        /** A request is due when a worker is free. */
        public Builder closedLoop() {
            openLoop = null;
            return this;
        }

        /**
         * How many workers of a closed loop are active over time; replaces the number of threads, and the run ends with the
         * last stage at the latest.
         */
        public Builder users(UserSchedule value) {
            users = value;
            return this;
        }

        /** All workers are active all the time. */
        private Builder allUsers() {
            users = null;
            maxThreads = null;
            return this;
        }

        /** The whole plan, for one machine, and not a share. */
        private Builder whole() {
            share = MachineShare.WHOLE;
            return this;
        }

        /** How attempts are sent, with one persistent connection per worker. */
        public Builder transport(TransportType value) {
            return transport(TransportChoice.of(value));
        }

        /** How attempts are sent. */
        public Builder transport(TransportChoice value) {
            transportReason = value.kind().equals(transport.kind()) ? transportReason : null;
            transport = value;
            return this;
        }

        /** Why it is the transport that was set, in words for reports. */
        public Builder transportReason(String value) {
            transportReason = value;
            return this;
        }

        /** Workers, 1 to {@value LoadPlan#MOST_THREADS}; by default 1, or those of the workload's roles. */
        public Builder threads(int value) {
            threads = value;
            return this;
        }

        /**
         * Up to how many workers may be used. In an open loop a further one begins when something due finds no free worker, and stays;
         * not with the model Average, where every worker owns a share from the beginning. In a closed loop that only time ends, the
         * number of users may be changed up to it while the run is in progress.
         */
        public Builder maxThreads(int value) {
            maxThreads = value;
            return this;
        }

        /** What workers run on. */
        public Builder workerThreads(WorkerThreads value) {
            workerThreads = value;
            return this;
        }

        /** When the run ends; replaces the number of requests and the duration. */
        public Builder stop(StopRule value) {
            requests = value.requests();
            duration = value.duration().orElse(null);
            return this;
        }

        /** After how many requests the run ends, at least 1. */
        public Builder requests(long value) {
            requests = value;
            return this;
        }

        /** The time after which no further request is sent, at least 1 ms. */
        public Builder duration(Duration value) {
            duration = value;
            return this;
        }

        /** Load that is sent before the run and not counted. */
        public Builder warmUp(WarmUp value) {
            warmUp = value;
            return this;
        }

        /** How long to send load before the run; it is not counted. */
        public Builder warmUp(Duration value) {
            return warmUp(new WarmUp(0, Optional.of(value), warmUp.self()));
        }

        /** How the client warms itself up. */
        public Builder selfWarmUp(SelfWarmUp value) {
            return warmUp(new WarmUp(warmUp.requests(), warmUp.duration(), value));
        }

        /** Time over which the workers start one after the other, zero or more; zero when all start at once. */
        public Builder rampUp(Duration value) {
            rampUp = value;
            return this;
        }

        /** Further attempts for a request after every kind of failure, without a pause; zero or more. */
        public Builder retries(int value) {
            return retry(RetryRule.immediate(value));
        }

        /** When a request gets a further attempt. */
        public Builder retry(RetryRule value) {
            retry = value;
            return this;
        }

        /**
         * When an attempt times out.
         *
         * @param connect the longest time for a connection, TLS included
         * @param response the longest time until the head of the response has arrived
         * @param total the longest time until the whole response has arrived
         * @throws IllegalArgumentException when one is not 1 ms to 10,000 h
         */
        public Builder timeouts(Duration connect, Duration response, Duration total) {
            return timeouts(new Timeouts(connect, response, total));
        }

        Timeouts timeouts() {
            return timeouts;
        }

        /** When an attempt times out. */
        public Builder timeouts(Timeouts value) {
            timeouts = value;
            return this;
        }

        /** How long nothing may be answered before the run is aborted, zero or more; zero for ever. */
        public Builder giveUp(Duration value) {
            giveUp = value;
            return this;
        }

        /** The trace header of a share of the requests. */
        public Builder traceparent(Traceparent value) {
            traceparent = value;
            return this;
        }

        /**
         * The plan.
         *
         * @throws IllegalArgumentException that names the invalid setting, and the remedy
         */
        public LoadPlan build() {
            if (workload == null) {
                throw new PlanException(new PlanProblem.NoWorkload());
            }
            ModelSettings usual = ModelSettings.DEFAULT;
            ModelSettings settings = modelSettings != null
                    ? modelSettings
                    : openLoop == null ? usual : new ModelSettings(1, usual.producers(), usual.queueCapacity());
            return new LoadPlan(
                    target,
                    workload,
                    seed,
                    model,
                    settings,
                    Optional.ofNullable(openLoop),
                    Optional.ofNullable(users),
                    transport,
                    Optional.ofNullable(transportReason),
                    threads == null ? Math.max(1, workers(workload.roles())) : threads,
                    maxThreads == null ? OptionalInt.empty() : OptionalInt.of(maxThreads),
                    workerThreads,
                    stopRule(),
                    warmUp,
                    rampUp,
                    retry,
                    timeouts,
                    giveUp,
                    Optional.ofNullable(traceparent),
                    share);
        }

        /** The stages of users are an end of their own. */
        private StopRule stopRule() {
            Optional<Duration> end = Optional.ofNullable(duration);
            return new StopRule(requests, users == null ? end : end.or(() -> Optional.of(users.duration())));
        }
    }
}
