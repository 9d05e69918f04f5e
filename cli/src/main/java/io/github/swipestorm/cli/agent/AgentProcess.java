package io.github.swipestorm.cli.agent;

import io.github.swipestorm.client.arrival.Rate;
import io.github.swipestorm.client.clock.ClockOffset;
import io.github.swipestorm.client.report.store.CalibrationFile;
import io.github.swipestorm.client.report.store.Environment;
import io.github.swipestorm.client.text.SafeText;
import io.github.swipestorm.client.verdict.ClientCapacity;
import io.github.swipestorm.cluster.Agent;
import io.github.swipestorm.cluster.AgentInfo;
import io.github.swipestorm.cluster.Cluster;
import io.github.swipestorm.cluster.Membership;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;

/**
 * What the commands {@code agent} and {@code agents} do with the module {@code cluster}, which other commands do not have on their
 * class path.
 */
public final class AgentProcess {

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private AgentProcess() {}

    /**
     * Runs an agent on this machine until the JVM ends.
     *
     * @param warmUp whether the client warms itself up until the first plan arrives
     * @throws IllegalArgumentException with a user-facing message when the options are invalid
     */
    public static void serve(
            List<InetSocketAddress> join,
            Optional<Path> tls,
            Optional<InetSocketAddress> listen,
            List<String> targets,
            Optional<Rate> maxRate,
            Path records,
            boolean warmUp,
            PrintWriter out)
            throws InterruptedException {
        Optional<InetSocketAddress> address = listen.isPresent() || !join.isEmpty()
                ? listen
                : Optional.of(new InetSocketAddress("127.0.0.1", Membership.PORT));
        Membership membership = RunsOnAgents.membership(join, address, tls);
        Agent.Limits limits;
        try {
            limits = new Agent.Limits(targets, maxRate);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("--allow-target: " + e.getMessage(), e);
        }
        double capacity = CalibrationFile.readForThisMachine(CalibrationFile.USUAL).stream()
                .flatMap(calibration -> calibration.capacities().stream())
                .mapToDouble(ClientCapacity::requestsPerSecond)
                .max()
                .orElse(0);
        Agent agent = new Agent(
                membership,
                limits,
                records,
                Environment.current().swipestorm(),
                capacity,
                line -> say(out, TIME.format(InstantSource.system().instant()) + " " + line));
        Runtime.getRuntime().addShutdownHook(new Thread(agent::close, "swipestorm-leave"));
        say(
                out,
                "Agent " + agent.name() + " listens at " + agent.address()
                        + (tls.isPresent() ? " (mutual TLS)" : " (clear text, this machine only)")
                        + "; stop it with Ctrl-C");
        if (!join.isEmpty() && agent.alone()) {
            say(
                    out,
                    "WARNING: no other member of a cluster has answered at "
                            + join.stream()
                                    .map(host -> host.getHostString() + ":" + host.getPort())
                                    .collect(Collectors.joining(", "))
                            + "; the agent keeps looking for them");
        }
        if (warmUp) {
            agent.warmUp();
        }
        new CountDownLatch(1).await();
    }

    private static void say(PrintWriter out, String line) {
        synchronized (out) {
            out.println(SafeText.plain(line));
            out.flush();
        }
    }

    /**
     * Prints a table of the agents.
     *
     * @throws IllegalArgumentException with a user-facing message when the options are invalid
     */
    public static void list(List<InetSocketAddress> join, Optional<Path> tls, PrintWriter out)
            throws InterruptedException {
        try (Cluster cluster = new Cluster(RunsOnAgents.membership(join, Optional.empty(), tls))) {
            List<AgentInfo> agents = cluster.agents(PATIENCE);
            out.printf(
                    Locale.ROOT,
                    "%-28s %-22s %5s  %-16s %-24s %10s  %s%n",
                    "agent",
                    "address",
                    "cores",
                    "version",
                    "clock is ahead by",
                    "capacity",
                    "state");
            for (AgentInfo agent : agents) {
                out.printf(
                        Locale.ROOT,
                        "%-28s %-22s %5d  %-16s %-24s %10s  %s%n",
                        agent.name(),
                        agent.address(),
                        agent.cores(),
                        agent.version(),
                        cluster.timeOfDayOffset(agent).map(AgentProcess::text).orElse("no answer"),
                        agent.capacity() == 0 ? "-" : String.format(Locale.ROOT, "%,.0f/s", agent.capacity()),
                        agent.busyWith().isEmpty() ? "free" : "busy with a run of " + agent.busyWith());
            }
            out.flush();
        }
    }

    private static String text(ClockOffset offset) {
        return String.format(Locale.ROOT, "%,.3f ms ± %.3f ms", offset.nanos() / 1e6, offset.uncertaintyNanos() / 1e6);
    }
}
