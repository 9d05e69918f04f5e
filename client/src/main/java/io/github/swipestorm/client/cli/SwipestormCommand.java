package io.github.swipestorm.client.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command that holds the others. */
@Command(
        name = "swipestorm",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = "Load testing that tells the truth about an HTTP server.",
        footer = "%nWithout a command it does what 'run' does.",
        subcommands = {
            RunCommand.class,
            SweepCommand.class,
            CompareCommand.class,
            LittleCommand.class,
            CapacityCommand.class,
            MatrixCommand.class,
            ResumeCommand.class,
            ReportCommand.class,
            ServeCommand.class,
            CalibrateCommand.class,
            VersionCommand.class,
            HelpCommand.class
        })
final class SwipestormCommand implements Runnable {

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(),
                "A command is missing: " + String.join(", ", spec.subcommands().keySet()));
    }
}
