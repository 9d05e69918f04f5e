package io.github.swipestorm.client.transport;

import io.github.swipestorm.client.http.ComposedRequest;

/**
 * One thread's share of an {@link EventTransport}: some connections, and the requests in flight on them. Confined to
 * the thread that drives it, except {@link #wakeUp}. Only {@link #await} blocks.
 */
public interface EventLoop {

    /** No time limit. */
    long FOR_EVER = Long.MAX_VALUE;

    /** How many connections it has, at least 1; the workers of the loop are spread evenly over them. */
    int connections();

    /** Begins to establish a connection unless it is open; a failure is reported again for the first request. */
    void connect(int connection);

    /** Closes a connection on which no request is in flight; the next request establishes it again. */
    void disconnect(int connection);

    /** How many connections are being established. */
    int connecting();

    /**
     * Sends a request, over a new connection if needed, after those already in flight on the connection. {@link #await}
     * reports its outcome, never this method.
     *
     * @param slot identifies the request to the caller
     * @param request its buffers may be reused when this returns
     * @param nanos the current instant, from which time-outs count
     * @return how many bytes the request takes, head and body; 0 when no connection could be opened
     */
    int send(int connection, int slot, ComposedRequest request, long nanos);

    /**
     * Waits for outcomes and reports them; returns after reporting some, at an instant, or on {@link #wakeUp},
     * whichever is first.
     *
     * @param untilNanos a reading of the clock of the settings, or {@link #FOR_EVER}; if it has passed, only outcomes
     *     that are already available are reported
     * @param listener may send further requests while it handles an outcome
     */
    void await(long untilNanos, OutcomeListener listener);

    /** Makes the current or the next {@link #await} return; may be called by any thread. */
    void wakeUp();
}
