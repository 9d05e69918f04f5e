package io.github.swipestorm.cli.command;

import io.github.swipestorm.cli.ShortHelp;
import io.github.swipestorm.cli.Version;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The command {@code version}: the same as {@code --version}, for users who look for a command. */
@Command(
        name = "version",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = "Print version, commit and Java.")
@ShortHelp(examples = {"version"})
public final class VersionCommand implements Runnable {

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        spec.commandLine().printVersionHelp(spec.commandLine().getOut());
    }
}
