package io.github.swipestorm.client.transport;

import io.github.swipestorm.client.http.Failure;
import io.github.swipestorm.client.http.Outcome;
import io.github.swipestorm.client.http.Request;
import java.util.Optional;

/** One worker's connection, which is made anew whenever it was lost. For one thread at a time. */
public interface Connection extends AutoCloseable {

    /**
     * Establishes the connection unless it stands.
     *
     * @return why it could not be established; empty when it stands
     */
    Optional<Failure> connect();

    /** Sends a request once, over a new connection if need be, and waits for the whole answer. Never throws. */
    Outcome send(Request request);

    @Override
    void close();
}
