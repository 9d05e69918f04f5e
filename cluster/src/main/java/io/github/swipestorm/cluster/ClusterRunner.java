package io.github.swipestorm.cluster;

import io.github.swipestorm.client.clock.ClockOffset;
import io.github.swipestorm.client.clock.NanoClock;
import io.github.swipestorm.client.engine.AgentRun;
import io.github.swipestorm.client.engine.RunInterval;
import io.github.swipestorm.client.engine.RunObserver;
import io.github.swipestorm.client.engine.RunResult;
import io.github.swipestorm.client.engine.RunSettings;
import io.github.swipestorm.client.engine.RunStage;
import io.github.swipestorm.client.engine.Runner;
import io.github.swipestorm.client.engine.StopReason;
import io.github.swipestorm.client.engine.StopSignal;
import io.github.swipestorm.client.measure.Counts;
import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.plan.MachineShare;
import io.github.swipestorm.client.plan.PortablePlan;
import io.github.swipestorm.client.record.Measurements;
import io.github.swipestorm.client.record.csv.MergedRecords;
import io.github.swipestorm.client.setting.Setting;
import io.github.swipestorm.client.telemetry.Telemetry;
import io.github.swipestorm.client.thread.DaemonThreads;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jgroups.Address;

/**
 * Runs a plan on the agents of a cluster, each of which executes a share of it, and merges their results. This process is the
 * coordinator: it sends no load itself, and agents send none without it. A share is handed out once; the share of a lost agent stays
 * unsent.
 */
public final class ClusterRunner implements Runner {

    /** What a run does when it loses an agent. */
    public enum OnLoss {
        /** The others go on with their shares. */
        CONTINUE,
        /** The others end their shares as well. */
        STOP
    }

    private static final Duration ANSWER = Duration.ofSeconds(10);
    private static final Duration PING = Duration.ofSeconds(2);
    private static final Duration ALIVE = Duration.ofMillis(500);
    /** An agent that has sent nothing for this long is lost, even if its connection is open. */
    private static final Duration AGENT_SILENCE = Duration.ofSeconds(6);
    /** The same before the run begins. */
    private static final Duration PATIENCE = Duration.ofSeconds(25);

    /** From the message that says when a run begins until it does. */
    private static final Duration LEAD = Duration.ofMillis(250);

    private static final Duration LOOK = Duration.ofMillis(200);

    private final Cluster cluster;
    private final RunSettings settings;
    private final int agents;
    private final Duration patience;
    private final OnLoss onLoss;
    private final boolean leaveRecords;
    private final String version;
    private final Consumer<String> says;

    /**
     * A runner on agents.
     *
     * @param cluster that the agents are members of
     * @param agents number of agents that share a run
     * @param patience how long to wait for that number of free agents
     * @param onLoss what happens when one is lost
     * @param version of this program, which the agents must have as well
     * @param says receives a line whenever something happens that the user should know at once
     */
    public ClusterRunner(
            Cluster cluster, int agents, Duration patience, OnLoss onLoss, String version, Consumer<String> says) {
        this(cluster, RunSettings.DEFAULT, agents, patience, onLoss, false, version, says);
    }

    private ClusterRunner(
            Cluster cluster,
            RunSettings settings,
            int agents,
            Duration patience,
            OnLoss onLoss,
            boolean leaveRecords,
            String version,
            Consumer<String> says) {
        this.cluster = cluster;
        this.settings = settings;
        this.agents = agents;
        this.patience = patience;
        this.onLoss = onLoss;
        this.leaveRecords = leaveRecords;
        this.version = version;
        this.says = says;
    }

    @Override
    public ClusterRunner with(RunSettings others) {
        return new ClusterRunner(cluster, others, agents, patience, onLoss, leaveRecords, version, says);
    }

    @Override
    public ClusterRunner onAgents(int number) {
        return new ClusterRunner(cluster, settings, number, patience, onLoss, leaveRecords, version, says);
    }

