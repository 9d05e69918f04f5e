package io.github.swipestorm.cli;

import io.github.swipestorm.cli.command.AgentCommand;
import io.github.swipestorm.cli.command.AgentsCommand;
import io.github.swipestorm.cli.command.CalibrateCommand;
import io.github.swipestorm.cli.command.CapacityCommand;
import io.github.swipestorm.cli.command.CompareCommand;
import io.github.swipestorm.cli.command.CompletionCommand;
import io.github.swipestorm.cli.command.HelpCommand;
import io.github.swipestorm.cli.command.LittleCommand;
import io.github.swipestorm.cli.command.MatrixCommand;
import io.github.swipestorm.cli.command.ReportCommand;
import io.github.swipestorm.cli.command.ResumeCommand;
import io.github.swipestorm.cli.command.RunCommand;
import io.github.swipestorm.cli.command.ServeCommand;
import io.github.swipestorm.cli.command.SweepCommand;
import io.github.swipestorm.cli.command.VersionCommand;
import io.github.swipestorm.cli.command.WorkloadCommand;
import io.github.swipestorm.client.engine.Runner;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The root command. */
@Command(
        name = "swipestorm",
        mixinStandardHelpOptions = true,
        // Spares the search for methods that are commands, which takes time at each start.
        addMethodSubcommands = false,
        versionProvider = Version.class,
        description = "Load testing that tells the truth about an HTTP server.",
        footer = "'swipestorm COMMAND --help' shows a command's options. Options without a command are those of 'run'.")
@ShortHelp(
        examples = {
            "run --duration 10s",
            "run --url http://localhost:8080/app --duration 30s",
            "serve servlet --port 8080"
        })
public final class SwipestormCommand implements Callable<Integer> {

    /** The commands, in the order of the help. */
    private static final List<Class<?>> COMMANDS = List.of(
            RunCommand.class,
            SweepCommand.class,
            CompareCommand.class,
            LittleCommand.class,
            CapacityCommand.class,
            MatrixCommand.class,
            WorkloadCommand.class,
            ResumeCommand.class,
            ReportCommand.class,
            ServeCommand.class,
            AgentCommand.class,
            AgentsCommand.class,
            CalibrateCommand.class,
            CompletionCommand.class,
            VersionCommand.class,
            HelpCommand.class);

    /** The words that ask for the version. */
    static final Set<String> VERSION = Set.of("-V", "--version", "version");

    /** The options that it has itself. */
    static final Set<String> OPTIONS = Set.of("-h", "--help", CommandHelp.HELP_ALL, "-V", "--version");

    /** These deal with the other commands. */
    private static final Set<Class<?>> NEED_ALL = Set.of(CompletionCommand.class, HelpCommand.class);

    private final Supplier<Runner> runner;

    private String origins = "";

    @Spec
    private CommandSpec spec;

    /** @param runner makes the runs of all commands; called only for an actual run */
    SwipestormCommand(Supplier<Runner> runner) {
        this.runner = runner;
    }

    /** Where values of options came from that were not typed, for reports. */
    void setOrigins(String origins) {
        this.origins = origins;
    }

    /** Where values of options came from that were not typed; empty when all were. */
    String origins() {
        return origins;
    }

    /** The command of this name alone, when it needs no other; otherwise all, so that help and messages list them. */
    static List<Class<?>> commands(String name) {
        for (Class<?> command : COMMANDS) {
            if (command.getAnnotation(Command.class).name().equals(name) && !NEED_ALL.contains(command)) {
                return List.of(command);
            }
        }
        return COMMANDS;
    }

    /**
     * The runner of a command.
     *
     * @param command of this tree
     */
    public static Runner runner(CommandSpec command) {
        return ((SwipestormCommand) command.root().userObject()).runner.get();
    }

    /** Without a command nothing is done: prints help, and returns the exit code of invalid usage. */
    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getErr());
        return ExitCodes.USAGE;
    }
}
