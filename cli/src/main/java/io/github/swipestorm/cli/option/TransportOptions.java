package io.github.swipestorm.cli.option;

import io.github.swipestorm.client.setting.Setting;
import io.github.swipestorm.client.transport.Capability;
import io.github.swipestorm.client.transport.Timeouts;
import io.github.swipestorm.client.transport.TransportChoice;
import io.github.swipestorm.client.transport.TransportType;
import java.time.Duration;
import java.util.OptionalInt;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options of the transport, other than its name. */
final class TransportOptions {

    @Option(
            names = "--event-loops",
            paramLabel = "N",
            description = "nio: threads that carry the workers (default: one for every two CPUs).")
    private Integer eventLoops;

    @Option(
            names = "--pipeline",
            paramLabel = "DEPTH",
            defaultValue = "1",
            description = "nio: requests in flight on each worker's connection (default: ${DEFAULT-VALUE}).")
    private int pipeline;

    @Option(
            names = "--spin",
            description = "nio: poll without pause instead of sleeping; sends at the very instant, costs a CPU a loop.")
    private boolean spin;

    @Option(names = "--no-keepalive", description = "Make a new connection for every request.")
    private boolean noKeepAlive;

    @Mixin
    private HttpFeatureOptions featureOptions;

    @Option(
            names = "--insecure",
            description = "classic: do not verify certificates over TLS; the report says so. Otherwise a "
                    + "certificate must be trusted by the JVM and name the host.")
    private boolean insecure;

    @Option(
            names = "--connect-timeout",
            paramLabel = "TIME",
            defaultValue = "5s",
            converter = DurationConverter.class,
            description = "Longest wait for a connection, TLS included (default: ${DEFAULT-VALUE}).")
    private Duration connectTimeout;

    @Option(
            names = "--response-timeout",
            paramLabel = "TIME",
            defaultValue = "30s",
            converter = DurationConverter.class,
            description = "Longest wait for the head of an answer (default: ${DEFAULT-VALUE}).")
    private Duration responseTimeout;

    @Option(
            names = "--total-timeout",
            paramLabel = "TIME",
            defaultValue = "60s",
            converter = DurationConverter.class,
            description = "Longest time for a whole answer (default: ${DEFAULT-VALUE}).")
    private Duration totalTimeout;

    /**
     * The transport that the options describe.
     *
     * @throws IllegalArgumentException with a user-facing message when they are invalid
     */
    TransportChoice choice(TransportType transport) {
        if (eventLoops != null) {
            TransportChoice.of(transport)
                    .require(Capability.EVENT_LOOPS, Setting.EVENT_LOOPS, OptionalInt.of(eventLoops));
        }
        int loops = eventLoops == null ? TransportChoice.loopsForThisMachine() : eventLoops;
        return new TransportChoice(transport, !noKeepAlive, loops, pipeline, spin, featureOptions.features(), insecure);
    }

    /** When attempts time out. */
    Timeouts timeouts() {
        return new Timeouts(connectTimeout, responseTimeout, totalTimeout);
    }
}
