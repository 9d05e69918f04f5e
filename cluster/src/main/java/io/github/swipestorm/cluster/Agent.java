package io.github.swipestorm.cluster;

import io.github.swipestorm.client.arrival.Rate;
import io.github.swipestorm.client.clock.NanoClock;
import io.github.swipestorm.client.engine.LocalRunner;
import io.github.swipestorm.client.engine.RunInterval;
import io.github.swipestorm.client.engine.RunObserver;
import io.github.swipestorm.client.engine.RunResult;
import io.github.swipestorm.client.engine.RunSettings;
import io.github.swipestorm.client.engine.RunStage;
import io.github.swipestorm.client.engine.StartBarrier;
import io.github.swipestorm.client.engine.StopReason;
import io.github.swipestorm.client.engine.StopSignal;
import io.github.swipestorm.client.http.Redaction;
import io.github.swipestorm.client.http.Target;
import io.github.swipestorm.client.measure.Counts;
import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.plan.SelfWarmUp;
import io.github.swipestorm.client.preflight.HostLimits;
import io.github.swipestorm.client.preflight.Preflight;
import io.github.swipestorm.client.record.Measurements;
import io.github.swipestorm.client.record.RecordingSettings;
import io.github.swipestorm.client.record.RecordsPolicy;
import io.github.swipestorm.client.telemetry.Telemetry;
import io.github.swipestorm.client.text.NumberFormat;
import io.github.swipestorm.client.text.SafeText;
import io.github.swipestorm.client.thread.DaemonThreads;
import io.github.swipestorm.client.transport.Classic;
import io.github.swipestorm.client.transport.HttpFeatures;
import io.github.swipestorm.client.transport.Nio;
import io.github.swipestorm.client.workload.Iterations;
import io.github.swipestorm.client.workload.swipes.RandomSwipes;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jgroups.Address;

/**
 * A member that executes shares of plans, one after the other, for any member that sends one. It sends load only while it receives
 * heartbeats of that member, the coordinator of the run. The load ends when none has arrived for {@link #COORDINATOR_SILENCE}, or when the
 * coordinator has left the cluster.
 */
public final class Agent implements AutoCloseable {

    /** An agent that receives nothing from the coordinator of its run for this long ends the load. */
    static final Duration COORDINATOR_SILENCE = Duration.ofSeconds(4);

    /** The same while nothing is sent to the target. */
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    /** How long an agent that ends a run by itself waits for the coordinator to take the result. */
    private static final Duration LAST_WORDS = Duration.ofSeconds(2);

    /** How long an agent that is stopped waits for the attempts in flight and for the coordinator. */
    private static final Duration LEAVING = Duration.ofSeconds(6);

    /** How long a plan waits for the end of the agent's own warm-up, which takes milliseconds. */
    private static final Duration WARM_UP_ENDS = Duration.ofMillis(500);

    private static final Duration WATCH = Duration.ofMillis(100);

    private static final Duration INTERVAL = Duration.ofSeconds(1);

    private final Limits limits;
    private final Path records;
    private final String version;
    private final double capacity;
    private final Consumer<String> says;
    private final Members members;
    private final AtomicReference<Execution> current = new AtomicReference<>();
    private final AtomicReference<Kept> kept = new AtomicReference<>();
    /** Ends the warm-up of an agent that waits for its first plan. */
    private final StopSignal warmUpOver = new StopSignal();

    private volatile Thread warmUp;
    /** An agent takes each run once, whatever the network does to messages. Guarded by itself. */
    private final Set<String> taken = new HashSet<>();

    /**
     * Which plans an agent accepts.
     *
     * @param targets hosts with ports that load may go to, such as {@code 10.0.0.9:8080} or {@code [::1]:8080}, in any case; empty for
     *     any
     * @param maxRate the most attempts that its share may make per second; empty for any number, and for plans without a rate
     */
    public record Limits(List<String> targets, Optional<Rate> maxRate) {

        /** No limits. */
        public static final Limits NONE = new Limits(List.of(), Optional.empty());

        /** @throws IllegalArgumentException with a user-facing message when a target is no host with a port */
        public Limits {
            targets = targets.stream().map(Limits::authority).toList();
        }

