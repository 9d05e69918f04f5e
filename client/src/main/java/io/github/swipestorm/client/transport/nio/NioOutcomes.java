package io.github.swipestorm.client.transport.nio;

import io.github.swipestorm.client.http.ComposedRequest;
import io.github.swipestorm.client.http.Failure;
import io.github.swipestorm.client.http.FailureKind;
import io.github.swipestorm.client.http.Operation;
import io.github.swipestorm.client.http.ReceivedResponse;
import io.github.swipestorm.client.http.Response;
import io.github.swipestorm.client.transport.OutcomeListener;
import io.github.swipestorm.client.transport.http1.ResponseCapture;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;

/**
 * The outcomes of a loop's exchanges. Responses are reported immediately; failures are deferred, because they also
 * occur while a request is being sent, and the sender must not be called back in the middle of that.
 */
final class NioOutcomes {

    private static final Failure BEHIND =
            new Failure(FailureKind.CLOSED, "the connection ended before the request's turn in the pipeline came");

    /** A failure that has not been reported yet. */
    private record Failed(int slot, Failure failure) {}

    private final ResponseCache responses = new ResponseCache();
    private final Queue<Failed> failed = new ArrayDeque<>();
    private OutcomeListener listener;
    private int underWay;
    private boolean anyTold;

    /** An exchange has begun. */
    void begun() {
        underWay++;
    }

    /** How many exchanges of the loop are in flight, excluding those with an unreported failure. */
    int underWay() {
        return underWay;
    }

    /** Whether any outcome was reported in this round. */
    boolean anyTold() {
        return anyTold;
    }

    void endOfRound() {
        anyTold = false;
    }

    /**
     * The oldest exchange of a connection received its response.
     *
     * @param keep whether the connection can carry the next exchange; otherwise it is closed, and the exchanges in
     *     flight on it fail
     */
    void answered(NioConnection connection, int status, long bytes, boolean keep) {
        int slot = connection.oldestSlot();
        Operation operation = connection.operation();
        Response response;
        if (operation.checks().isEmpty()) {
            response = responses.of(status, bytes, operation.expected().contains(status));
        } else if (ResponseCapture.isNeeded(operation)) {
            response = connection.capture().judge(operation, status, bytes);
        } else {
            response = operation.judge(new ReceivedResponse(status, bytes, List.of(), ComposedRequest.NOTHING));
        }
        end(connection);
        if (!keep) {
            fail(connection, BEHIND);
        }
        anyTold = true;
        listener.ended(slot, response);
    }

    /**
     * The oldest exchange of a connection has its response, and its attempt goes on with another exchange.
     *
     * @param keep whether the connection can carry the next exchange
     */
    void goesOn(NioConnection connection, boolean keep) {
        end(connection);
        if (!keep) {
            fail(connection, BEHIND);
        }
    }

    /** An attempt has failed for which no exchange is in flight. */
    void fail(int slot, Failure failure) {
        failed.add(new Failed(slot, failure));
    }

    /** The head of the response to a connection's oldest exchange has arrived, without the end of the response. */
    void headArrived(NioConnection connection, long nanos) {
        listener.headArrived(connection.oldestSlot(), nanos);
    }

    /**
     * Closes a connection; the exchanges in flight on it fail. The reason applies to the oldest exchange, or to all if
     * there never was a connection.
     */
    void fail(NioConnection connection, Failure reason) {
        boolean established = connection.established();
        Failure why = reason;
        while (connection.underWay() > 0) {
            failed.add(new Failed(connection.oldestSlot(), why));
            end(connection);
            why = established ? BEHIND : reason;
        }
        connection.close();
    }

    private void end(NioConnection connection) {
        connection.endOldest();
        underWay--;
    }

    /** Reports pending failures, and all outcomes from now on, to a listener. */
    void tell(OutcomeListener to) {
        listener = to;
        for (int waiting = failed.size(); waiting > 0; waiting--) {
            Failed next = failed.remove();
            anyTold = true;
            to.ended(next.slot(), next.failure());
        }
    }
}