    /** The same, but rows stay on the agents, in files that {@link AgentRun#records} names. */
    public ClusterRunner leavingRecords() {
        return new ClusterRunner(cluster, settings, agents, patience, onLoss, true, version, says);
    }

    /**
     * {@inheritDoc}
     *
     * @throws ClusterException when there are not enough agents, or when one refuses its share or is lost before the run begins
     * @throws IllegalArgumentException when the plan cannot be split among that number of agents
     */
    @Override
    public RunResult run(LoadPlan plan, StopSignal stop, RunObserver observer) throws InterruptedException {
        // Before anything is sent.
        List<MachineShare> shares = MachineShare.all(agents);
        List<LoadPlan> parts = shares.stream().map(plan::forMachine).toList();
        PortablePlan portable = PortablePlan.of(plan);
        List<AgentInfo> found = cluster.await(agents, patience, version, stop);
        requireReachable(plan, found);
        String run = UUID.randomUUID().toString().substring(0, 8);
        try (SharedRun shared = new SharedRun(run, stop, observer)) {
            cluster.listen(shared);
            for (int i = 0; i < agents; i++) {
                shared.add(
                        found.get(i), parts.get(i), cluster.offset(found.get(i).member()));
            }
            shared.prepare(shares.stream()
                    .map(share -> ShareOfPlan.of(portable, share, settings, leaveRecords))
                    .toList());
            shared.begin(plan);
            shared.awaitEnd();
            RunResult result = withRecords(RunResult.merged(plan, shared.results()), run, shared.copy());
            observer.ended(result);
            return result;
        } finally {
            cluster.listen(Cluster.NOBODY);
        }
    }

    private static void requireReachable(LoadPlan plan, List<AgentInfo> agents) {
        for (AgentInfo agent : agents) {
            if (plan.target().loopback() && !agent.address().matches("127\\..*|\\[?::1]?:.*")) {
                throw new ClusterException("Agent " + agent.name() + " would send to " + plan.target()
                        + " on its own machine: give an address that all agents reach as " + Setting.TARGET);
            }
        }
    }

    /** Fetches the agents' rows, and merges them by time. The run is over: what fails here is a problem in its result. */
    private RunResult withRecords(RunResult result, String run, List<Part> parts) throws InterruptedException {
        Optional<Path> directory = settings.recording().directory();
        Optional<String> name = settings.recording().recordsName();
        if (leaveRecords || directory.isEmpty() || name.isEmpty()) {
            return result;
        }
        RunResult known = result;
        List<Path> fetched = new ArrayList<>();
        List<Path> whole = new ArrayList<>();
        try {
            for (Part part : parts) {
                Optional<String> problem =
                        part.records.problem().isEmpty() ? Optional.empty() : Optional.of(part.records.problem());
                if (part.records.bytes() > 0) {
                    Path file = directory.get().resolve(".records-" + fetched.size() + ".csv.gz");
                    fetched.add(file);
                    problem = fetch(part, run, file);
                    if (problem.isEmpty()) {
                        whole.add(file);
                    }
                }
                if (problem.isPresent()) {
                    known = known.withProblem(
                            "The records of agent " + part.agent.name() + " are missing: " + problem.get());
                }
            }
            return whole.isEmpty()
                    ? known
                    : known.withRecords(MergedRecords.merge(
                            whole,
                            directory.get().resolve(name.get()),
                            known.counts().attempts()));
        } catch (IOException e) {
            return known.withProblem("The agents' records could not be merged: " + e.getMessage());
        } finally {
            fetched.forEach(file -> file.toFile().delete());
            parts.forEach(part -> cluster.tell(part.agent.member(), new Message.Forget(run)));
        }
    }

