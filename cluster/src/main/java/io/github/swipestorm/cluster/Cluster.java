package io.github.swipestorm.cluster;

import io.github.swipestorm.client.clock.ClockOffset;
import io.github.swipestorm.client.clock.NanoClock;
import io.github.swipestorm.client.engine.StopSignal;
import io.github.swipestorm.client.setting.Setting;
import io.github.swipestorm.client.text.SafeText;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.jgroups.Address;

/** A cluster of agents, joined by a member that uses them. Thread-safe. */
public final class Cluster implements AutoCloseable {

    private static final Duration ANSWER = Duration.ofSeconds(5);
    private static final Duration LOOK = Duration.ofMillis(200);
    /** Round trips by which clocks are compared. */
    private static final int EXCHANGES = 12;
    /** After this time no further exchange of a comparison of clocks begins. */
    private static final Duration LONGEST_COMPARISON = Duration.ofSeconds(1);

    /** Receives messages of agents during a run. */
    interface Events {

        void received(Address from, Message message);

        void membersChanged(List<Address> now);
    }

    static final Events NOBODY = new Events() {
        @Override
        public void received(Address from, Message message) {
            // No run is in progress.
        }

        @Override
        public void membersChanged(List<Address> now) {
            // Members are looked up when a run begins.
        }
    };

    private final Membership membership;
    private final Members members;
    private volatile Events events = NOBODY;

    /**
     * Joins a cluster.
     *
     * @throws ClusterException when this member cannot take part. Missing agents are found later
     */
    public Cluster(Membership membership) {
        this.membership = membership;
        this.members = new Members("coordinator", membership, new Members.Listener() {
            @Override
            public Optional<Message> received(Address from, Message message) {
                if (message instanceof Message.WhoAreYou) {
                    return Optional.of(new Message.IAmNone());
                }
                events.received(from, message);
                return Optional.empty();
            }

            @Override
            public void membersChanged(List<Address> now) {
                events.membersChanged(now);
            }
        });
    }

    /** The user of this process, as agents show it. */
    static String user() {
        return System.getProperty("user.name", "?") + "@" + Members.machine();
    }

    void listen(Events to) {
        events = to;
        to.membersChanged(members.all());
    }

    CompletableFuture<Message> ask(Address to, Message question, Duration timeout) {
        return members.ask(to, question, timeout);
    }

    void tell(Address to, Message message) {
        members.tell(to, message);
    }

    void tellAtOnce(Address to, Message message) {
        members.tellAtOnce(to, message);
    }

    /**
     * The agents of the cluster, by name; waits for the first.
     *
     * @throws ClusterException when there is none in time
     */
    public List<AgentInfo> agents(Duration patience) throws InterruptedException {
        long begin = NanoClock.SYSTEM.nanoTime();
        List<AgentInfo> found = agents();
        while (found.isEmpty()) {
            if (NanoClock.SYSTEM.nanoTime() - begin > patience.toNanos()) {
                throw new ClusterException(missing(1, patience, "", found));
            }
            Thread.sleep(LOOK.toMillis());
            found = agents();
        }
        return found;
    }

    /** How far the time of day of an agent is ahead of that here; empty when it does not answer. */
    public Optional<ClockOffset> timeOfDayOffset(AgentInfo agent) {
        return offsetNow(agent.member(), new Message.WhatTimeOfDay(), Cluster::nanosSinceEpoch, ANSWER);
    }

    /** The time of day in nanoseconds since the epoch, as exactly as the JVM knows it. */
    static long nanosSinceEpoch() {
        return ChronoUnit.NANOS.between(Instant.EPOCH, InstantSource.system().instant());
    }

    /** The agents of the cluster, by name. */
    public List<AgentInfo> agents() throws InterruptedException {
        Map<Address, CompletableFuture<Message>> answers = new LinkedHashMap<>();
        for (Address member : members.all()) {
            if (!member.equals(members.self())) {
                answers.put(member, members.ask(member, new Message.WhoAreYou(), ANSWER));
            }
        }
        List<AgentInfo> agents = new ArrayList<>();
        for (Map.Entry<Address, CompletableFuture<Message>> each : answers.entrySet()) {
            try {
                if (each.getValue().get() instanceof Message.IAmAgent agent) {
                    agents.add(new AgentInfo(
                            each.getKey(),
                            SafeText.plain(agent.name()),
                            SafeText.plain(agent.address()),
                            SafeText.plain(agent.machine()),
                            agent.cores(),
                            SafeText.plain(agent.version()),
                            SafeText.plain(agent.java()),
                            SafeText.plain(agent.busyWith()),
                            agent.ceiling()));
                }
            } catch (ExecutionException e) {
                // It has left, or it hangs, which the failure detection will find.
            }
        }
        agents.sort(Comparator.comparing(AgentInfo::name));
        return agents;
    }

