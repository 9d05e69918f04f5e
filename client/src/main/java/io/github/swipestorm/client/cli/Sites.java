package io.github.swipestorm.client.cli;

import io.github.swipestorm.client.server.ServerException;
import java.util.List;
import java.util.function.Consumer;

/** The servers of a command. */
interface Sites {

    /**
     * The servers, none of them started yet: what is to be started has no address.
     *
     * @throws IllegalArgumentException with a message fit for a person when there cannot be such servers
     */
    List<Site> planned();

    /**
     * The same servers, started where that is needed, all or none; closing them ends those that were started.
     *
     * @param progress is told what is being started
     */
    List<Site> open(Consumer<String> progress) throws ServerException, InterruptedException;
}
