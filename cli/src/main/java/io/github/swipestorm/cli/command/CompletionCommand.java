package io.github.swipestorm.cli.command;

import io.github.swipestorm.cli.CompletionScript;
import io.github.swipestorm.cli.ShortHelp;
import io.github.swipestorm.cli.Version;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Prints what a shell needs to complete command lines. */
@Command(
        name = "completion",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = "Print a script that completes command lines in bash, zsh or fish.",
        footer = {
            "To use it in this shell:",
            "  bash:  source <(swipestorm completion bash)",
            "  zsh:   source <(swipestorm completion zsh)      # after compinit",
            "  fish:  swipestorm completion fish | source"
        })
@ShortHelp(examples = {"completion bash", "completion zsh"})
public final class CompletionCommand implements Runnable {

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "SHELL", description = "Which one: ${COMPLETION-CANDIDATES}.")
    private CompletionScript shell;

    @Override
    public void run() {
        spec.commandLine().getOut().print(shell.of(spec.root()));
        spec.commandLine().getOut().flush();
    }
}
