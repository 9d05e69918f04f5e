package io.github.swipestorm.client.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Holds the comparisons. */
@Command(
        name = "compare",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = "Compare sending models, transports or servers in interleaved rounds, or runs that are finished.",
        subcommands = {
            CompareModelsCommand.class,
            CompareTransportsCommand.class,
            CompareServersCommand.class,
            CompareRunsCommand.class
        })
final class CompareCommand implements Runnable {

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(),
                "What to compare is missing: "
                        + String.join(", ", spec.subcommands().keySet()));
    }
}
