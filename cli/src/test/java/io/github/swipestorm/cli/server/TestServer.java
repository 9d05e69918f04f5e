package io.github.swipestorm.cli.server;

import io.github.swipestorm.client.testing.ShortLivedJvm;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Servers that live for seconds, started as the client does it. */
final class TestServer {

    private TestServer() {}

    /**
     * Starts one that handles 100 requests at once.
     *
     * @param port 0 for one that the system chooses
     * @param temporary for its files, which it cannot delete when it is killed
     */
    static ServerProcess start(ServerKind kind, int port, Path temporary) throws Exception {
        List<String> flags = new ArrayList<>(ShortLivedJvm.FLAGS);
        flags.add("-Djava.io.tmpdir=" + temporary);
        return ServerProcess.start(
                new ServerSettings(
                        kind, port, 100, false, false, Optional.empty(), Optional.empty(), OptionalInt.empty()),
                flags);
    }
}