        private static String authority(String target) {
            if (!target.matches("(\\[.+]|[^:/\\s]+):\\d{1,5}")) {
                throw new IllegalArgumentException(
                        "'" + target + "' is not a host with a port; write it like 10.0.0.9:8080");
            }
            return authority(Target.parse("http://" + target));
        }

        /** An address of IPv6 can be written in several ways. */
        private static String authority(Target target) {
            if (target.host().indexOf(':') < 0) {
                return target.authority().toLowerCase(Locale.ROOT);
            }
            try {
                // No name: nothing is resolved.
                return "[" + InetAddress.getByName(target.host()).getHostAddress() + "]:" + target.port();
            } catch (UnknownHostException e) {
                return target.authority();
            }
        }

        /** Why a share is refused; empty for one that is not. */
        Optional<String> refusal(LoadPlan plan) {
            return targetRefusal(plan).or(() -> rateRefusal(plan));
        }

        private Optional<String> targetRefusal(LoadPlan plan) {
            String only = "it sends load to " + String.join(" and ", targets) + " only, ";
            if (targets.isEmpty()) {
                return Optional.empty();
            }
            if (!targets.contains(authority(plan.target()))) {
                return Optional.of(only + "not to " + plan.target().authority());
            }
            HttpFeatures features = plan.transport().features();
            if (features.indirect()) {
                return Optional.of(only + "and the plan "
                        + (features.proxy().isPresent() ? "goes through a proxy" : "follows redirects")
                        + ", which may lead elsewhere");
            }
            return Optional.empty();
        }

        private Optional<String> rateRefusal(LoadPlan plan) {
            if (maxRate.isEmpty()) {
                return Optional.empty();
            }
            String most = "it makes at most " + maxRate.get() + ", and ";
            if (plan.openLoop().isEmpty()) {
                return Optional.of(most + "the plan has no rate");
            }
            if (plan.warmUp().self() == SelfWarmUp.TARGET) {
                return Optional.of(most + "the plan warms up the client at the target, at no rate");
            }
            double peak = plan.share().ofRate(plan.openLoop().get().peakPerSecond()) * mostAttempts(plan);
            return peak > maxRate.get().perSecond()
                    ? Optional.of(most + "its share of the plan makes up to " + NumberFormat.decimal(peak, 1) + "/s")
                    : Optional.empty();
        }

        /** The most that one arrival can lead to: requests of an iteration, their retries, and redirects of each. */
        private static double mostAttempts(LoadPlan plan) {
            double requests = plan.workload()
                    .iterations(plan.seed(), plan.target())
                    .map(Iterations::requestsPerIteration)
                    .orElse(1);
            int redirects = plan.transport().features().followRedirects() ? HttpFeatures.MOST_REDIRECTS : 0;
            return requests * (1 + plan.retry().retries()) * (1 + redirects);
        }
    }

    /**
     * Joins a cluster, or founds one, and waits for plans.
     *
     * @param limits which plans it accepts
     * @param records directory for the rows of runs that leave them on agents, with a directory for each run
     * @param version of the program; plans of other versions are refused
     * @param capacity the highest rate of this machine by a calibration, in requests per second; 0 for none
     * @param says receives a line about each run; called by several threads
     * @throws ClusterException when the cluster cannot be joined
     */
    public Agent(
            Membership membership,
            Limits limits,
            Path records,
            String version,
            double capacity,
            Consumer<String> says) {
        this.limits = limits;
        this.records = records;
        this.version = version;
        this.capacity = capacity;
        this.says = says;
        this.members = new Members("", membership, new Incoming());
        // Loads the classes that write results now, and not in the first second of a run.
        RunInterval.ofBytes(new RunInterval.Cutter()
                .next(Measurements.none(), Telemetry.NONE)
                .toBytes());
    }

    /**
     * Warms up the client's code, in the background, until the first plan arrives: the more of it is done, the sooner that run begins. Sends
     * nothing to any target. To be called once.
     */
    public void warmUp() {
        Thread thread = DaemonThreads.unstarted("swipestorm-agent-warm-up", this::warmUpForTypicalPlans);
        warmUp = thread;
        thread.start();
    }

