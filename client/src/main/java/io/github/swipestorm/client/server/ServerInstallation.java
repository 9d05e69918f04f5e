package io.github.swipestorm.client.server;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Where the servers' classes are: in the working tree that this client was built in. */
final class ServerInstallation {

    private ServerInstallation() {}

    /**
     * The class path of a server.
     *
     * @throws ServerException when the server has not been built beside this client
     */
    static String classPath(ServerKind kind) throws ServerException {
        Path target = projectRoot().resolve(kind.module()).resolve("target");
        Path libraries = target.resolve("runtime.classpath");
        try {
            return target.resolve("classes")
                    + File.pathSeparator
                    + Files.readString(libraries).strip();
        } catch (IOException e) {
            throw new ServerException(
                    "The " + kind + " server is not there (no " + libraries
                            + "): run 'mvn compile' in the project's root, or name a running server with --url",
                    e);
        }
    }

    /** This class lies in client/target/classes, or in a jar in client/target. */
    private static Path projectRoot() {
        try {
            Path classes = Path.of(ServerInstallation.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
            Path target = classes.toAbsolutePath().getParent();
            return target.getParent().getParent();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
