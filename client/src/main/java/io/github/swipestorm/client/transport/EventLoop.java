package io.github.swipestorm.client.transport;

import io.github.swipestorm.client.http.Operation;

/**
 * One thread's share of an {@link EventTransport}: some connections, and the requests that are under way on them. For the
 * one thread that drives it, except {@link #wakeUp}. Nothing here blocks but {@link #await}.
 */
public interface EventLoop {

    /** Until something happens, however long that takes. */
    long FOR_EVER = Long.MAX_VALUE;

    /** How many connections it has, at least 1; the workers of the loop are spread evenly over them. */
    int connections();

    /** Begins to establish a connection unless it stands; a failure shows again at the first request. */
    void connect(int connection);

    /** How many connections are being established at present. */
    int connecting();

    /**
     * Sends a request, over a new connection if need be, behind those that are under way on the connection. Its outcome is
     * told by {@link #await}, never by this method.
     *
     * @param lane a number by which the caller knows the request again
     * @param body of which the first {@code length} bytes are sent; free for other use when this returns
     * @param nanos the present instant, which time-outs count from
     */
    void send(int connection, int lane, Operation template, byte[] body, int length, long nanos);

    /**
     * Waits for outcomes and tells them; returns when some were told, at the latest at an instant, or on {@link #wakeUp}.
     *
     * @param untilNanos a reading of the clock of the settings, or {@link #FOR_EVER}; when it has passed, only what is there
     *     already is told
     * @param listener may send further requests while it is told of an outcome
     */
    void await(long untilNanos, OutcomeListener listener);

    /** Makes a present or the next {@link #await} return; for any thread. */
    void wakeUp();
}
