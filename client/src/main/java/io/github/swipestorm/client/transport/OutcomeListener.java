package io.github.swipestorm.client.transport;

import io.github.swipestorm.client.http.Outcome;

/** Is told how requests on an event loop ended, on the thread that drives the loop. */
@FunctionalInterface
public interface OutcomeListener {

    /** The request of a lane has ended; the lane is free to send again. */
    void ended(int lane, Outcome outcome);
}
