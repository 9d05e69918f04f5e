package io.github.swipestorm.client.transport;

import io.github.swipestorm.client.http.ComposedRequest;
import io.github.swipestorm.client.http.Failure;
import io.github.swipestorm.client.http.Outcome;
import java.util.Optional;

/** One worker's connection, re-established whenever it was lost. Not thread-safe. */
public interface Connection extends AutoCloseable {

    /**
     * Establishes the connection unless it is open.
     *
     * @return why it could not be established; empty when it is open
     */
    Optional<Failure> connect();

    /** Closes the connection; the next request establishes it again. */
    void disconnect();

    /** Sends a request once, over a new connection if needed, and waits for the whole response. Never throws. */
    Outcome send(ComposedRequest request);

    @Override
    void close();
}
