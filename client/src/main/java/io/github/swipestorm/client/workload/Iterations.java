package io.github.swipestorm.client.workload;

import java.util.List;
import java.util.Optional;

/**
 * The endless sequence of iterations of a workload with scenarios. One object serves all phases of a run: values that {@link
 * #beforeRun} takes from responses reach the users that are created from the same object. Thread-safe.
 */
public interface Iterations {

    /** The names of the scenarios, each unique; a scenario's id is its index in this list. At least one. */
    List<String> scenarios();

    /**
     * The share of each scenario in the iterations that is asked for, by the scenario's id; they add up to 1. Empty when nothing is
     * asked.
     */
    default List<Double> scenarioShares() {
        return List.of();
    }

    /**
     * The most requests that an iteration has, at least 1. Request r of iteration i has the number i × requestsPerIteration + r in the run, so
     * that each request has a number of its own that does not depend on who sends it.
     */
    int requestsPerIteration();

    /** Whether any iteration begins with a new connection. */
    default boolean newConnections() {
        return false;
    }

    /**
     * The steps that are executed once before everything else, and not measured: one iteration, of index 0. When it has completed, the values
     * that it took from responses are those of all users that begin their first iteration later.
     */
    default Optional<Iterations> beforeRun() {
        return Optional.empty();
    }

    /** The steps that are executed once when all workers have ended, and not measured: one iteration, of index 0. */
    default Optional<Iterations> afterRun() {
        return Optional.empty();
    }

    /** Creates the users of one thread. */
    Users users();

    /** Creates users that are driven by the same thread. Not thread-safe. */
    @FunctionalInterface
    interface Users {

        /**
         * The user that a worker executes.
         *
         * @param worker its number, from 0
         * @param firstIteration added to the indexes of all iterations, so that a warm-up sends other requests than the run
         */
        VirtualUser user(int worker, long firstIteration);
    }

    /** Delegates to other iterations; implementations override what differs. */
    interface Forwarding extends Iterations {

        /** The iterations that calls are delegated to. */
        Iterations inner();

        @Override
        default List<String> scenarios() {
            return inner().scenarios();
        }

        @Override
        default List<Double> scenarioShares() {
            return inner().scenarioShares();
        }

        @Override
        default int requestsPerIteration() {
            return inner().requestsPerIteration();
        }

        @Override
        default boolean newConnections() {
            return inner().newConnections();
        }

        @Override
        default Optional<Iterations> beforeRun() {
            return inner().beforeRun();
        }

        @Override
        default Optional<Iterations> afterRun() {
            return inner().afterRun();
        }
    }
}
