package io.github.swipestorm.client.transport;

import io.github.swipestorm.client.http.Target;
import java.util.Set;

/**
 * Which transport a plan wants, and how it is to use its connections.
 *
 * @param kind of transport
 * @param keepAlive whether a connection carries one request after the other; otherwise each has a new one
 * @param eventLoops threads that drive connections, 1 to 1,000; without meaning for a transport that has none
 * @param pipeline requests that may be in flight on one connection, 1 to 1,000; more than 1 takes {@link Capability#PIPELINING}
 * @param spin whether loops poll without pause instead of sleeping, which costs their whole CPUs and sends at the due
 *     instant; takes {@link Capability#SPINNING}
 * @param detours what attempts do besides going straight to the target; each takes its capability
 * @param insecure whether any certificate will do over TLS; takes {@link Capability#TLS}
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
        for (Capability needed : needs(pipeline, spin, detours, insecure)) {
            if (!kind.can(needed)) {
                throw new IllegalArgumentException(cannot(kind, needed, pipeline));
            }
        }
        if (!keepAlive && pipeline > 1) {
            throw new IllegalArgumentException(
                    "Pipelining needs connections that are kept: leave out --pipeline or --no-keepalive");
        }
    }

    private static String cannot(TransportType kind, Capability needed, int pipeline) {
        return "Transport " + kind
                + switch (needed) {
                    case PIPELINING ->
                        " cannot pipeline " + pipeline + " requests: leave --pipeline out, or use --transport nio";
                    case SPINNING -> " has no loop that could spin: leave --spin out, or use --transport nio";
                    case PROXY -> " has no proxies: leave --proxy out, or use --transport classic";
                    case BASIC_AUTHENTICATION -> " sends no credentials: leave --user out, or use --transport classic";
                    case REDIRECTS -> " follows no redirects: leave --follow-redirects out, or use --transport classic";
                    case TLS ->
                        " does not speak TLS and sees no certificate:"
                                + " leave --insecure out, or use --transport classic";
                    default -> throw new IllegalArgumentException(needed.name());
                };
    }

    private static Set<Capability> needs(int pipeline, boolean spin, HttpFeatures detours, boolean insecure) {
        Set<Capability> needs = detours.needs();
        if (pipeline > 1) {
            needs.add(Capability.PIPELINING);
        }
        if (spin) {
            needs.add(Capability.SPINNING);
        }
        if (insecure) {
            needs.add(Capability.TLS);
        }
        return needs;
    }

    /** What a transport must be able to do to be used like this, whatever the target. */
    public Set<Capability> needs() {
        return needs(pipeline, spin, detours, insecure);
    }

    /** The number of event loops that drive connections; 0 for a transport that has none. */
    public int loops() {
        return kind.can(Capability.EVENT_LOOPS) ? eventLoops : 0;
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
        if (target.secure() && !kind.can(Capability.TLS)) {
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
