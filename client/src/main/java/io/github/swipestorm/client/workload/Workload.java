package io.github.swipestorm.client.workload;

import io.github.swipestorm.client.http.Operation;
import io.github.swipestorm.client.http.Target;
import io.github.swipestorm.client.registry.Named;
import io.github.swipestorm.client.registry.Registry;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What to send. A request is a pure function of the plan's seed and of its index, so that the same seed gives the same
 * requests with any sending model, transport and number of workers. Thread-safe; two workloads that send the same
 * should be equal.
 *
 * <p>To select a workload by name, register it: its class is public, has a public constructor without parameters, and
 * is named in {@code META-INF/services/io.github.swipestorm.client.workload.Workload}.
 */
public interface Workload extends Named {

    /** All registered workloads. */
    Registry<Workload> REGISTRY = new Registry<>(Workload.class);

    /**
     * The registered workload with a name, ignoring case.
     *
     * @throws IllegalArgumentException when there is none, with a message that lists the names
     */
    static Workload named(String name) {
        return REGISTRY.named(name);
    }

    /** All operations of its requests; an operation's id is its index in this list. At least one. */
    List<Operation> operations();

    /**
     * The share of each operation in the requests that the workload asks for, by the operation's id; they add up to 1.
     * Each request's operation is drawn at random, so that the share in a run differs by chance. Empty when the workload asks for none.
     */
    default List<Double> shares() {
        return List.of();
    }

    /**
     * How many requests the workload has, where each can be sent once only: a run must not have more. Empty when they are
     * endless.
     */
    default OptionalLong mostRequests() {
        return OptionalLong.empty();
    }

    /**
     * The roles of its workers, each with a scenario of its own; the scenario of role r is scenario r of {@link #iterations}. Empty
     * when every worker executes whatever iteration comes next.
     */
    default List<Role> roles() {
        return List.of();
    }

    /** Where its definition comes from, such as a file and its fingerprint, for reports; empty when its name says it all. */
    default Optional<String> source() {
        return Optional.empty();
    }

    /**
     * Texts that no report may contain, such as the values of environment variables; what {@link
     * io.github.swipestorm.client.http.Redaction} recognises by its place need not be among them.
     */
    default List<String> secrets() {
        return List.of();
    }

    /**
     * The requests of a seed; called once for each phase of a run. For a workload with {@link #iterations}, the first request of
     * each iteration.
     */
    Requests requests(long seed);

    /**
     * The iterations of a seed, for a workload whose users do several things one after the other, or pause; called once for
     * a run. Empty for a workload in which each iteration is one request.
     *
     * @param target that requests are sent to; cookies and redirects refer to it
     */
    default Optional<Iterations> iterations(long seed, Target target) {
        return Optional.empty();
    }
}
