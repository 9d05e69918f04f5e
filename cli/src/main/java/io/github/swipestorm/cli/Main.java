package io.github.swipestorm.cli;

import io.github.swipestorm.cli.option.OptionTypes;
import io.github.swipestorm.client.engine.ClientLimitException;
import io.github.swipestorm.client.engine.LocalRunner;
import io.github.swipestorm.client.engine.Runner;
import io.github.swipestorm.client.http.Redaction;
import io.github.swipestorm.client.report.run.RunReport;
import io.github.swipestorm.client.setting.PlanException;
import io.github.swipestorm.client.text.SafeText;
import io.github.swipestorm.client.thread.DaemonThreads;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;
import picocli.CommandLine.UnmatchedArgumentException;

/** The entry point of the command line. */
public final class Main {

    /** The type in the mode of a file, and two of its values (inode(7)). */
    private static final int FILE_TYPE = 0170000;

    private static final int PIPE = 0010000;
    private static final int SOCKET = 0140000;

    private Main() {}

    /** Runs a command and ends the JVM with its exit code. */
    public static void main(String[] args) {
        // Each lookup of a host's name is one: the JVM's cache would hide how long that of the run takes.
        System.setProperty("sun.net.inetaddr.ttl", "0");
        PrintWriter out = standardOutput();
        if (args.length == 1 && SwipestormCommand.VERSION.contains(args[0])) {
            // Without picocli, whose classes and reflection take longer than everything else that this needs.
            Stream.of(new Version().getVersion()).forEach(out::println);
            System.exit(
                    afterOutput(ExitCodes.OK, out, new PrintWriter(new FileOutputStream(FileDescriptor.err), true)));
        }
        if (command(args).equals("run")) {
            // Reading the arguments keeps one core busy for some time; a report's classes are loaded on another.
            DaemonThreads.start("swipestorm-preload", RunReport::preload);
        }
        Optional<Terminal> terminal = Terminal.open();
        CommandLine commandLine = commandLineFor(args);
        terminal.ifPresent(writer -> commandLine.setErr(new PrintWriter(writer, true)));
        commandLine.setOut(out);
        int exitCode = afterOutput(execute(commandLine, Path.of(""), System.getenv(), args), out, commandLine.getErr());
        if (command(args).equals("run") && ExitCodes.afterWholeRun(exitCode)) {
            ClassArchive.refresh(
                    terminal.isPresent(),
                    () -> terminal.ifPresent(
                            writer -> writer.show("saving class data, once: later starts are faster")));
        }
        terminal.ifPresent(Terminal::clear);
        System.exit(exitCode);
    }

    /** Not {@code System.out}, which does not tell its writers what failed. */
    private static PrintWriter standardOutput() {
        String encoding = System.getProperty(
                "sun.stdout.encoding", Charset.defaultCharset().name());
        return new PrintWriter(
                new OutputStreamWriter(new FileOutputStream(FileDescriptor.out), Charset.forName(encoding)), true);
    }

    private static int afterOutput(int exitCode, PrintWriter out, PrintWriter err) {
        return afterOutput(exitCode, out, new FileOutputStream(FileDescriptor.out), readByAnother(), err);
    }

    /** Whether standard output is a pipe or a socket. */
    private static boolean readByAnother() {
        try {
            int type = (int) Files.getAttribute(Path.of("/dev/stdout"), "unix:mode") & FILE_TYPE;
            return type == PIPE || type == SOCKET;
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
            return false;
        }
    }

    /**
     * The exit code of a command, which is not 0 when some of its output was lost, for example because the disk is full.
     *
     * @param stream where {@code out} writes; asked for the reason, which a writer does not keep
     * @param readByAnother whether another program reads it, and may leave when it has what it wanted, as {@code head} does
     */
    static int afterOutput(int exitCode, PrintWriter out, OutputStream stream, boolean readByAnother, PrintWriter err) {
        if (!out.checkError() || readByAnother) {
            return exitCode;
        }
        String reason = "a write failed";
        try {
            stream.write('\n');
        } catch (IOException e) {
            reason = e.getMessage();
        }
        err.println("swipestorm: standard output is not complete: " + reason);
        return exitCode == ExitCodes.OK ? ExitCodes.FAILED : exitCode;
    }

