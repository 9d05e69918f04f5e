package io.github.swipestorm.cli.server;

import io.github.swipestorm.launch.ServerCertificate;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * How to start a server.
 *
 * @param kind which one
 * @param port 1 to 65535, or 0 for any that is free
 * @param threads that handle requests, 1 to 10,000
 * @param virtualThreads whether each request is handled on its own virtual thread; the server rejects this before Java
 *     21
 * @param http2 whether clients may speak HTTP/2
 * @param certificate for TLS; empty for clear text
 * @param store how its threads share what it stores; empty for the server's default
 * @param mostAlbums albums that it keeps, at least 1; empty for all
 */
public record ServerSettings(
        ServerKind kind,
        int port,
        int threads,
        boolean virtualThreads,
        boolean http2,
        Optional<ServerCertificate> certificate,
        Optional<String> store,
        OptionalInt mostAlbums) {

    public ServerSettings {
        if (port < 0 || port > 65_535) {
            throw new IllegalArgumentException("The server's port must be 0 to 65535, not " + port);
        }
        if (threads < 1 || threads > 10_000) {
            throw new IllegalArgumentException("The server needs 1 to 10000 threads, not " + threads);
        }
        if (store.isPresent() && !kind.stores().contains(store.get())) {
            throw new IllegalArgumentException(
                    kind.swipes()
                            ? "The " + kind + " server has no choice of stores, so '" + store.get() + "' is not for it"
                            : "'" + store.get() + "' is not a store of the " + kind + " server: use "
                                    + String.join(", ", kind.stores()));
        }
        if (mostAlbums.isPresent() && kind != ServerKind.ALBUMS) {
            throw new IllegalArgumentException(
                    "The " + kind + " server has no albums to keep " + mostAlbums.getAsInt() + " of");
        }
        if (mostAlbums.isPresent() && mostAlbums.getAsInt() < 1) {
            throw new IllegalArgumentException("The server keeps at least 1 album, not " + mostAlbums.getAsInt());
        }
        if (mostAlbums.isPresent() && store.equals(Optional.of("plain"))) {
            throw new IllegalArgumentException("The store 'plain' counts what it loses, and cannot where a new album"
                    + " replaces another: keep all albums, or choose another store");
        }
        if (kind.tcp() && (http2 || certificate.isPresent())) {
            throw new IllegalArgumentException(
                    "The " + kind + " server speaks plain TCP, without TLS and HTTP/2: board-http has both");
        }
    }

    /**
     * The same with another store.
     *
     * @throws IllegalArgumentException with a user-facing message when it has none of that name
     */
    public ServerSettings withStore(String word) {
        return new ServerSettings(
                kind, port, threads, virtualThreads, http2, certificate, Optional.of(word), mostAlbums);
    }

    /**
     * The same with another number of threads.
     *
     * @throws IllegalArgumentException with a user-facing message when it is out of range
     */
    public ServerSettings withThreads(int count) {
        return new ServerSettings(kind, port, count, virtualThreads, http2, certificate, store, mostAlbums);
    }

    /** The same with virtual threads, or without. */
    public ServerSettings withVirtualThreads(boolean virtual) {
        return new ServerSettings(kind, port, threads, virtual, http2, certificate, store, mostAlbums);
    }

    /**
     * The same over TLS.
     *
     * @throws IllegalArgumentException with a user-facing message when it has none
     */
    public ServerSettings with(ServerCertificate files) {
        return new ServerSettings(kind, port, threads, virtualThreads, http2, Optional.of(files), store, mostAlbums);
    }
}
