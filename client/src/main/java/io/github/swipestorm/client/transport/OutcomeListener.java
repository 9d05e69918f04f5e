package io.github.swipestorm.client.transport;

import io.github.swipestorm.client.http.Outcome;

/** Receives the outcomes of requests on an event loop, on the thread that drives the loop. */
@FunctionalInterface
public interface OutcomeListener {

    /** The request in a slot has ended; the slot is free to send again. */
    void ended(int slot, Outcome outcome);
}
