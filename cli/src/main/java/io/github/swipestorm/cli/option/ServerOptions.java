package io.github.swipestorm.cli.option;

import io.github.swipestorm.cli.server.ServerKind;
import io.github.swipestorm.cli.server.ServerSettings;
import java.util.Optional;
import java.util.OptionalInt;
import picocli.CommandLine.Option;

/** Options of a server that the client starts. */
public final class ServerOptions {

    @Option(
            names = "--server-threads",
            paramLabel = "N",
            defaultValue = "200",
            description = "Threads of the server that is started (default: ${DEFAULT-VALUE}).")
    private int threads;

    @Option(
            names = "--server-virtual-threads",
            description = "Let the server answer on virtual threads (Java 21 or newer).")
    private boolean virtualThreads;

    @Option(names = "--server-http2", description = "Let the server speak HTTP/2, too.")
    private boolean http2;

    @Option(
            names = "--store",
            paramLabel = "STORE",
            description =
                    "How threads of key-value, albums and board servers share what is stored: mutex, rwlock, stamped,"
                            + " concurrent, unlocked-reads, or plain, which loses writes (default: mutex).")
    private String store;

    @Option(
            names = "--most-albums",
            paramLabel = "N",
            description =
                    "Albums that the albums server keeps; from then on a new one replaces the oldest (default: all).")
    private Integer mostAlbums;

    /**
     * How to start a server.
     *
     * @param port 0 for any that is free
     * @throws IllegalArgumentException with a user-facing message when the options are invalid
     */
    public ServerSettings settings(ServerKind kind, int port) {
        return new ServerSettings(
                kind,
                port,
                threads,
                virtualThreads,
                http2,
                Optional.empty(),
                Optional.ofNullable(store),
                mostAlbums == null ? OptionalInt.empty() : OptionalInt.of(mostAlbums));
    }
}
