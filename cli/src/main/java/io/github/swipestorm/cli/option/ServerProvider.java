package io.github.swipestorm.cli.option;

import io.github.swipestorm.cli.server.ServerException;
import java.util.List;
import java.util.function.Consumer;

/** The servers of a command. */
public interface ServerProvider {

    /**
     * The servers, none of them started yet: what is to be started has no address.
     *
     * @throws IllegalArgumentException with a message fit for a person when there cannot be such servers
     */
    List<ServerUnderTest> planned();

    /**
     * The same servers, started where that is needed, all or none; closing them ends those that were started.
     *
     * @param progress is told what is being started
     */
    List<ServerUnderTest> open(Consumer<String> progress) throws ServerException, InterruptedException;
}
