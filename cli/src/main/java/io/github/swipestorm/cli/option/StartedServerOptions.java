package io.github.swipestorm.cli.option;

import io.github.swipestorm.cli.server.ServerKind;
import io.github.swipestorm.cli.server.ServerSettings;
import io.github.swipestorm.client.experiment.MatrixPlan;
import io.github.swipestorm.client.registry.EnumLabels;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.BiFunction;
import picocli.CommandLine.Option;

/** Options of a server that the client starts. */
public final class StartedServerOptions {

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
                            + " concurrent, but for albums unlocked-reads, or plain, which loses writes (default:"
                            + " mutex).")
    private String store;

    @Option(
            names = "--most-albums",
            paramLabel = "N",
            description =
                    "Albums that the albums server keeps; from then on a new one replaces the oldest (default: all).")
    private Integer mostAlbums;

    /** The keys of {@link #settings(ServerKind, Map)}. */
    static final Set<String> KEYS = Set.of("server", "store", "serverThreads", "serverVirtualThreads");

    /**
     * How to start a server on any free port, where keys replace options.
     *
     * @param kind when there is no key {@code server}
     * @param keys some of {@link #KEYS} with their values
     * @throws InvalidKey when they are invalid
     */
    ServerSettings settings(ServerKind kind, Map<String, String> keys) {
        ServerSettings settings = settings(kind(kind, keys), 0);
        settings = with(keys, "store", settings, ServerSettings::withStore);
        settings =
                with(keys, "serverThreads", settings, (before, value) -> before.withThreads(MatrixPlan.whole(value)));
        return with(
                keys,
                "serverVirtualThreads",
                settings,
                (before, value) -> before.withVirtualThreads(MatrixPlan.truth(value)));
    }

    private static <T> T with(Map<String, String> keys, String key, T before, BiFunction<T, String, T> change) {
        if (!keys.containsKey(key)) {
            return before;
        }
        try {
            return change.apply(before, keys.get(key));
        } catch (IllegalArgumentException e) {
            throw new InvalidKey(key, keys.get(key), e);
        }
    }

    /** A value of a key that is invalid; its message does not name the key. */
    static final class InvalidKey extends IllegalArgumentException {

        private static final long serialVersionUID = 1L;

        private final String key;
        private final String value;

        private InvalidKey(String key, String value, IllegalArgumentException cause) {
            super(cause.getMessage(), cause);
            this.key = key;
            this.value = value;
        }

        String key() {
            return key;
        }

        String value() {
            return value;
        }
    }

    /**
     * Refuses a choice of stores for a server that is not started here.
     *
     * @throws IllegalArgumentException with a user-facing message when there is one
     */
    void refuseStoreBesideUrl() {
        if (store != null || mostAlbums != null) {
            throw new IllegalArgumentException((store != null ? "--store" : "--most-albums")
                    + " is for a server that is started here: leave it out, or leave the URL out");
        }
    }

    /** The kind that keys name, or else that of the options. */
    static ServerKind kind(ServerKind kind, Map<String, String> keys) {
        return with(keys, "server", kind, (before, word) -> EnumLabels.parse(ServerKind.values(), word));
    }

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