    /**
     * Runs a command with the defaults of a directory and an environment; options or a URL without a command are those of {@code
     * run}. Returns the exit code.
     */
    static int execute(CommandLine commandLine, Path directory, Map<String, String> environment, String... words) {
        OptionDefaults.Completed completed;
        try {
            completed = OptionDefaults.of(directory, environment).complete(commandLine, withCommand(words));
        } catch (IllegalArgumentException e) {
            commandLine.getErr().println("swipestorm: " + shown(e.getMessage()));
            return ExitCodes.USAGE;
        }
        completed.warnings().forEach(warning -> commandLine.getErr().println("WARNING: " + warning));
        if (!completed.origins().isEmpty()) {
            if (completed.words().stream().noneMatch(Set.of("-q", "--quiet")::contains)) {
                commandLine.getErr().println("NOTE: " + completed.origins());
            }
            ((SwipestormCommand) commandLine.getCommandSpec().userObject()).setOrigins(completed.origins());
        }
        return commandLine.execute(completed.words().toArray(String[]::new));
    }

    private static List<String> withCommand(String... words) {
        String command = command(words);
        boolean nameless = !command.isEmpty() && !command.equals(words[0]);
        return (nameless ? Stream.concat(Stream.of(command), Stream.of(words)) : Stream.of(words)).toList();
    }

    /** Runs a command; options or a URL without a command are those of {@code run}. Returns the exit code. */
    static int execute(CommandLine commandLine, String... words) {
        return commandLine.execute(withCommand(words).toArray(String[]::new));
    }

    /** The name of the command that words are for; empty when it is none. */
    private static String command(String... words) {
        if (words.length == 0 || SwipestormCommand.OPTIONS.contains(words[0])) {
            return "";
        }
        return words[0].matches("(?s)-.*|https?://.*") ? "run" : words[0];
    }

    /** All commands, ready to be executed; tests redirect its output. */
    public static CommandLine commandLine() {
        return commandLine(LocalRunner::new);
    }

    /** What {@link #execute(CommandLine, String...)} needs for these words. */
    static CommandLine commandLineFor(String... words) {
        return commandLine(LocalRunner::new, words);
    }

    /** The commands that words need: the options of all commands take half a second to read by reflection. */
    static CommandLine commandLine(Supplier<Runner> runner, String... typed) {
        CommandLine commandLine = new CommandLine(new SwipestormCommand(runner));
        SwipestormCommand.commands(command(typed)).forEach(commandLine::addSubcommand);
        // An @ before a file belongs to options for requests.
        commandLine.setExpandAtFiles(false);
        OptionTypes.register(commandLine)
                .registerConverter(CompletionScript.class, OptionTypes.constants(CompletionScript.values()));
        CommandHelp.install(commandLine);
        commandLine.setParameterExceptionHandler((e, words) -> UsageErrors.explain(e));
        commandLine.setExecutionStrategy(parsed -> {
            refuseUnknownCommands(parsed);
            refuseEmptyLists(parsed);
            return execute(parsed);
        });
        commandLine.setExecutionExceptionHandler((e, command, parsed) -> {
            command.getErr().println("swipestorm: " + describe(e));
            // A plan that the number of agents shows to be impossible.
            return e instanceof PlanException ? ExitCodes.USAGE : ExitCodes.FAILED;
        });
        return commandLine;
    }

    /** An error ends the JVM with a stack trace, which does not explain a lack of memory or files. */
    private static int execute(ParseResult parsed) {
        try {
            return new RunLast().execute(parsed);
        } catch (OutOfMemoryError | LinkageError e) {
            parsed.commandSpec()
                    .commandLine()
                    .getErr()
                    .println("swipestorm: "
                            + ClientLimitException.behind(e).orElseThrow().getMessage());
            return ExitCodes.FAILED;
        }
    }

    /** Picocli overlooks an unknown command when help is requested as well. */
    private static void refuseUnknownCommands(ParseResult parsed) {
        List<String> unknown = parsed.unmatched().stream()
                .filter(word -> !word.startsWith("-"))
                .toList();
        CommandLine command = parsed.commandSpec().commandLine();
        if (!unknown.isEmpty() && !command.getSubcommands().isEmpty()) {
            throw new UnmatchedArgumentException(command, unknown);
        }
        parsed.subcommands().forEach(Main::refuseUnknownCommands);
    }

    /** Picocli takes "," for an empty list, which no command accepts. */
    private static void refuseEmptyLists(ParseResult parsed) {
        for (OptionSpec option : parsed.matchedOptions()) {
            if (option.getValue() instanceof Collection<?> list && list.isEmpty()) {
                throw new ParameterException(
                        option.command().commandLine(),
                        option.longestName() + " names nothing with '" + String.join("", option.originalStringValues())
                                + "': give it one or more, with commas between, or leave it out");
            }
        }
        parsed.subcommands().forEach(Main::refuseEmptyLists);
    }

    /**
     * Many exceptions of the file system have the error in their class name only, and just the file in their message.
     */
    private static String describe(Exception e) {
        return shown(e.getMessage() == null || e instanceof FileSystemException ? e.toString() : e.getMessage());
    }

    /** In one line, without credentials. */
    private static String shown(String message) {
        return SafeText.plain(Redaction.of(message));
    }
}
