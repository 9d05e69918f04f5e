package io.github.swipestorm.client.transport;

import io.github.swipestorm.client.http.Target;

/**
 * Which transport a plan wants, and how it is to use its connections.
 *
 * @param kind of transport
 * @param keepAlive whether a connection carries one request after the other; otherwise each has a new one
 * @param eventLoops threads that drive connections, 1 to 1,000; an event transport's number
 * @param pipeline requests that may be under way on one connection, 1 to 1,000; more than 1 for an event transport only
 * @param spin whether loops poll without pause instead of sleeping, which costs their whole CPUs and sends at the due
 *     instant; for an event transport only
 * @param detours what attempts do besides going straight to the target; not for an event transport
 * @param insecure whether any certificate will do over TLS; not for an event transport, which does not speak it
 */
public record TransportChoice(
        TransportType kind,
        boolean keepAlive,
        int eventLoops,
        int pipeline,
        boolean spin,
        HttpFeatures detours,
        boolean insecure) {

    private static final int MOST = 1_000;

    public TransportChoice {
        requireInRange("Event loops", eventLoops);
        requireInRange("The pipelining depth", pipeline);
        if (!kind.eventDriven() && pipeline > 1) {
            throw new IllegalArgumentException("Transport " + kind + " cannot pipeline " + pipeline
                    + " requests: leave --pipeline out, or use --transport nio");
        }
        if (!kind.eventDriven() && spin) {
            throw new IllegalArgumentException(
                    "Transport " + kind + " has no loop that could spin: leave --spin out, or use --transport nio");
        }
        if (kind.eventDriven() && detours.any()) {
            throw new IllegalArgumentException(
                    "Transport " + kind + " goes straight to the target: leave --proxy, --user"
                            + " and --follow-redirects out, or use --transport classic");
        }
        if (kind.eventDriven() && insecure) {
            throw new IllegalArgumentException("Transport " + kind
                    + " does not speak TLS and sees no certificate: leave --insecure out, or use --transport classic");
        }
        if (!keepAlive && pipeline > 1) {
            throw new IllegalArgumentException(
                    "Pipelining needs connections that are kept: leave out --pipeline or --no-keepalive");
        }
    }

    /** A transport with one connection for each worker that is kept, and as many loops as suit this machine. */
    public static TransportChoice of(TransportType kind) {
        return new TransportChoice(kind, true, loopsForThisMachine(), 1, false, HttpFeatures.NONE, false);
    }

    /** The same of another kind. */
    public TransportChoice with(TransportType other) {
        return new TransportChoice(other, keepAlive, eventLoops, pipeline, spin, detours, insecure);
    }

    /** The same with connections that are kept, or are not. */
    public TransportChoice withKeepAlive(boolean other) {
        return new TransportChoice(kind, other, eventLoops, pipeline, spin, detours, insecure);
    }

    /** The same with so many loops. */
    public TransportChoice withEventLoops(int others) {
        return new TransportChoice(kind, keepAlive, others, pipeline, spin, detours, insecure);
    }

    /** The same with so many requests under way on each connection. */
    public TransportChoice withPipeline(int depth) {
        return new TransportChoice(kind, keepAlive, eventLoops, depth, spin, detours, insecure);
    }

    /** The same transport with these detours. */
    public TransportChoice with(HttpFeatures others) {
        return new TransportChoice(kind, keepAlive, eventLoops, pipeline, spin, others, insecure);
    }

    /** The same, for which any certificate will do. */
    public TransportChoice trustingAnyone() {
        return new TransportChoice(kind, keepAlive, eventLoops, pipeline, spin, detours, true);
    }

    /** One loop for every two CPUs, so that the other one is left to the collector or the server; at least one. */
    public static int loopsForThisMachine() {
        return Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
    }

    /**
     * Makes sure that requests can travel to a target this way.
     *
     * @throws IllegalArgumentException with a message fit for a person when they cannot
     */
    public void requireSuits(Target target) {
        if (kind.eventDriven() && target.secure()) {
            throw new IllegalArgumentException("Transport " + kind + " does not speak TLS, which " + target
                    + " asks for: use --transport classic");
        }
    }

    private static void requireInRange(String name, int value) {
        if (value < 1 || value > MOST) {
            throw new IllegalArgumentException(name + " must be 1 to " + MOST + ", not " + value);
        }
    }
}
