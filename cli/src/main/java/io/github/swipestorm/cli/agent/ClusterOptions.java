package io.github.swipestorm.cli.agent;

import io.github.swipestorm.cli.SwipestormCommand;
import io.github.swipestorm.client.engine.Runner;
import io.github.swipestorm.client.registry.EnumLabels;
import io.github.swipestorm.cluster.Membership;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/**
 * Options that spread runs over agents. The library for that is on the class path only of commands that use it: no field and no
 * method here may have a type of it, since reading the options looks at all of them. Its constants are compiled into this class.
 */
public final class ClusterOptions {

    @Mixin
    private Join joinOptions;

    @Option(
            names = "--agents",
            paramLabel = "N",
            description =
                    "How many agents share each run, with --join (default: 1). Threads, rates and requests are the totals "
                            + "of all agents.")
    private Integer agents;

    @Option(
            names = "--on-agent-loss",
            paramLabel = "WHAT",
            description = "What the other agents do when one is lost: ${COMPLETION-CANDIDATES} (default: continue).")
    private AgentLoss onLoss;

    @Option(
            names = "--records-on-agents",
            description =
                    "Leave the rows of --records on the agents, in files that the report names, instead of fetching and "
                            + "merging them.")
    private boolean recordsOnAgents;

    /** Whether runs are spread over agents. */
    public boolean used() {
        return joinOptions.given();
    }

    /**
     * Checks that they suit each other, and that the addresses and certificates can be used.
     *
     * @throws IllegalArgumentException with a user-facing message when they do not, or cannot
     */
    public void check() {
        if (!used() && (agents != null || onLoss != null || recordsOnAgents || joinOptions.tls != null)) {
            throw new IllegalArgumentException((agents != null
                            ? "--agents"
                            : onLoss != null
                                    ? "--on-agent-loss"
                                    : recordsOnAgents ? "--records-on-agents" : "--cluster-tls")
                    + " belongs to runs on agents: add --join HOST:PORT, the address of one of them");
        }
        if (agents != null && agents < 1) {
            throw new IllegalArgumentException("--agents must be 1 or more, not " + agents);
        }
        if (used()) {
            RunsOnAgents.membership(joinOptions.hosts(), Optional.empty(), joinOptions.tls());
        }
    }

    /**
     * Checks that these options leave the number of agents to a plan that has it for each run.
     *
     * @throws IllegalArgumentException with a user-facing message when runs are not spread over agents, or {@code --agents} is given
     */
    public void requireNumberInPlan() {
        if (!used()) {
            throw new IllegalArgumentException(
                    "The key 'agents' belongs to runs on agents: add --join HOST:PORT, the address of one of them");
        }
        if (agents != null) {
            throw new IllegalArgumentException("The plan has the key 'agents': leave out --agents " + agents);
        }
    }

    /**
     * The runner for a command.
     *
     * @param command for which these options were given
     * @param says receives what the user should know at once
     * @throws IllegalArgumentException with a user-facing message when the options are invalid
     */
    public Runner runner(CommandSpec command, Consumer<String> says) {
        return used()
                ? RunsOnAgents.runner(
                        joinOptions.hosts(),
                        joinOptions.tls(),
                        agents == null ? 1 : agents,
                        onLoss == AgentLoss.STOP,
                        recordsOnAgents,
                        says)
                : SwipestormCommand.runner(command);
    }

    /**
     * What the other agents of a run do when one is lost. It is the {@code ClusterRunner.OnLoss} of the library, which is not on
     * the class path wherever these options are read.
     */
    public enum AgentLoss {
        /** They go on with their shares. */
        CONTINUE,
        /** They end as well. */
        STOP;

        private final String label = EnumLabels.of(this);

        /** The label that options use. */
        @Override
        public String toString() {
            return label;
        }
    }

    /** The options by which a process finds a cluster. */
    public static final class Join {

        @Option(
                names = "--join",
                paramLabel = "HOST:PORT",
                split = ",",
                converter = AddressConverter.class,
                description =
                        "Run on agents: the address of one of them, which knows the others, or of several with commas "
                                + "between; a name may stand for several (default port: " + Membership.PORT + ").")
        private List<InetSocketAddress> join = List.of();

        @Option(
                names = "--cluster-tls",
                paramLabel = "DIR",
                description =
                        "The certificates of agents and their users, which 'swipestorm agent init-tls DIR' makes. "
                                + "Without them agents accept connections from the same machine only.")
        private Path tls;

        /** Whether {@code --join} was given. */
        public boolean given() {
            return !join.isEmpty();
        }

        /** The members to join: each address of a name, as that of a service stands for several machines. */
        public List<InetSocketAddress> hosts() {
            return join.stream().flatMap(Join::addresses).distinct().toList();
        }

        private static Stream<InetSocketAddress> addresses(InetSocketAddress host) {
            try {
                return sameFamily(host, InetAddress.getAllByName(host.getHostString()));
            } catch (UnknownHostException e) {
                // Reported where the address is needed.
                return Stream.of(host);
            }
        }

        /** Those of the first one's family: the socket of this machine that connects to them has an address of one. */
        static Stream<InetSocketAddress> sameFamily(InetSocketAddress host, InetAddress... addresses) {
            return Stream.of(addresses)
                    .filter(address -> address.getClass().isInstance(host.getAddress()))
                    .map(address -> new InetSocketAddress(address, host.getPort()));
        }

        /** The directory of the certificates. */
        public Optional<Path> tls() {
            return Optional.ofNullable(tls);
        }
    }

    /** Parses an address; the port may be left out. */
    public static final class AddressConverter implements ITypeConverter<InetSocketAddress> {

        private static final Pattern TEXT = Pattern.compile("(\\[[0-9a-fA-F:.%]+]|[^:\\[\\]/\\s]+)(?::(\\d{1,5}))?");

        @Override
        public InetSocketAddress convert(String value) {
            Matcher matcher = TEXT.matcher(value);
            int port = matcher.matches() && matcher.group(2) != null
                    ? Integer.parseInt(matcher.group(2))
                    : Membership.PORT;
            if (!matcher.matches() || port < 1 || port > 65_535) {
                throw new TypeConversionException("'" + value + "' is not an address; write it like 10.0.0.5:"
                        + Membership.PORT + " or load1.example.org");
            }
            return new InetSocketAddress(matcher.group(1).replaceAll("[\\[\\]]", ""), port);
        }
    }
}
