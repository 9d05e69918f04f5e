package io.github.swipestorm.client.transport;

import io.github.swipestorm.client.http.ComposedRequest;
import io.github.swipestorm.client.http.Failure;
import io.github.swipestorm.client.http.Outcome;
import java.util.Optional;

/** One worker's connection, re-established whenever it was lost. Not thread-safe. */
public interface Connection extends AutoCloseable {

    /** The absence of an instant. */
    long NOT_NOTED = Long.MIN_VALUE;

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

    /**
     * When the head of the response to the last request had arrived, a reading of the clock of the settings; {@link
     * #NOT_NOTED} when none arrived, or it was not noted.
     */
    default long headArrived() {
        return NOT_NOTED;
    }

    /** How many bytes the last request took, head and body; -1 when that is not known. */
    default int sentBytes() {
        return -1;
    }

    @Override
    void close();
}