    /** Fetches the rows of an agent into a file; returns what kept it from that. */
    private Optional<String> fetch(Part part, String run, Path into) throws IOException, InterruptedException {
        try (OutputStream out = Files.newOutputStream(into)) {
            long offset = 0;
            while (offset < part.records.bytes()) {
                Message answer = cluster.ask(part.agent.member(), new Message.FetchRecords(run, offset), ANSWER)
                        .get();
                if (!(answer instanceof Message.Records rows) || rows.rows().length == 0) {
                    return Optional.of(answer instanceof Message.Refused refused ? refused.why() : "they end early");
                }
                out.write(rows.rows());
                offset += rows.rows().length;
            }
        } catch (ExecutionException e) {
            return Optional.of("the agent does not answer");
        }
        return AgentRecords.sha256(into).equals(part.records.sha256())
                ? Optional.empty()
                : Optional.of("they were damaged on their way");
    }

    /** An agent, its share, and what it has reported. Guarded by the run. */
    private static final class Part {

        private final AgentInfo agent;
        private final LoadPlan plan;
        private final ClockOffset before;
        private RunStage stage = RunStage.CLIENT_WARM_UP;
        private boolean ready;
        private RunInterval received = RunInterval.none();
        private long heard = NanoClock.SYSTEM.nanoTime();
        private volatile Optional<byte[]> result = Optional.empty();
        private AgentRecords.Summary records = AgentRecords.Summary.NOTHING;
        private OptionalLong lateNanos = OptionalLong.empty();
        private volatile Optional<String> failure = Optional.empty();
        private volatile Optional<String> loss = Optional.empty();

        private Part(AgentInfo agent, LoadPlan plan, ClockOffset before) {
            this.agent = agent;
            this.plan = plan;
            this.before = before;
        }

        private boolean over() {
            return result.isPresent() || loss.isPresent() || failure.isPresent();
        }
    }

    /** One run in progress. */
    private final class SharedRun implements Cluster.Events, AutoCloseable {

        private final String run;
        private final StopSignal stop;
        private final RunObserver observer;
        private RunObserver observing = RunObserver.NONE;
        private final Map<Address, Part> parts = new LinkedHashMap<>();
        private Optional<RunStage> shown = Optional.empty();
        private Instant startedAt = Instant.EPOCH;
        private boolean begun;
        private volatile boolean closed;

        private SharedRun(String run, StopSignal stop, RunObserver observer) {
            this.run = run;
            this.stop = stop;
            this.observer = observer;
        }

        private synchronized void add(AgentInfo agent, LoadPlan part, ClockOffset before) {
            parts.put(agent.member(), new Part(agent, part, before));
        }

        private void prepare(List<ShareOfPlan> shares) throws InterruptedException {
            // An agent that has its share waits for the others, but only while it hears from here.
            for (Part part : copy()) {
                DaemonThreads.start("swipestorm-coordinator", () -> stayAlive(part));
            }
            List<CompletableFuture<Message>> answers = new ArrayList<>();
            List<Part> all = copy();
            for (int i = 0; i < all.size(); i++) {
                answers.add(cluster.ask(
                        all.get(i).agent.member(),
                        new Message.Prepare(run, version, shares.get(i), Cluster.user()),
                        ANSWER));
            }
            for (int i = 0; i < all.size(); i++) {
                String agent = all.get(i).agent.name();
                Message answer;
                try {
                    answer = answers.get(i).get(ANSWER.toMillis(), TimeUnit.MILLISECONDS);
                } catch (ExecutionException | TimeoutException e) {
                    throw new ClusterException("Agent " + agent + " did not take its share within " + ANSWER.toSeconds()
                            + " s: the run did not begin");
                }
                if (answer instanceof Message.Refused refused) {
                    throw new ClusterException("Agent " + agent + " refuses the plan: " + refused.why());
                }
                if (answer instanceof Message.Accepted accepted) {
                    accepted.warnings().forEach(warning -> says.accept("WARNING: agent " + agent + ": " + warning));
                }
            }
            synchronized (this) {
                parts.values().forEach(part -> part.heard = NanoClock.SYSTEM.nanoTime());
            }
        }

