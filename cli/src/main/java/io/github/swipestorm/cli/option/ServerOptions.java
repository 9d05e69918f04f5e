package io.github.swipestorm.cli.option;

import picocli.CommandLine.Option;

/** Options of a server that the client starts. */
public final class ServerOptions {

    @Option(
            names = "--server-threads",
            paramLabel = "N",
            defaultValue = "200",
            description = "Threads of the server that is started (default: ${DEFAULT-VALUE}).")
    public int threads;

    @Option(
            names = "--server-virtual-threads",
            description = "Let the server answer on virtual threads (Java 21 or newer).")
    public boolean virtualThreads;
}
