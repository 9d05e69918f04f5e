package io.github.swipestorm.cli.command;

import io.github.swipestorm.cli.ExitCodes;
import io.github.swipestorm.cli.ShortHelp;
import io.github.swipestorm.cli.Version;
import io.github.swipestorm.cli.agent.AgentProcess;
import io.github.swipestorm.cli.agent.ClusterOptions;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Lists the agents of a cluster. */
@Command(
        name = "agents",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        description = "List the agents that runs with --join can use.")
@ShortHelp(examples = {"agents --join 127.0.0.1:7800", "agents --join 10.0.0.5:7800 --cluster-tls certificates"})
public final class AgentsCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Mixin
    private ClusterOptions.Join joinOptions;

    @Override
    public Integer call() throws InterruptedException {
        if (!joinOptions.given()) {
            throw new ParameterException(
                    spec.commandLine(), "--join is missing: the address of one of the agents, such as 127.0.0.1:7800");
        }
        try {
            AgentProcess.list(
                    joinOptions.hosts(), joinOptions.tls(), spec.commandLine().getOut());
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage());
        }
        return ExitCodes.OK;
    }
}