        /** Waits until every agent is ready, and tells all of them when to start. */
        private void begin(LoadPlan plan) throws InterruptedException {
            stop.onStop(this::end);
            while (!until(all -> all.stream().allMatch(part -> part.ready || part.over()))) {
                showStage();
            }
            Part lost = copy().stream().filter(Part::over).findFirst().orElse(null);
            if (lost != null && !stop.isStopped()) {
                throw new ClusterException(
                        lost.failure.isPresent()
                                ? "Agent " + lost.agent.name() + " cannot run its share: " + lost.failure.get()
                                : "Agent " + lost.agent.name() + " was lost before the run began: "
                                        + lost.loss.orElse("it ended"));
            }
            StopSignal measured = new StopSignal();
            measured.onStop(this::end);
            observing = observer.and(settings.ending(measured));
            observing.recording(() -> Optional.of(soFar()), this::telemetry);
            long from = NanoClock.SYSTEM.nanoTime() + LEAD.toNanos();
            Instant at = InstantSource.system().instant().plus(LEAD);
            long atMicros = ChronoUnit.MICROS.between(Instant.EPOCH, at);
            synchronized (this) {
                startedAt = at;
                begun = true;
                parts.values()
                        .forEach(part -> cluster.tell(
                                part.agent.member(), new Message.Start(run, part.before.there(from), atMicros)));
            }
            TimeUnit.NANOSECONDS.sleep(from - NanoClock.SYSTEM.nanoTime());
            observing.started(plan, this::counts);
        }

        private void showStage() {
            RunStage slowest = copy().stream()
                    .filter(part -> !part.ready)
                    .map(part -> part.stage)
                    .min(java.util.Comparator.naturalOrder())
                    .orElse(RunStage.CONNECTING);
            if (!shown.equals(Optional.of(slowest))) {
                shown = Optional.of(slowest);
                observer.stage(slowest);
            }
        }

        private void awaitEnd() throws InterruptedException {
            while (!until(all -> all.stream().allMatch(Part::over))) {
                // What is awaited arrives by messages.
            }
        }

        /** Waits a moment for a condition, and looks for silent agents. */
        private synchronized boolean until(Predicate<List<Part>> condition) throws InterruptedException {
            List<Part> all = new ArrayList<>(parts.values());
            if (condition.test(all)) {
                return true;
            }
            wait(LOOK.toMillis());
            long now = NanoClock.SYSTEM.nanoTime();
            for (Part part : all) {
                Duration most = begun ? AGENT_SILENCE : PATIENCE;
                if (!part.over() && now - part.heard > most.toNanos()) {
                    lost(part, "it has said nothing for " + most.toSeconds() + " s");
                }
            }
            return condition.test(all);
        }

        private synchronized List<Part> copy() {
            return new ArrayList<>(parts.values());
        }

        private synchronized Measurements soFar() {
            return parts.values().stream()
                    .map(part -> part.received.measured())
                    .reduce(Measurements.none(), Measurements::plus);
        }

        private synchronized Counts counts() {
            return parts.values().stream()
                    .map(part -> part.received.measured().counts())
                    .reduce(Counts.NONE, Counts::plus);
        }

        private synchronized Telemetry telemetry() {
            return Telemetry.merged(parts.values().stream()
                    .collect(Collectors.groupingBy(
                            part -> part.agent.machine(),
                            LinkedHashMap::new,
                            Collectors.mapping(part -> part.received.telemetry(), Collectors.toList())))
                    .values());
        }

        private synchronized void lost(Part part, String why) {
            if (part.over()) {
                return;
            }
            part.loss = Optional.of(why);
            cluster.tell(part.agent.member(), new Message.Stop(run, StopReason.AGENT_LOST.name()));
            tellLoss("LOST", part, why);
            notifyAll();
        }

