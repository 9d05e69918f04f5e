package io.github.swipestorm.client.transport.nio;

import io.github.swipestorm.client.clock.NanoClock;
import io.github.swipestorm.client.http.ComposedRequest;
import io.github.swipestorm.client.http.Failure;
import io.github.swipestorm.client.http.FailureKind;
import io.github.swipestorm.client.http.Operation;
import io.github.swipestorm.client.http.ReceivedResponse;
import io.github.swipestorm.client.http.Response;
import io.github.swipestorm.client.transport.ConnectionListener;
import io.github.swipestorm.client.transport.OutcomeListener;
import io.github.swipestorm.client.transport.http1.ResponseCapture;
import io.github.swipestorm.client.transport.http2.StreamListener;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;

/**
 * The outcomes of a loop's exchanges. Responses are reported immediately; failures are deferred, because they also
 * occur while a request is being sent, and the sender must not be called back in the middle of that.
 */
final class NioOutcomes implements StreamListener {

    private static final Failure BEHIND =
            new Failure(FailureKind.CLOSED, "the connection ended before the request's turn in the pipeline came");

    private static final int NONE = -1;

    /** How often a request may be sent again because the server did not process it. */
    private static final int MOST_RESENT = 3;

    /**
     * A failure that has not been reported yet.
     *
     * @param failure null for a request that is to be sent again
     */
    private record Failed(int slot, Failure failure) {}

    private final ResponseCache responses = new ResponseCache();
    private final Queue<Failed> failed = new ArrayDeque<>();
    private OutcomeListener listener;
    private final NanoClock clock;
    private final ConnectionListener onConnect;
    /** By slot: how often its request was sent again. Empty until there is one. */
    private byte[] resent = {};

    private int underWay;
    private boolean anyTold;
    /** The slot whose request the listener is asked to send again or at last; {@link #NONE} otherwise. */
    private int asked = NONE;

    NioOutcomes(NanoClock clock, ConnectionListener onConnect) {
        this.clock = clock;
        this.onConnect = onConnect;
    }

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
        Response response = judged(operation, status, bytes, connection.capture());
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

    /** An exchange on a stream has its response, and its attempt goes on with another exchange. */
    void goesOn() {
        underWay--;
    }

    /** Whether the listener was asked for the request that it is sending: the attempt is not a new one. */
    boolean wasAskedFor(int slot) {
        return slot == asked;
    }

    /** An attempt has failed for which no exchange is in flight. */
    void fail(int slot, Failure failure) {
        failed.add(new Failed(slot, failure));
    }

    /** @param capture looked at only when the operation needs one */
    private Response judged(Operation operation, int status, long bytes, ResponseCapture capture) {
        if (operation.checks().isEmpty()) {
            return responses.of(status, bytes, operation.expected().contains(status));
        }
        if (ResponseCapture.isNeeded(operation)) {
            return capture.judge(operation, status, bytes);
        }
        return operation.judge(new ReceivedResponse(status, bytes, List.of(), ComposedRequest.NOTHING));
    }

    @Override
    public void headArrived(int slot) {
        listener.headArrived(slot, clock.nanoTime());
    }

    @Override
    public void answered(int slot, Operation operation, int status, long bytes, ResponseCapture capture) {
        underWay--;
        anyTold = true;
        if (slot < resent.length) {
            resent[slot] = 0;
        }
        listener.ended(slot, judged(operation, status, bytes, capture));
    }

    @Override
    public void failed(int slot, Failure failure) {
        underWay--;
        if (slot < resent.length) {
            resent[slot] = 0;
        }
        failed.add(new Failed(slot, failure));
    }

    @Override
    public void unprocessed(int slot, String why) {
        if (slot >= resent.length) {
            resent = Arrays.copyOf(resent, 2 * slot + 1);
        }
        if (resent[slot] == MOST_RESENT) {
            failed(slot, new Failure(FailureKind.CLOSED, why + ", " + (MOST_RESENT + 1) + " times"));
            return;
        }
        resent[slot]++;
        onConnect.resent();
        sendAgain(slot);
    }

    /** A request that was not sent is to be sent over another connection. */
    void sendAgain(int slot) {
        underWay--;
        failed.add(new Failed(slot, null));
    }

    /** A request that has waited can be sent now. */
    void resume(int slot) {
        ask(listener, slot);
    }

    private void ask(OutcomeListener whom, int slot) {
        asked = slot;
        whom.sendAgain(slot);
        asked = NONE;
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
        if (connection.multiplexed()) {
            failStreams(connection, reason);
        }
        Failure why = reason;
        while (connection.underWay() > 0) {
            failed.add(new Failed(connection.oldestSlot(), why));
            end(connection);
            why = established ? BEHIND : reason;
        }
        connection.close();
    }

    private void failStreams(NioConnection connection, Failure reason) {
        if (connection.http2() != null) {
            connection.http2().failAll(reason, this);
        }
        for (NioConnection.Waiting next = connection.waiting().poll();
                next != null;
                next = connection.waiting().poll()) {
            if (connection.established()) {
                unprocessed(next.slot(), reason.detail());
            } else {
                failed(next.slot(), reason);
            }
        }
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
            if (next.failure() == null) {
                ask(to, next.slot());
            } else {
                to.ended(next.slot(), next.failure());
            }
        }
    }
}
