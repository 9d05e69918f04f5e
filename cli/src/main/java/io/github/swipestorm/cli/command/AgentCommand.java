package io.github.swipestorm.cli.command;

import io.github.swipestorm.cli.ExitCodes;
import io.github.swipestorm.cli.ShortHelp;
import io.github.swipestorm.cli.Version;
import io.github.swipestorm.cli.agent.AgentProcess;
import io.github.swipestorm.cli.agent.ClusterOptions;
import io.github.swipestorm.client.arrival.Rate;
import io.github.swipestorm.cluster.Certificates;
import io.github.swipestorm.cluster.Membership;
import io.github.swipestorm.launch.ServerCertificate;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Executes shares of plans until Ctrl-C. */
@Command(
        name = "agent",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        description = "Lend this machine to runs that other machines start with --join, until Ctrl-C.",
        subcommands = AgentCommand.InitTlsCommand.class)
@ShortHelp(
        options = {"--join", "--cluster-tls", "--listen", "--allow-target", "--max-rate", "--records-dir"},
        examples = {
            "agent --listen 10.0.0.5:7800 --cluster-tls certificates",
            "agent --join 10.0.0.5:7800 --cluster-tls certificates",
            "agent init-tls certificates"
        })
public final class AgentCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Mixin
    private ClusterOptions.Join joinOptions;

    @Option(
            names = "--listen",
            paramLabel = "HOST:PORT",
            converter = ClusterOptions.AddressConverter.class,
            description = "Address of this agent for users and other agents (default: 127.0.0.1:" + Membership.PORT
                    + "; with --join, the local " + "address on the route to the first of these, and any free port).")
    private InetSocketAddress listen;

    @Option(
            names = "--allow-target",
            paramLabel = "HOST:PORT",
            split = ",",
            description =
                    "Refuse plans that may send load elsewhere, also by a proxy or redirects; several with commas "
                            + "between.")
    private List<String> allowedTargets = List.of();

    @Option(
            names = "--max-rate",
            paramLabel = "RATE",
            description =
                    "Refuse plans of which this agent's share may make more attempts than this, such as 1000/s, retries "
                            + "and all requests of an iteration included, and plans without a rate.")
    private Rate maxRate;

    @Option(
            names = "--records-dir",
            paramLabel = "DIR",
            defaultValue = "swipestorm-records",
            description = "Where the rows stay of runs with --records-on-agents (default: ${DEFAULT-VALUE}).")
    private Path records;

    @Option(
            names = "--no-self-warmup",
            description =
                    "Do nothing while waiting for the first run. By default the agent warms itself up meanwhile, for "
                            + "some 10 s, and sends nothing to any target: the run then begins sooner.")
    private boolean withoutSelfWarmUp;

    @Override
    public Integer call() throws InterruptedException {
        try {
            AgentProcess.serve(
                    joinOptions.hosts(),
                    joinOptions.tls(),
                    Optional.ofNullable(listen),
                    allowedTargets,
                    Optional.ofNullable(maxRate),
                    records,
                    !withoutSelfWarmUp,
                    spec.commandLine().getOut());
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage());
        }
        return ExitCodes.OK;
    }

    /** Makes the certificates by which members of a cluster know each other. */
    @Command(
            name = "init-tls",
            mixinStandardHelpOptions = true,
            versionProvider = Version.class,
            description =
                    "Make the certificates of one cluster. Copy the directory to each machine that takes part. It "
                            + "gives access to the agents, so keep it secret.")
    @ShortHelp(examples = "agent init-tls certificates")
    static final class InitTlsCommand implements Callable<Integer> {

        @Spec
        private CommandSpec spec;

        @Parameters(paramLabel = "DIR", description = "Directory for them; it is created.")
        private Path directory;

        @Override
        public Integer call() throws IOException {
            Path authority = directory.resolve(Certificates.AUTHORITY);
            Path identity = directory.resolve(Certificates.IDENTITY);
            if (Files.exists(authority) || Files.exists(identity)) {
                throw new ParameterException(
                        spec.commandLine(),
                        "There are certificates in '" + directory
                                + "', which agents may be using: name another directory, " + "or remove " + authority
                                + " and " + identity);
            }
            Files.createDirectories(directory);
            ServerCertificate.forMembers(authority, identity);
            spec.commandLine()
                    .getOut()
                    .println("Made " + authority + " and " + identity + ", valid for two years. Copy '" + directory
                            + "' to each machine, keep it secret, and name it as --cluster-tls " + directory + ".");
            return ExitCodes.OK;
        }
    }
}