        /** Before the run has begun, the loss of an agent ends it anyway. */
        private void tellLoss(String what, Part part, String why) {
            if (!begun) {
                return;
            }
            boolean goOn = onLoss == OnLoss.CONTINUE;
            says.accept(what + " agent " + part.agent.name() + " (" + part.agent.address() + "): " + why
                    + (goOn ? "; the others go on" : "; the others end as well"));
            if (!goOn) {
                end(StopReason.AGENT_LOST);
            }
        }

        private synchronized void end(StopReason reason) {
            parts.values().stream()
                    .filter(part -> !part.over())
                    .forEach(part -> cluster.tell(part.agent.member(), new Message.Stop(run, reason.name())));
        }

        @Override
        public void received(Address from, Message message) {
            Optional<RunInterval> next = message instanceof Message.Interval interval
                            && interval.run().equals(run)
                    ? Optional.of(RunInterval.ofBytes(interval.interval()))
                    : Optional.empty();
            received(from, message, next);
        }

        private synchronized void received(Address from, Message message, Optional<RunInterval> next) {
            Part part = parts.get(from);
            if (part == null || part.loss.isPresent()) {
                return;
            }
            part.heard = NanoClock.SYSTEM.nanoTime();
            if (message instanceof Message.Stage stage && stage.run().equals(run)) {
                part.stage = RunStage.valueOf(stage.stage());
            } else if (message instanceof Message.Ready ready && ready.run().equals(run)) {
                part.ready = true;
            } else if (message instanceof Message.Begun started && started.run().equals(run)) {
                part.lateNanos = OptionalLong.of(started.lateNanos());
            } else if (next.isPresent()) {
                part.received = part.received.plus(next.get());
            } else if (message instanceof Message.Ended ended && ended.run().equals(run)) {
                part.records = ended.records();
                part.result = Optional.of(ended.result());
                if (!ended.early().isEmpty()) {
                    part.loss = Optional.of(ended.early());
                    tellLoss("LOST", part, "it ended its load, because " + ended.early());
                }
            } else if (message instanceof Message.Failed failed && failed.run().equals(run)) {
                part.failure = Optional.of(failed.why());
                tellLoss("FAILED", part, failed.why());
            }
            notifyAll();
        }

        @Override
        public synchronized void membersChanged(List<Address> now) {
            for (Part part : parts.values()) {
                if (!now.contains(part.agent.member())) {
                    lost(part, "it has left, its connection was closed, or it did not answer");
                }
            }
        }

        /** Sends heartbeats to an agent. Each agent has its own thread, so that one that hangs delays no other. */
        private void stayAlive(Part part) {
            try {
                while (!closed && !part.over()) {
                    cluster.tellAtOnce(part.agent.member(), new Message.Alive(run));
                    Thread.sleep(ALIVE.toMillis());
                }
            } catch (InterruptedException e) {
                // Nobody interrupts this thread.
                Thread.currentThread().interrupt();
            }
        }

        private List<AgentRun> results() {
            List<AgentRun> results = new ArrayList<>();
            for (Part part : copy()) {
                Optional<String> gone = part.loss.or(() -> part.failure);
                RunResult result = part.result
                        .map(bytes -> RunResult.ofBytes(part.plan, bytes))
                        .orElseGet(() -> RunResult.ofLost(part.plan, startedAt, part.received));
                results.add(new AgentRun(
                        part.agent.name(),
                        part.agent.address(),
                        part.agent.machine(),
                        part.agent.cores(),
                        result,
                        part.before,
                        gone.isPresent() ? Optional.empty() : cluster.offsetNow(part.agent.member(), PING),
                        gone.map(why -> new AgentRun.Loss(
                                (int) (result.recorded().timeline().endUs() / 1_000_000), why)),
                        gone.isPresent() ? Optional.empty() : cluster.timeOfDayOffset(part.agent),
                        part.lateNanos,
                        Optional.of(part.records.file()).filter(file -> !file.isEmpty())));
            }
            return results;
        }

        @Override
        public void close() {
            closed = true;
            end(StopReason.INTERRUPTED);
        }
    }
}
