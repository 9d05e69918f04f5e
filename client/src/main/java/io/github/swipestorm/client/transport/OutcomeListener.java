package io.github.swipestorm.client.transport;

import io.github.swipestorm.client.http.Failure;
import io.github.swipestorm.client.http.FailureKind;
import io.github.swipestorm.client.http.Outcome;

/** Receives the outcomes of requests on an event loop, on the thread that drives the loop. */
@FunctionalInterface
public interface OutcomeListener {

    /** The request in a slot has ended; the slot is free to send again. */
    void ended(int slot, Outcome outcome);

    /**
     * The head of the response to the request in a slot has arrived, but not yet all of the response. Not called when
     * both arrive together.
     *
     * @param nanos the instant, a reading of the clock of the settings
     */
    default void headArrived(int slot, long nanos) {
        // Only those who measure it need it.
    }

    /**
     * The request in a slot has not been processed by the server, or not been sent: it is to be sent now, as a part of the
     * same attempt.
     */
    default void sendAgain(int slot) {
        ended(slot, new Failure(FailureKind.CLOSED, "the server did not process the request"));
    }
}
