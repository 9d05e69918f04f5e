package io.github.swipestorm.cli.agent;

import io.github.swipestorm.client.engine.Runner;
import io.github.swipestorm.client.report.store.Environment;
import io.github.swipestorm.cluster.Cluster;
import io.github.swipestorm.cluster.ClusterException;
import io.github.swipestorm.cluster.ClusterRunner;
import io.github.swipestorm.cluster.Membership;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** Makes runners of the module {@code cluster}, which only commands with agents have on their class path. */
public final class RunsOnAgents {

    private static final Duration PATIENCE = Duration.ofSeconds(15);

    private RunsOnAgents() {}

    /**
     * How a process takes part in a cluster.
     *
     * @throws IllegalArgumentException with a user-facing message when an address or the certificates cannot be used
     */
    public static Membership membership(
            List<InetSocketAddress> join, Optional<InetSocketAddress> listen, Optional<Path> tls) {
        try {
            Membership membership = new Membership(join, listen, tls);
            membership.requireCertificates();
            return membership;
        } catch (ClusterException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    static Runner runner(
            List<InetSocketAddress> join,
            Optional<Path> tls,
            int agents,
            boolean stopOnLoss,
            boolean leaveRecords,
            Consumer<String> says) {
        Cluster cluster = new Cluster(membership(join, Optional.empty(), tls));
        // Agents then need not find out that this member has gone.
        Runtime.getRuntime().addShutdownHook(new Thread(cluster::close, "swipestorm-leave"));
        ClusterRunner runner = new ClusterRunner(
                cluster,
                agents,
                PATIENCE,
                stopOnLoss ? ClusterRunner.OnLoss.STOP : ClusterRunner.OnLoss.CONTINUE,
                Environment.current().swipestorm(),
                onceEach(says));
        return leaveRecords ? runner.leavingRecords() : runner;
    }

    /** The runs of an experiment lead to the same warnings again and again. */
    private static Consumer<String> onceEach(Consumer<String> says) {
        Set<String> said = ConcurrentHashMap.newKeySet();
        return line -> {
            if (!line.startsWith("WARNING: ") || said.add(line)) {
                says.accept(line);
            }
        };
    }
}
