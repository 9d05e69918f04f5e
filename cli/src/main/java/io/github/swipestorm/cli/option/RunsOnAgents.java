package io.github.swipestorm.cli.option;

import io.github.swipestorm.client.engine.Runner;
import io.github.swipestorm.client.report.store.Environment;
import io.github.swipestorm.cluster.Cluster;
import io.github.swipestorm.cluster.ClusterRunner;
import io.github.swipestorm.cluster.Membership;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Makes runners of the module {@code cluster}, which only commands with agents have on their class path. */
final class RunsOnAgents {

    private static final Duration PATIENCE = Duration.ofSeconds(15);

    private RunsOnAgents() {}

    static Runner runner(
            List<InetSocketAddress> join, Optional<Path> tls, int agents, boolean stopOnLoss, Consumer<String> says) {
        Cluster cluster = new Cluster(new Membership(join, Optional.empty(), tls));
        // Agents then need not find out that this member has gone.
        Runtime.getRuntime().addShutdownHook(new Thread(cluster::close, "swipestorm-leave"));
        return new ClusterRunner(
                cluster,
                agents,
                PATIENCE,
                stopOnLoss ? ClusterRunner.OnLoss.STOP : ClusterRunner.OnLoss.CONTINUE,
                Environment.current().swipestorm(),
                says);
    }
}
