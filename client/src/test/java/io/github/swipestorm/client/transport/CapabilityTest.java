package io.github.swipestorm.client.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.github.swipestorm.client.http.Framing;
import io.github.swipestorm.client.http.Target;
import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.plan.WorkerThreads;
import io.github.swipestorm.client.testing.Plans;
import io.github.swipestorm.client.workload.mix.HttpWorkload;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class CapabilityTest {

    private static final Target CLEAR = Target.parse("http://localhost:8080");
    private static final Target SECURE = Target.parse("https://localhost:8443");
    private static final Target BYTES = Target.parse("tcp://localhost:7000");
    private static final HttpWorkload PING = HttpWorkload.builder("ping")
            .operation(ping -> ping.send("PING").answer(Framing.size(4)))
            .build();
    private static final HttpFeatures PROXY =
            new HttpFeatures(Optional.of(Target.parse("http://localhost:3128")), Optional.empty(), false);
    private static final HttpFeatures USER =
            new HttpFeatures(Optional.empty(), Optional.of(Credentials.parse("name:secret")), false);
    private static final HttpFeatures REDIRECTS = new HttpFeatures(Optional.empty(), Optional.empty(), true);

    /** A plan that needs one capability, and no other. */
    private static LoadPlan needing(Capability capability, TransportType type) {
        TransportChoice usual = TransportChoice.of(type);
        LoadPlan.Builder plan =
                Plans.plan(capability == Capability.TLS ? SECURE : CLEAR).requests(1);
        return switch (capability) {
            case TCP -> plan.target(BYTES).workload(PING).transport(usual).build();
            case TLS, EVENT_LOOPS, RESET_ON_CLOSE -> plan.transport(usual).build();
            case PROXY -> plan.transport(usual.with(PROXY)).build();
            case BASIC_AUTHENTICATION -> plan.transport(usual.with(USER)).build();
            case REDIRECTS -> plan.transport(usual.with(REDIRECTS)).build();
            case PIPELINING -> plan.transport(usual.withPipeline(2)).build();
            case HTTP_2 -> plan.transport(usual.with(HttpProtocol.http2())).build();
            case SPINNING ->
                plan.transport(new TransportChoice(type, true, 1, 1, true, HttpFeatures.NONE, TlsOptions.DEFAULT))
                        .build();
            case VIRTUAL_THREADS ->
                plan.transport(usual).workerThreads(WorkerThreads.VIRTUAL).build();
        };
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"EVENT_LOOPS", "RESET_ON_CLOSE"})
    void a_plan_is_taken_by_exactly_the_transports_that_declare_what_it_needs(Capability capability) {
        if (capability == Capability.VIRTUAL_THREADS && !WorkerThreads.VIRTUAL.available()) {
            return;
        }
        for (TransportType type : TransportType.REGISTRY.all()) {
            if (type.can(capability)) {
                assertThat(needing(capability, type).needs()).containsExactly(capability);
            } else {
                assertThatCode(() -> needing(capability, type))
                        .as("%s without %s", type, capability)
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining("ransport " + type);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void each_capability_is_declared_by_some_transport(Capability capability) {
        Set<Capability> declared = EnumSet.noneOf(Capability.class);
        for (TransportType type : TransportType.REGISTRY.all()) {
            declared.addAll(type.capabilities());
        }

        assertThat(declared).contains(capability);
    }

    @ParameterizedTest
    @MethodSource("io.github.swipestorm.client.testing.Registered#transports")
    void only_a_transport_with_event_loops_has_a_number_of_them(TransportType type) {
        TransportChoice choice = TransportChoice.of(type).withEventLoops(3);

        assertThat(choice.loops()).isEqualTo(type.can(Capability.EVENT_LOOPS) ? 3 : 0);
    }
}
