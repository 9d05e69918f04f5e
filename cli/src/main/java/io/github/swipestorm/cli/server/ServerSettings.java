package io.github.swipestorm.cli.server;

/**
 * How to start a server.
 *
 * @param kind which one
 * @param port 1 to 65535, or 0 for any that is free
 * @param threads that handle requests, at least 1
 * @param virtualThreads whether each request is handled on its own virtual thread; the server rejects this before Java
 *     21
 */
public record ServerSettings(ServerKind kind, int port, int threads, boolean virtualThreads) {

    public ServerSettings {
        if (port < 0 || port > 65_535) {
            throw new IllegalArgumentException("The server's port must be 0 to 65535, not " + port);
        }
        if (threads < 1) {
            throw new IllegalArgumentException("The server needs at least 1 thread, not " + threads);
        }
    }
}
