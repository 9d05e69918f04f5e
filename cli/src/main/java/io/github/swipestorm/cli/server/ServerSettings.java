package io.github.swipestorm.cli.server;

import io.github.swipestorm.launch.CertificateFiles;
import java.util.Optional;

/**
 * How to start a server.
 *
 * @param kind which one
 * @param port 1 to 65535, or 0 for any that is free
 * @param threads that handle requests, at least 1
 * @param virtualThreads whether each request is handled on its own virtual thread; the server rejects this before Java
 *     21
 * @param http2 whether clients may speak HTTP/2
 * @param certificate for TLS; empty for clear text
 */
public record ServerSettings(
        ServerKind kind,
        int port,
        int threads,
        boolean virtualThreads,
        boolean http2,
        Optional<CertificateFiles> certificate) {

    public ServerSettings {
        if (port < 0 || port > 65_535) {
            throw new IllegalArgumentException("The server's port must be 0 to 65535, not " + port);
        }
        if (threads < 1) {
            throw new IllegalArgumentException("The server needs at least 1 thread, not " + threads);
        }
    }

    /** The same over TLS. */
    public ServerSettings with(CertificateFiles files) {
        return new ServerSettings(kind, port, threads, virtualThreads, http2, Optional.of(files));
    }
}
