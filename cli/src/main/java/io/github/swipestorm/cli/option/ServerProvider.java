package io.github.swipestorm.cli.option;

import io.github.swipestorm.cli.server.ServerException;
import io.github.swipestorm.cli.server.ServerUnderTest;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** The servers of a command. */
public interface ServerProvider {

    /**
     * The servers, none of them started yet: a server that the client will start has no address.
     *
     * @throws IllegalArgumentException with a user-facing message when the options are invalid
     */
    List<ServerUnderTest> planned();

    /**
     * The one request that is sent to the server, in place of a workload.
     *
     * @throws IllegalArgumentException with a user-facing message when the options are invalid
     */
    default Optional<OneRequest> request() {
        return Optional.empty();
    }

    /**
     * The same servers, started where needed, all or none; closing them ends those that were started.
     *
     * @param progress receives the name of each server being started
     */
    List<ServerUnderTest> open(Consumer<String> progress) throws ServerException, InterruptedException;
}
