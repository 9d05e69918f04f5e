package io.github.swipestorm.client.transport;

import io.github.swipestorm.client.http.Target;
import io.github.swipestorm.client.setting.PlanException;
import io.github.swipestorm.client.setting.PlanProblem;
import io.github.swipestorm.client.setting.Setting;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Which transport a plan uses, and how it uses connections.
 *
 * @param kind of transport
 * @param keepAlive whether connections are reused; otherwise each request has a new one
 * @param eventLoops threads that drive connections, 1 to 1,000; ignored by a transport without event loops
 * @param pipeline requests that may be in flight on one connection, 1 to 1,000; more than 1 takes
 *     {@link Capability#PIPELINING}
 * @param spin whether loops poll continuously instead of sleeping, which uses their whole CPUs and sends at the due
 *     instant; takes {@link Capability#SPINNING}
 * @param features HTTP features beyond direct requests; each takes its capability
 * @param tls how connections are secured; what differs from the default takes {@link Capability#TLS}
 * @param http the version of HTTP; other than HTTP/1.1 takes {@link Capability#HTTP_2}
 */
public record TransportChoice(
        TransportType kind,
        boolean keepAlive,
        int eventLoops,
        int pipeline,
        boolean spin,
        HttpFeatures features,
        TlsOptions tls,
        HttpProtocol http) {

    private static final int MOST = 1_000;

    public TransportChoice {
        PlanException.requireInRange(Setting.EVENT_LOOPS, eventLoops, 1, MOST);
        PlanException.requireInRange(Setting.PIPELINE, pipeline, 1, MOST);
        for (Capability needed : needs(pipeline, spin, features, tls, http)) {
            require(
                    kind,
                    needed,
                    setting(needed, tls),
                    needed == Capability.PIPELINING ? OptionalInt.of(pipeline) : OptionalInt.empty());
        }
        if (!keepAlive && pipeline > 1) {
            throw new PlanException(new PlanProblem.Contradiction(Setting.PIPELINE, Setting.NO_KEEP_ALIVE));
        }
        if (http.version() != HttpVersion.HTTP_1_1) {
            requireHttp2(keepAlive, pipeline, http);
        }
    }

    private static void requireHttp2(boolean keepAlive, int pipeline, HttpProtocol http) {
        if (pipeline > 1) {
            throw new PlanException(new PlanProblem.Contradiction(Setting.PIPELINE, Setting.HTTP));
        }
        if (!keepAlive && http.streams().orElse(1) > 1) {
            throw new PlanException(new PlanProblem.Contradiction(Setting.STREAMS, Setting.NO_KEEP_ALIVE));
        }
        if (!keepAlive && http.connections().isPresent()) {
            throw new PlanException(new PlanProblem.Contradiction(Setting.CONNECTIONS, Setting.NO_KEEP_ALIVE));
        }
    }

    /** A transport for HTTP/1.1. */
    public TransportChoice(
            TransportType kind,
            boolean keepAlive,
            int eventLoops,
            int pipeline,
            boolean spin,
            HttpFeatures features,
            TlsOptions tls) {
        this(kind, keepAlive, eventLoops, pipeline, spin, features, tls, HttpProtocol.HTTP_1_1);
    }

    /** The setting that requires a capability. */
    private static Setting setting(Capability needed, TlsOptions tls) {
        return switch (needed) {
            case PIPELINING -> Setting.PIPELINE;
            case SPINNING -> Setting.SPIN;
            case PROXY -> Setting.PROXY;
            case BASIC_AUTHENTICATION -> Setting.CREDENTIALS;
            case REDIRECTS -> Setting.FOLLOW_REDIRECTS;
            case TLS -> tls.setting().orElseThrow();
            case HTTP_2 -> Setting.HTTP;
            default -> throw new IllegalArgumentException(needed.name());
        };
    }

    /**
     * Rejects a setting that requires a capability which the transport lacks.
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

    private static Set<Capability> needs(
            int pipeline, boolean spin, HttpFeatures features, TlsOptions tls, HttpProtocol http) {
        Set<Capability> needs = features.needs();
        if (pipeline > 1) {
            needs.add(Capability.PIPELINING);
        }
        if (spin) {
            needs.add(Capability.SPINNING);
        }
        if (tls.setting().isPresent()) {
            needs.add(Capability.TLS);
        }
        if (http.version() != HttpVersion.HTTP_1_1) {
            needs.add(Capability.HTTP_2);
        }
        return needs;
    }

    /** The capabilities that a transport needs for this choice, whatever the target. */
    public Set<Capability> needs() {
        return needs(pipeline, spin, features, tls, http);
    }

    /** The number of event loops that drive connections; 0 for a transport without event loops. */
    public int loops() {
        return kind.can(Capability.EVENT_LOOPS) ? eventLoops : 0;
    }

    /** A transport with one persistent connection per worker, and the default number of loops for this machine. */
    public static TransportChoice of(TransportType kind) {
        return new TransportChoice(kind, true, loopsForThisMachine(), 1, false, HttpFeatures.NONE, TlsOptions.DEFAULT);
    }

    /** The same with another transport. */
    public TransportChoice with(TransportType other) {
        return new TransportChoice(other, keepAlive, eventLoops, pipeline, spin, features, tls, http);
    }

    /** The same with or without connection reuse. */
    public TransportChoice withKeepAlive(boolean other) {
        return new TransportChoice(kind, other, eventLoops, pipeline, spin, features, tls, http);
    }

    /** The same with this number of loops. */
    public TransportChoice withEventLoops(int others) {
        return new TransportChoice(kind, keepAlive, others, pipeline, spin, features, tls, http);
    }

    /** The same with this many requests in flight on each connection. */
    public TransportChoice withPipeline(int depth) {
        return new TransportChoice(kind, keepAlive, eventLoops, depth, spin, features, tls, http);
    }

    /** The same with these features. */
    public TransportChoice with(HttpFeatures others) {
        return new TransportChoice(kind, keepAlive, eventLoops, pipeline, spin, others, tls, http);
    }

    /** The same without verification of certificates. */
    public TransportChoice withoutVerification() {
        return new TransportChoice(
                kind, keepAlive, eventLoops, pipeline, spin, features, tls.withoutVerification(), http);
    }

    /** The same with these options of TLS. */
    public TransportChoice with(TlsOptions other) {
        return new TransportChoice(kind, keepAlive, eventLoops, pipeline, spin, features, other, http);
    }

    /** The same with this version of HTTP. */
    public TransportChoice with(HttpProtocol other) {
        return new TransportChoice(kind, keepAlive, eventLoops, pipeline, spin, features, tls, other);
    }

    /**
     * How many connections are open at once, at most.
     *
     * @param workers at least 1
     */
    public int connections(int workers) {
        return http.version() == HttpVersion.HTTP_2 ? http.connections(workers) : kind.connections(workers);
    }

    /** Whether a proxy opens a tunnel to a target: it forwards HTTP/1.1 in clear text, and nothing else. */
    public boolean tunnels(Target target) {
        return features.proxy().isPresent() && (target.secure() || http.version() == HttpVersion.HTTP_2);
    }

    /** Whether certificates of servers are not verified. */
    public boolean insecure() {
        return tls.insecure();
    }

    /** One loop for every two CPUs, which leaves the others to the collector or the server; at least one. */
    public static int loopsForThisMachine() {
        return Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
    }

    /**
     * Checks that this transport can send requests to a target; reads the files of its options.
     *
     * @throws PlanException when it cannot
     */
    public void requireSuits(Target target) {
        if (target.secure() && !kind.can(Capability.TLS)) {
            throw new PlanException(
                    new PlanProblem.NotSpoken("TLS", target.toString(), kind.name(), another(Capability.TLS)));
        }
        if (target.tcp() && !kind.can(Capability.TCP)) {
            throw new PlanException(
                    new PlanProblem.NotSpoken("plain TCP", target.toString(), kind.name(), another(Capability.TCP)));
        }
        for (Capability needed : target.tcp() ? features.needs() : Set.<Capability>of()) {
            throw new PlanException(new PlanProblem.HttpOnly(setting(needed, tls), target.toString()));
        }
        if (target.tcp() && !http.equals(HttpProtocol.HTTP_1_1)) {
            throw new PlanException(new PlanProblem.HttpOnly(Setting.HTTP, target.toString()));
        }
        TlsContexts.check(tls);
    }
}