    /**
     * Waits for agents that are free and of this version.
     *
     * @return as many as are wanted, the first by name
     * @throws ClusterException when there are not enough in time; the message names those that are there
     * @throws InterruptedException when the calling thread is interrupted, or when the run is stopped meanwhile
     */
    List<AgentInfo> await(int wanted, Duration patience, String version, StopSignal stop) throws InterruptedException {
        long begin = NanoClock.SYSTEM.nanoTime();
        while (true) {
            List<AgentInfo> all = agents();
            List<AgentInfo> usable = all.stream()
                    .filter(agent -> unusable(agent, version).isEmpty())
                    .toList();
            if (usable.size() >= wanted) {
                return usable.subList(0, wanted);
            }
            if (stop.isStopped()) {
                throw new InterruptedException("The run was stopped before there were enough agents");
            }
            if (NanoClock.SYSTEM.nanoTime() - begin > patience.toNanos()) {
                throw new ClusterException(missing(wanted, patience, version, all));
            }
            stop.await(LOOK);
        }
    }

    private static Optional<String> unusable(AgentInfo agent, String version) {
        if (!agent.version().equals(version)) {
            return Optional.of("is version " + agent.version() + ", not " + version);
        }
        return agent.busyWith().isEmpty() ? Optional.empty() : Optional.of("is busy with a run of " + agent.busyWith());
    }

    private String missing(int wanted, Duration patience, String version, List<AgentInfo> all) {
        if (all.isEmpty()) {
            return "There is no agent at " + joined() + " after " + patience.toSeconds() + " s: "
                    + Reachability.problem(membership).orElse("start agents there, or correct " + Setting.JOIN);
        }
        String there = all.stream()
                .map(agent -> agent.name()
                        + unusable(agent, version).map(why -> ", which " + why).orElse(""))
                .collect(Collectors.joining("; "));
        return Setting.AGENTS.to(wanted) + ": fewer agents were free within " + patience.toSeconds() + " s. Found: "
                + there;
    }

    private String joined() {
        return membership.join().stream().map(Membership::text).collect(Collectors.joining(", "));
    }

    /**
     * How far the monotonic clock of a member is ahead of the one here, by the quickest of some round trips.
     *
     * @throws ClusterException when it does not answer
     */
    ClockOffset offset(Address member) {
        return offsetNow(member, ANSWER)
                .orElseThrow(() -> new ClusterException(
                        "Agent " + members.name(member) + " does not answer: its clock cannot be compared"));
    }

    /** The same; empty when it does not answer. */
    Optional<ClockOffset> offsetNow(Address member, Duration patience) {
        return offsetNow(member, new Message.WhatTime(), NanoClock.SYSTEM::nanoTime, patience);
    }

    private Optional<ClockOffset> offsetNow(Address member, Message question, LongSupplier clock, Duration patience) {
        List<ClockOffset> offsets = new ArrayList<>();
        long begin = NanoClock.SYSTEM.nanoTime();
        // Beside a member that hangs, each message takes seconds: then a few exchanges must do.
        for (int i = 0; i < EXCHANGES && NanoClock.SYSTEM.nanoTime() - begin < LONGEST_COMPARISON.toNanos(); i++) {
            long sent = clock.getAsLong();
            try {
                CompletableFuture<Long> received = new CompletableFuture<>();
                Message answer = members.ask(member, question, patience)
                        .whenComplete((time, failure) -> received.complete(clock.getAsLong()))
                        .get();
                if (answer instanceof Message.Time time) {
                    offsets.add(ClockOffset.of(sent, time.nanos(), received.get()));
                }
            } catch (ExecutionException e) {
                break;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                break;
            }
        }
        return ClockOffset.best(offsets);
    }

    /** Leaves the cluster. */
    @Override
    public void close() {
        members.close();
    }
}
