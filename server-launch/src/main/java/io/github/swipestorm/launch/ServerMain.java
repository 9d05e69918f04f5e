package io.github.swipestorm.launch;

import java.io.PrintStream;
import java.net.SocketException;
import java.util.Optional;
import java.util.OptionalInt;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.ParameterException;

/**
 * The common part of every server's {@code main}: it reads the options, starts the server, and prints the
 * {@linkplain ReadyLine ready line}. Exit codes: 0 help was requested or the parent has ended, 1 the server could not
 * start, 2 invalid usage, 143 stopped by SIGTERM.
 */
public final class ServerMain {

    private ServerMain() {}

    /**
     * A kind of server.
     *
     * @param name one word
     * @param description a sentence for {@code --help}
     * @param scheme of its address without TLS: {@code http} or {@code tcp}
     * @param options object with further options of its command line, in picocli's annotations; empty for none
     */
    public record Program(String name, String description, String scheme, Optional<Object> options) {

        private static Program ofSwipes(String name) {
            return new Program(name, "Serves the swipe API until it is stopped.", "http", Optional.empty());
        }
    }

    /** Starts a kind of server. */
    @FunctionalInterface
    public interface Starter {

        /**
         * Starts it; it keeps running on its own threads, which keep the JVM alive.
         *
         * @return the port it listens on
         * @throws Exception when it cannot start; a {@link SocketException} among the causes means that it cannot
         *     listen on the port that the options name
         */
        int start(ServerOptions options) throws Exception;
    }

    /**
     * Runs the {@code main} of a server with the swipe API: returns when the server is ready, and ends the JVM when it
     * cannot start.
     *
     * @param server kind of server, one word
     */
    public static void run(String server, String[] args, Starter starter) {
        run(Program.ofSwipes(server), args, starter);
    }

    /** The same for any kind of server. */
    public static void run(Program program, String[] args, Starter starter) {
        run(program, args, starter, System.out, System.err).ifPresent(System::exit);
    }

    /** Does the same, and returns the exit code if the JVM is to end. */
    static OptionalInt run(Program program, String[] args, Starter starter, PrintStream out, PrintStream err) {
        Optional<ServerOptions> options;
        try {
            options = parse(program, args, Runtime.version().feature(), out);
        } catch (ParameterException e) {
            err.println(firstLine(e) + " (--help lists the options)");
            return OptionalInt.of(2);
        }
        if (options.isEmpty()) {
            return OptionalInt.of(0);
        }
        if (options.get().parentLifeline()) {
            ParentLifeline.attach();
        }
        try {
            int port = starter.start(options.get());
            String scheme = program.scheme() + (options.get().certificate().isPresent() ? "s" : "");
            out.println(ReadyLine.of(program.name(), scheme, port));
            return OptionalInt.empty();
        } catch (Exception e) {
            err.println(whyNotStarted(e, options.get().port()));
            return OptionalInt.of(1);
        }
    }

    /**
     * The options that a command line would give; for a server that is started inside another program.
     *
     * @throws ParameterException when they are invalid
     */
    public static ServerOptions options(String... args) {
        return parse(Program.ofSwipes("server"), args, Runtime.version().feature(), System.out)
                .orElseThrow(() -> new IllegalArgumentException("--help is for a command line"));
    }

    /** Parses the options; empty when help was requested, which is then printed. */
    static Optional<ServerOptions> parse(Program program, String[] args, int javaVersion, PrintStream out) {
        ServerOptions options = new ServerOptions();
        CommandSpec spec = CommandSpec.forAnnotatedObject(options)
                .name("swipestorm-" + program.name())
                .usageMessage(new UsageMessageSpec().description(program.description()));
        program.options().ifPresent(further -> spec.addMixin("further", CommandSpec.forAnnotatedObject(further)));
        CommandLine commandLine = new CommandLine(spec);
        commandLine.parseArgs(args);
        if (options.help()) {
            commandLine.usage(out, Ansi.OFF);
            return Optional.empty();
        }
        options.requireVirtualThreads(javaVersion);
        options.requireCertificateWithKey();
        return Optional.of(options);
    }

    private static String whyNotStarted(Exception failure, int port) {
        Throwable cause = failure;
        while (!(cause instanceof SocketException) && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause instanceof SocketException
                ? "cannot listen on port " + port + ": " + firstLine(cause)
                : "cannot start: " + cause;
    }

    private static String firstLine(Throwable e) {
        return String.valueOf(e.getMessage()).lines().findFirst().orElse("");
    }
}
