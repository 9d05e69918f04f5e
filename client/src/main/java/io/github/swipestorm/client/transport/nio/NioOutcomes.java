package io.github.swipestorm.client.transport.nio;

import io.github.swipestorm.client.http.Failure;
import io.github.swipestorm.client.http.FailureKind;
import io.github.swipestorm.client.http.Response;
import io.github.swipestorm.client.transport.OutcomeListener;
import java.util.ArrayDeque;
import java.util.Queue;

/**
 * How the exchanges of a loop end. Answers are told at once; failures wait for their turn, because they also come up while
 * a request is being sent, whose sender must not be told in the middle of it.
 */
final class NioOutcomes {

    private static final Failure BEHIND =
            new Failure(FailureKind.CLOSED, "the connection ended before the request's turn in the pipeline came");

    /** A failure that is still to be told. */
    private record Failed(int lane, Failure failure) {}

    private final ResponseCache responses = new ResponseCache();
    private final Queue<Failed> failed = new ArrayDeque<>();
    private OutcomeListener listener;
    private int underWay;
    private boolean anyTold;

    /** An exchange has begun. */
    void begun() {
        underWay++;
    }

    /** How many exchanges of the loop are under way; those whose failure is still to be told are not. */
    int underWay() {
        return underWay;
    }

    /** Whether anything was told in this round. */
    boolean anyTold() {
        return anyTold;
    }

    void endOfRound() {
        anyTold = false;
    }

    /**
     * The oldest exchange of a connection was answered.
     *
     * @param keep whether the connection can carry the next one; otherwise it is closed, and what is under way on it fails
     */
    void answered(NioConnection connection, int status, long bytes, boolean keep) {
        int lane = connection.oldestLane();
        Response response = responses.of(status, bytes);
        end(connection);
        if (!keep) {
            fail(connection, BEHIND);
        }
        anyTold = true;
        listener.ended(lane, response);
    }

    /**
     * Closes a connection; what is under way on it fails. The reason given is that of the oldest exchange, or of all when
     * there never was a connection.
     */
    void fail(NioConnection connection, Failure reason) {
        boolean established = connection.established();
        Failure why = reason;
        while (connection.underWay() > 0) {
            failed.add(new Failed(connection.oldestLane(), why));
            end(connection);
            why = established ? BEHIND : reason;
        }
        connection.close();
    }

    private void end(NioConnection connection) {
        connection.endOldest();
        underWay--;
    }

    /** Tells what failed so far, and whatever ends from now on, to a listener. */
    void tell(OutcomeListener to) {
        listener = to;
        for (int waiting = failed.size(); waiting > 0; waiting--) {
            Failed next = failed.remove();
            anyTold = true;
            to.ended(next.lane(), next.failure());
        }
    }
}
