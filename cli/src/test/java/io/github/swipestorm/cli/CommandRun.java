package io.github.swipestorm.cli;

import io.github.swipestorm.client.engine.LocalRunner;
import io.github.swipestorm.client.engine.Runner;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import picocli.CommandLine;

/** What a command did when it was run inside the test's JVM. */
public record CommandRun(int exitCode, String out, String err) {

    private static final String CHECK = "(check)";

    public static CommandRun of(String... args) {
        return by(LocalRunner::new, args);
    }

    /** With another runner. */
    static CommandRun by(Supplier<Runner> runner, String... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine command = Main.commandLine(runner, args);
        command.setOut(new PrintWriter(out));
        command.setErr(new PrintWriter(err));
        int exitCode = Main.execute(command, unchecked(args));
        return new CommandRun(exitCode, out.toString(), err.toString());
    }

    /** As typed, with the check of the first connection, which the scripts of servers in other tests do not know. */
    static CommandRun checking(String... args) {
        return of(concat(args, CHECK));
    }

    private static String[] unchecked(String... args) {
        List<String> words = List.of(args);
        if (words.contains(CHECK)) {
            return words.stream().filter(word -> !word.equals(CHECK)).toArray(String[]::new);
        }
        boolean sends = words.stream().anyMatch(word -> word.matches("--urls?|--curl|https?://.*"));
        return sends ? concat(args, "--no-check-connection") : args;
    }

    private static String[] concat(String[] args, String more) {
        return Stream.concat(Stream.of(args), Stream.of(more)).toArray(String[]::new);
    }

    public static CommandRun of(List<String> args) {
        return of(args.toArray(String[]::new));
    }
}
