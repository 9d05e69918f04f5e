package io.github.swipestorm.cli.command;

import io.github.swipestorm.cli.ShortHelp;
import io.github.swipestorm.cli.Version;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The parent command of the comparisons. */
@Command(
        name = "compare",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = "Compare sending models, transports or servers in interleaved rounds, or finished runs.",
        subcommands = {
            CompareModelsCommand.class,
            CompareTransportsCommand.class,
            CompareServersCommand.class,
            CompareRunsCommand.class
        })
@ShortHelp(examples = {"compare models --rounds 10", "compare runs results/yesterday results/today"})
public final class CompareCommand implements Runnable {

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(),
                "Say what to compare: " + String.join(", ", spec.subcommands().keySet()));
    }
}
