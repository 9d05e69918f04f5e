package io.github.swipestorm.cli.command;

import io.github.swipestorm.cli.ShortHelp;
import io.github.swipestorm.cli.Version;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command {@code help}: the same as {@code --help}, for users who look for a command. */
@Command(
        name = "help",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = "Show the help of a command.")
@ShortHelp(examples = {"help run", "help compare models"})
public final class HelpCommand implements Runnable {

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "COMMAND", arity = "0..*", description = "Which one; without it, all are listed.")
    private List<String> words = List.of();

    @Override
    public void run() {
        CommandLine command = spec.parent().commandLine();
        for (String word : words) {
            CommandLine next = command.getSubcommands().get(word);
            if (next == null) {
                throw new UnmatchedArgumentException(command, List.of(word));
            }
            command = next;
        }
        command.usage(spec.commandLine().getOut());
    }
}
