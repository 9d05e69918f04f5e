package io.github.swipestorm.client.cli;

import io.github.swipestorm.client.engine.RetryOn;
import io.github.swipestorm.client.engine.SelfWarmUp;
import io.github.swipestorm.client.model.Arrivals;
import io.github.swipestorm.client.model.Models;
import io.github.swipestorm.client.record.RecordsPolicy;
import io.github.swipestorm.client.server.ServerKind;
import io.github.swipestorm.client.transport.Transports;
import io.github.swipestorm.client.workload.Workloads;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** The command line's entry. */
public final class Main {

    private Main() {}

    /** Runs a command and ends the JVM with its exit code; without arguments the command is {@code run}. */
    public static void main(String[] args) {
        System.exit(commandLine().execute(args.length == 0 ? new String[] {"run"} : args));
    }

    /** The commands, ready to be executed; tests redirect its output. */
    static CommandLine commandLine() {
        CommandLine commandLine = new CommandLine(new SwipestormCommand());
        commandLine.registerConverter(Models.class, new WordConverter<>(Models.values()));
        commandLine.registerConverter(ServerKind.class, new WordConverter<>(ServerKind.values()));
        commandLine.registerConverter(Transports.class, new WordConverter<>(Transports.values()));
        commandLine.registerConverter(Arrivals.class, new WordConverter<>(Arrivals.values()));
        commandLine.registerConverter(SelfWarmUp.class, new WordConverter<>(SelfWarmUp.values()));
        commandLine.registerConverter(Workloads.class, new WordConverter<>(Workloads.values()));
        commandLine.registerConverter(RetryOn.class, new WordConverter<>(RetryOn.values()));
        commandLine.registerConverter(RecordsPolicy.class, new WordConverter<>(RecordsPolicy.values()));
        commandLine.setParameterExceptionHandler(Main::explain);
        commandLine.setExecutionExceptionHandler((e, command, parsed) -> {
            command.getErr().println("swipestorm: " + describe(e));
            return ExitCodes.FAILED;
        });
        return commandLine;
    }

    private static int explain(ParameterException e, String[] args) {
        CommandLine command = e.getCommandLine();
        command.getErr().println(e.getMessage());
        command.getErr().println("Try '" + command.getCommandSpec().qualifiedName() + " --help'.");
        return ExitCodes.USAGE;
    }

    private static String describe(Exception e) {
        return e.getMessage() == null ? e.toString() : e.getMessage();
    }
}
