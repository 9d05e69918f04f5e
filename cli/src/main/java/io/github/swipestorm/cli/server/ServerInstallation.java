package io.github.swipestorm.cli.server;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The location of the servers' classes relative to the client's own: beside them in an unpacked distribution, or in the
 * working tree in which this client was built.
 *
 * @param home the directory that contains the client's classes or its jar
 */
record ServerInstallation(Path home) {

    /** The directory of the client's jars in a distribution; those of each server are in a directory beside it. */
    private static final Path IN_A_DISTRIBUTION = Path.of("lib", "cli");

    /** The installation that this JVM's client belongs to. */
    static ServerInstallation ofThisClient() {
        try {
            return new ServerInstallation(Path.of(ServerInstallation.class
                            .getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toAbsolutePath()
                    .getParent());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * The class path of a server.
     *
     * @throws ServerException when the server is not installed
     */
    String classPath(ServerKind kind) throws ServerException {
        return home.endsWith(IN_A_DISTRIBUTION) ? installed(kind) : compiled(kind);
    }

    private String installed(ServerKind kind) throws ServerException {
        Path libraries = home.resolveSibling(kind.module());
        if (!Files.isDirectory(libraries)) {
            throw new ServerException(
                    "The " + kind + " server is not in this distribution (no " + libraries
                            + "): unpack the full archive, not that of the client, or name a running server with --url",
                    null);
        }
        return libraries + File.separator + "*";
    }

    /** The client's classes are in cli/target/classes, or in a jar in cli/target. */
    private String compiled(ServerKind kind) throws ServerException {
        Path target = home.getParent().resolveSibling(kind.module()).resolve("target");
        Path libraries = target.resolve("runtime.classpath");
        try {
            // The file has absolute paths: in a copied working tree, its own classes must precede those of the
            // original.
            return String.join(
                    File.pathSeparator,
                    classes(kind.module()),
                    classes("swipe-api"),
                    classes("server-launch"),
                    Files.readString(libraries).strip());
        } catch (IOException e) {
            throw new ServerException(
                    "The " + kind + " server is not there (no " + libraries
                            + "): run 'mvn compile' in the project's root, or name a running server with --url",
                    e);
        }
    }

    private String classes(String module) {
        return home.getParent()
                .resolveSibling(module)
                .resolve(Path.of("target", "classes"))
                .toString();
    }
}
