package io.github.swipestorm.client.transport;

import io.github.swipestorm.client.http.Target;
import io.github.swipestorm.client.setting.PlanException;
import io.github.swipestorm.client.setting.PlanProblem;
import io.github.swipestorm.client.setting.Setting;
import java.util.Optional;
import java.util.OptionalInt;
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
        PlanException.requireInRange(Setting.EVENT_LOOPS, eventLoops, 1, MOST);
        PlanException.requireInRange(Setting.PIPELINE, pipeline, 1, MOST);
        for (Capability needed : needs(pipeline, spin, detours, insecure)) {
            require(
                    kind,
                    needed,
                    setting(needed),
                    needed == Capability.PIPELINING ? OptionalInt.of(pipeline) : OptionalInt.empty());
        }
        if (!keepAlive && pipeline > 1) {
            throw new PlanException(new PlanProblem.Contradiction(Setting.PIPELINE, Setting.NO_KEEP_ALIVE));
        }
    }

    /** What asks for a capability. */
    private static Setting setting(Capability needed) {
        return switch (needed) {
            case PIPELINING -> Setting.PIPELINE;
            case SPINNING -> Setting.SPIN;
            case PROXY -> Setting.PROXY;
            case BASIC_AUTHENTICATION -> Setting.CREDENTIALS;
            case REDIRECTS -> Setting.FOLLOW_REDIRECTS;
            case TLS -> Setting.INSECURE;
            default -> throw new IllegalArgumentException(needed.name());
        };
    }

    /**
     * Refuses a setting that takes a capability which the transport does not have.
     *
     * @param value of the setting; empty where it has none
     * @throws PlanException that names the setting, and a transport that has the capability
     */
    public void require(Capability needed, Setting setting, OptionalInt value) {
        require(kind, needed, setting, value);
    }

    private static void require(TransportType kind, Capability needed, Setting setting, OptionalInt value) {
        if (!kind.can(needed)) {
            throw new PlanException(new PlanProblem.Unsupported(setting, value, kind.name(), another(needed)));
        }
    }

    private static Optional<String> another(Capability needed) {
        return TransportType.REGISTRY.all().stream()
                .filter(other -> other.can(needed))
                .map(TransportType::name)
                .findFirst();
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
     * @throws PlanException when they cannot
     */
    public void requireSuits(Target target) {
        if (target.secure() && !kind.can(Capability.TLS)) {
            throw new PlanException(new PlanProblem.NoTls(target.toString(), kind.name(), another(Capability.TLS)));
        }
    }
}
