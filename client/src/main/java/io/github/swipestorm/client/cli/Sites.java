package io.github.swipestorm.client.cli;

import io.github.swipestorm.client.server.ServerException;
import java.util.List;

/** The servers of a command. */
interface Sites {

    /**
     * The servers, none of them started yet: what is to be started has no address.
     *
     * @throws IllegalArgumentException with a message fit for a person when there cannot be such servers
     */
    List<Site> planned();

    /** The same servers, started where that is needed, all or none; whoever closes them ends those that were started. */
    List<Site> open() throws ServerException, InterruptedException;
}
