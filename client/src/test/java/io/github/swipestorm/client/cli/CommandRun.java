package io.github.swipestorm.client.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import picocli.CommandLine;

/** What a command did when it was run inside the test's JVM. */
record CommandRun(int exitCode, String out, String err) {

    static CommandRun of(String... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine command = Main.commandLine();
        command.setOut(new PrintWriter(out));
        command.setErr(new PrintWriter(err));
        int exitCode = command.execute(args);
        return new CommandRun(exitCode, out.toString(), err.toString());
    }

    static CommandRun of(List<String> args) {
        return of(args.toArray(String[]::new));
    }
}