    /** A run by each transport, of which the warm-up takes what it needs to know. */
    static List<LoadPlan> typicalPlans() {
        return Stream.of(new Nio(), new Classic())
                .map(transport -> LoadPlan.builder(Target.parse("http://localhost"))
                        .workload(new RandomSwipes())
                        .transport(transport)
                        .threads(SelfWarmUp.FEW_WORKERS.mostThreads())
                        .requests(1)
                        .build())
                .toList();
    }

    private void warmUpForTypicalPlans() {
        try {
            for (LoadPlan plan : typicalPlans()) {
                if (!warmUpOver.isStopped()) {
                    new LocalRunner().warmUp(plan, warmUpOver);
                }
            }
        } catch (InterruptedException e) {
            // Nobody interrupts this thread.
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            says.accept("WARNING: cannot warm itself up: " + (e.getMessage() == null ? e : e.getMessage()));
        }
    }

    private void endWarmUp() {
        warmUpOver.stop(StopReason.INTERRUPTED);
        Thread thread = warmUp;
        if (thread != null) {
            try {
                thread.join(WARM_UP_ENDS.toMillis());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** The name under which it is listed: its machine and port. */
    public String name() {
        return members.name(members.self());
    }

    /** Whether it knows no other member of the cluster. */
    public boolean alone() {
        return members.all().size() < 2;
    }

    /** Where other members reach it. */
    public String address() {
        return members.address(members.self());
    }

    private final class Incoming implements Members.Listener {

        @Override
        public Optional<Message> received(Address from, Message message) {
            if (message instanceof Message.WhoAreYou) {
                return Optional.of(presentation());
            } else if (message instanceof Message.WhatTime) {
                return Optional.of(new Message.Time(NanoClock.SYSTEM.nanoTime()));
            } else if (message instanceof Message.WhatTimeOfDay) {
                return Optional.of(new Message.Time(Cluster.nanosSinceEpoch()));
            } else if (message instanceof Message.Prepare prepare) {
                return Optional.of(prepare(from, prepare));
            }
            Execution execution = current.get();
            if (execution != null && execution.coordinator.equals(from)) {
                execution.received(message);
            }
            if (message instanceof Message.FetchRecords fetch) {
                return Optional.of(records(from, fetch));
            } else if (message instanceof Message.Forget over) {
                Kept rows = kept.get();
                if (rows != null && rows.run.equals(over.run()) && rows.owner.equals(from)) {
                    keep(null);
                }
            }
            return Optional.empty();
        }

        @Override
        public void membersChanged(List<Address> now) {
            Kept rows = kept.get();
            if (rows != null && !now.contains(rows.owner)) {
                keep(null);
            }
            Execution execution = current.get();
            if (execution != null && !now.contains(execution.coordinator)) {
                execution.endEarly("its coordinator has left the cluster");
            }
        }
    }

    /** The rows of the last run, for its coordinator only. */
    private record Kept(String run, Address owner, AgentRecords rows) {}

    private void keep(Kept next) {
        Kept before = kept.getAndSet(next);
        if (before != null) {
            before.rows.delete();
        }
    }

    private Message records(Address from, Message.FetchRecords fetch) {
        Kept rows = kept.get();
        if (rows == null || !rows.run.equals(fetch.run()) || !rows.owner.equals(from)) {
            return new Message.Refused("it has no records of this run");
        }
        try {
            return new Message.Records(rows.rows.part(fetch.offset()));
        } catch (IOException e) {
            return new Message.Refused("it cannot read its records: " + e);
        }
    }

    private Message presentation() {
        Execution execution = current.get();
        return new Message.IAmAgent(
                name(),
                address(),
                Members.machine(),
                Runtime.getRuntime().availableProcessors(),
                version,
                Runtime.version().toString(),
                execution == null ? "" : execution.from,
                capacity);
    }

    private Message prepare(Address from, Message.Prepare prepare) {
        if (!prepare.version().equals(version)) {
            return new Message.Refused(
                    "it is version " + version + ", and the plan comes from version " + prepare.version());
        }
        synchronized (taken) {
            if (!taken.add(prepare.run())) {
                return new Message.Refused("it has taken this run before");
            }
        }
        LoadPlan plan;
        try {
            plan = prepare.share().toPlan();
        } catch (RuntimeException e) {
            return new Message.Refused("it cannot read the plan: " + e.getMessage());
        }
        String source = SafeText.plain(prepare.from()) + " (" + members.name(from) + ", " + members.address(from) + ")";
        Optional<String> refusal = limits.refusal(plan);
        if (refusal.isPresent()) {
            says.accept("refused a plan from " + source + ": " + refusal.get());
            return new Message.Refused(refusal.get());
        }
        Execution execution = new Execution(from, source, prepare, plan);
        if (!current.compareAndSet(null, execution)) {
            return new Message.Refused("it is busy with a run of " + presentation(current.get()));
        }
        says.accept("run " + prepare.run() + " from " + source + ": "
                + plan.workload().name() + " to "
                + Redaction.of(plan.target().toString()) + ", share "
                + (plan.share().machine() + 1) + " of "
                + plan.share().machines() + ", " + plan.threads() + " workers");
        endWarmUp();
        // Before the run opens its connections, which count as used.
        List<String> warnings = Preflight.warnings(plan, false, HostLimits.current());
        warnings.forEach(warning -> says.accept("WARNING: " + warning));
        execution.begin();
        return new Message.Accepted(warnings);
    }

    private static String presentation(Execution execution) {
        return execution == null ? "another member" : execution.from;
    }

    /** One share of a run. */
    private final class Execution implements RunObserver, StartBarrier {

        private final Address coordinator;
        private final String from;
        private final String run;
        private final ShareOfPlan share;
        private final LoadPlan plan;
        private final StopSignal stop = new StopSignal();
        private final CompletableFuture<Optional<Start>> start = new CompletableFuture<>();
        private final RunInterval.Cutter cutter = new RunInterval.Cutter();
        private volatile long heard = NanoClock.SYSTEM.nanoTime();
        private final CountDownLatch over = new CountDownLatch(1);
        private volatile boolean ended;
        /** Whether load may go to the target, that of the warm-up included. */
        private volatile boolean sending;

        private volatile Supplier<Optional<Measurements>> soFar = Optional::empty;
        private volatile Supplier<Telemetry> telemetry = () -> Telemetry.NONE;
        private volatile long startNanos;
        private volatile String early = "";

        private Execution(Address coordinator, String from, Message.Prepare prepare, LoadPlan plan) {
            this.coordinator = coordinator;
            this.from = from;
            this.run = prepare.run();
            this.share = prepare.share();
            this.plan = plan;
            stop.onStop(reason -> start.complete(Optional.empty()));
        }

        private void begin() {
            DaemonThreads.start("swipestorm-agent-run", this::execute);
            DaemonThreads.start("swipestorm-agent-watch", this::watch);
        }

        private void received(Message message) {
            heard = NanoClock.SYSTEM.nanoTime();
            if (message instanceof Message.Start begin && begin.run().equals(run)) {
                start.complete(Optional.of(new Start(
                        begin.nanos(),
                        Instant.EPOCH
                                .plusSeconds(begin.atMicros() / 1_000_000)
                                .plusNanos(begin.atMicros() % 1_000_000 * 1_000))));
            } else if (message instanceof Message.Stop end && end.run().equals(run)) {
                stop.stop(StopReason.valueOf(end.reason()));
            }
        }

        /** Ends the load though the coordinator did not ask for it. */
        private void endEarly(String why) {
            if (!ended && !stop.isStopped()) {
                early = why;
                says.accept("run " + run + ": " + why + ": the load ends");
            }
            stop.stop(StopReason.INTERRUPTED);
        }

        /** Sends the result. When the agent ended the run by itself, it may leave next, so this waits until the coordinator has it. */
        private void tell(Message.Ended result) {
            if (early.isEmpty()) {
                members.tell(coordinator, result);
                return;
            }
            try {
                members.ask(coordinator, result, LAST_WORDS).join();
            } catch (CompletionException e) {
                // It is not there any more, or hangs.
            }
        }

        /** Null for a plan without rows. */
        private AgentRecords rows() throws IOException {
            Optional<RecordsPolicy> policy = share.recordsPolicy();
            if (policy.isEmpty()) {
                return null;
            }
            return share.leaveRecords()
                    ? AgentRecords.toStay(
                            records.resolve(run.replaceAll("[^0-9a-zA-Z]", "") + "-" + (share.machine() + 1) + "of"
                                    + share.machines()),
                            policy.get())
                    : AgentRecords.toFetch(policy.get());
        }

        private void execute() {
            try {
                keep(null);
                AgentRecords rows = rows();
                if (rows != null) {
                    keep(new Kept(run, coordinator, rows));
                }
                RunResult result = new LocalRunner()
                        .with(RunSettings.of(rows == null ? RecordingSettings.NO_FILES : rows.settings())
                                .selfWarmUpLimit(share.selfWarmUpLimit())
                                .start(this))
                        .run(plan, stop, this);
                AgentRecords.Summary summary = rows == null ? AgentRecords.Summary.NOTHING : rows.summary();
                ended = true;
                tell(new Message.Ended(run, result.toBytes(), early, summary));
                says.accept("run " + run + " ended: " + result.counts().ok() + " requests ok, "
                        + result.counts().failed() + " failed (" + result.reason() + ")");
            } catch (InterruptedException e) {
                // Nobody interrupts this thread.
                Thread.currentThread().interrupt();
            } catch (RuntimeException | IOException e) {
                String why = Redaction.of(e.getMessage() == null ? e.toString() : e.getMessage(), plan.secrets());
                says.accept("run " + run + " failed: " + why);
                members.tell(coordinator, new Message.Failed(run, why));
            } finally {
                ended = true;
                // A coordinator that was only slow fetches the rows now.
                if (!members.all().contains(coordinator)) {
                    keep(null);
                }
                current.compareAndSet(this, null);
                over.countDown();
            }
        }

        /** Reports what was measured, and ends the load when the coordinator is silent. */
        private void watch() {
            long told = NanoClock.SYSTEM.nanoTime();
            try {
                while (!ended) {
                    Thread.sleep(WATCH.toMillis());
                    long now = NanoClock.SYSTEM.nanoTime();
                    Duration most = sending ? COORDINATOR_SILENCE : PATIENCE;
                    if (now - heard > most.toNanos()) {
                        endEarly("its coordinator has said nothing for " + most.toSeconds() + " s");
                    }
                    if (now - told >= INTERVAL.toNanos()) {
                        told = now;
                        tell();
                    }
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        private void tell() {
            Message news = soFar.get()
                    .<Message>map(measured -> new Message.Interval(
                            run, cutter.next(measured, telemetry.get()).toBytes()))
                    .orElseGet(() -> new Message.Alive(run));
            members.tell(coordinator, news);
        }

        @Override
        public Optional<Start> awaitStart(StopSignal stopped) throws InterruptedException {
            members.tell(coordinator, new Message.Ready(run));
            try {
                Optional<Start> given = start.get();
                given.ifPresent(known -> startNanos = known.nanos());
                sending = true;
                return given;
            } catch (ExecutionException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public void begun(long nanos) {
            if (startNanos != 0) {
                members.tell(coordinator, new Message.Begun(run, nanos - startNanos));
            }
        }

        @Override
        public void stage(RunStage stage) {
            sending = stage == RunStage.WARM_UP
                    || stage == RunStage.CLIENT_WARM_UP && plan.warmUp().self() == SelfWarmUp.TARGET;
            members.tell(coordinator, new Message.Stage(run, stage.name()));
        }

        @Override
        public void recording(Supplier<Optional<Measurements>> measured, Supplier<Telemetry> samples) {
            telemetry = samples;
            soFar = measured;
        }

        @Override
        public void started(LoadPlan begun, Supplier<Counts> counts) {
            // The intervals have the counts.
        }
    }

    /** Ends a run in progress, whose coordinator is told what was measured, and leaves the cluster. */
    @Override
    public void close() {
        warmUpOver.stop(StopReason.INTERRUPTED);
        Execution execution = current.get();
        if (execution != null) {
            execution.endEarly("it was stopped on its machine");
            try {
                execution.over.await(LEAVING.toMillis(), TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        keep(null);
        members.close();
    }
}
