package io.github.swipestorm.client.workload;

import io.github.swipestorm.client.http.ComposedRequest;
import io.github.swipestorm.client.http.Outcome;
import java.util.Optional;

/**
 * What one worker does in its iterations: which request comes next, how long the user thinks before it, and what is taken from
 * responses. Which requests and think times an iteration has follows from the seed, its index and the responses that it got,
 * and from what the user has kept of earlier iterations.
 *
 * <p>A worker calls {@link #begin}, then {@link #next} until it is not {@link Next#REQUEST}. For each request it calls {@link
 * #compose} and {@link #received} once per attempt. Confined to the worker's thread; the users of one thread may share buffers.
 */
public interface VirtualUser {

    /** How an iteration continues. */
    enum Next {
        /** With a request. */
        REQUEST,
        /** It has ended, with all steps done. */
        COMPLETED,
        /** It has ended early, because a step failed. */
        ABANDONED,
        /** It has ended early, and its worker takes no further one. */
        STOP_WORKER,
        /** It has ended early, and ends the run. */
        STOP_RUN
    }

    /**
     * Begins an iteration.
     *
     * @param iteration its index in the run, from 0
     */
    void begin(long iteration);

    /** The id of the scenario that the iteration executes: its index in {@link Iterations#scenarios}. */
    int scenario();

    /** Goes on to the next request, or to the end of the iteration. */
    Next next();

    /** The think time before what {@link #next} has returned, in nanoseconds; 0 without any. Also at the end of an iteration. */
    long thinkNanos();

    /**
     * The number of the current request in its iteration: from 0 to {@link Iterations#requestsPerIteration} - 1, and larger than that of
     * the request before it.
     */
    int ordinal();

    /** The current request, composed in place of any that a user of this thread composed before. */
    ComposedRequest compose();

    /**
     * An attempt of the current request has ended.
     *
     * @return the outcome to record: the same one, or a failed check when the response does not have what the step takes from it
     */
    Outcome received(Outcome outcome);

    /**
     * Why the current iteration has ended early, where no request says so: one user-facing line. Empty when a failed request is the
     * reason, and for an iteration that has not ended early.
     */
    default Optional<String> problem() {
        return Optional.empty();
    }

    /**
     * The shortest time from the beginning of the current iteration to that of the worker's next one in a closed loop, in
     * nanoseconds; 0 for none.
     */
    default long paceNanos() {
        return 0;
    }

    /** Whether the current iteration begins without a connection, instead of using that of the worker's previous one. */
    default boolean startsUnconnected() {
        return false;
    }

    /** Delegates to another user; implementations override what differs. */
    interface Forwarding extends VirtualUser {

        /** The user that calls are delegated to. */
        VirtualUser inner();

        @Override
        default void begin(long iteration) {
            inner().begin(iteration);
        }

        @Override
        default int scenario() {
            return inner().scenario();
        }

        @Override
        default Next next() {
            return inner().next();
        }

        @Override
        default long thinkNanos() {
            return inner().thinkNanos();
        }

        @Override
        default int ordinal() {
            return inner().ordinal();
        }

        @Override
        default ComposedRequest compose() {
            return inner().compose();
        }

        @Override
        default Outcome received(Outcome outcome) {
            return inner().received(outcome);
        }

        @Override
        default Optional<String> problem() {
            return inner().problem();
        }

        @Override
        default long paceNanos() {
            return inner().paceNanos();
        }

        @Override
        default boolean startsUnconnected() {
            return inner().startsUnconnected();
        }
    }
}
