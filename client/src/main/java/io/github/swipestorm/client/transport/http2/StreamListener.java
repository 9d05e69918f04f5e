package io.github.swipestorm.client.transport.http2;

import io.github.swipestorm.client.http.Failure;
import io.github.swipestorm.client.http.Operation;
import io.github.swipestorm.client.transport.http1.ResponseCapture;

/** Receives what happens to the requests on a connection. Each stream ends with one call of the last four methods. */
public interface StreamListener {

    /** The head of the response to the request in a slot has arrived, but not yet all of the response. */
    void headArrived(int slot);

    /**
     * The request in a slot received its response.
     *
     * @param capture what the checks of the operation read; null when they read nothing
     */
    void answered(int slot, Operation operation, int status, long bytes, ResponseCapture capture);

    /**
     * The request in a slot was answered with a redirect, on a connection that tells of them.
     *
     * @param location where it leads, as the server says
     */
    default void redirected(int slot, Operation operation, int status, String location) {
        throw new IllegalStateException("Nobody follows redirects");
    }

    /** The request in a slot failed; others on the connection go on. */
    void failed(int slot, Failure failure);

    /**
     * The server has not processed the request in a slot, by RFC 9113, sections 6.8 and 8.7: it can be sent again.
     *
     * @param why in one line
     */
    void unprocessed(int slot, String why);
}
