package io.github.swipestorm.client.engine.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.swipestorm.client.distribution.SendingModel;
import io.github.swipestorm.client.engine.RunResult;
import io.github.swipestorm.client.engine.StopReason;
import io.github.swipestorm.client.engine.StopSignal;
import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.testing.Act;
import io.github.swipestorm.client.testing.AnsweringServer;
import io.github.swipestorm.client.testing.FaultServer;
import io.github.swipestorm.client.testing.Plans;
import io.github.swipestorm.client.testing.QuickServer;
import io.github.swipestorm.client.testing.TestTimeout;
import io.github.swipestorm.client.transport.HttpFeatures;
import io.github.swipestorm.client.transport.Nio;
import io.github.swipestorm.client.transport.TlsOptions;
import io.github.swipestorm.client.transport.TransportChoice;
import io.github.swipestorm.client.transport.TransportType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What a transport's own options do to a run. */
class NioRunIT {

    private static final Duration LONG = TestTimeout.NEVER;

    private static RunResult run(LoadPlan.Builder plan, TransportChoice choice) {
        return EngineVariant.begin(plan.transport(choice), new StopSignal()).result();
    }

    @ParameterizedTest
    @MethodSource("io.github.swipestorm.client.testing.Registered#transports")
    void without_keep_alive_each_attempt_has_a_connection_of_its_own(TransportType kind) {
        try (FaultServer server = FaultServer.scripted(List.of())) {
            RunResult result = run(
                    Plans.plan(server.target()).threads(3).requests(300),
                    new TransportChoice(kind, false, 2, 1, false, HttpFeatures.NONE, TlsOptions.DEFAULT));

            assertThat(result.counts().okAtFirst()).isEqualTo(300).isEqualTo(server.received());
            assertThat(server.requests()).allMatch(request -> request.contains("\r\nConnection: close\r\n"));
            // Connections are made before the clock starts, and what was made ahead is used.
            assertThat(server.connections()).isEqualTo(300);
            assertThat(result.connects().count()).isEqualTo(300);
            server.awaitNoConnection();
        }
    }

    @ParameterizedTest
    @MethodSource("io.github.swipestorm.client.testing.Registered#models")
    void a_pipeline_of_four_sends_each_request_once(SendingModel model) {
        try (FaultServer server = FaultServer.scripted(List.of())) {
            RunResult result = run(
                    Plans.plan(server.target()).model(model).threads(3).requests(1_001),
                    new TransportChoice(new Nio(), true, 2, 4, false, HttpFeatures.NONE, TlsOptions.DEFAULT));

            assertThat(result.counts().okAtFirst()).isEqualTo(1_001).isEqualTo(server.received());
            assertThat(result.connects().count()).isEqualTo(3).isEqualTo(server.connections());
            assertThat(server.requests()).doesNotHaveDuplicates();
            assertThat(result.allOk()).isTrue();
        }
    }

    @Test
    void a_pipeline_keeps_as_many_requests_under_way_as_it_is_deep() {
        List<Act> script = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            // A client that waits for a response with fewer in flight would wait for ever.
            script.addAll(Collections.nCopies(5, Act.READ));
            script.addAll(Collections.nCopies(5, Act.answer(201, "ok")));
        }
        script.add(Act.SILENCE);
        try (FaultServer server = FaultServer.firstDoing(script.toArray(Act[]::new))) {
            RunResult result = run(
                    Plans.plan(server.target()).requests(50).retries(0),
                    new TransportChoice(new Nio(), true, 1, 5, false, HttpFeatures.NONE, TlsOptions.DEFAULT));

            assertThat(result.counts().okAtFirst()).isEqualTo(50);
            assertThat(server.connections()).isEqualTo(1);
        }
    }

    @Test
    void a_connection_that_ends_costs_one_attempt_for_each_request_under_way() {
        List<Act> script = List.of(Act.READ, Act.READ, Act.READ, Act.READ, Act.answer(201, "ok"), Act.READ, Act.CLOSE);
        try (FaultServer server = FaultServer.scripted(List.of(script, script))) {
            RunResult result = run(
                    Plans.plan(server.target()).requests(100),
                    new TransportChoice(new Nio(), true, 1, 4, false, HttpFeatures.NONE, TlsOptions.DEFAULT));

            assertThat(result.counts().ok()).isEqualTo(100);
            assertThat(result.counts().attempts()).isEqualTo(100 + 2 * 4).isEqualTo(server.received());
            assertThat(result.counts().okAfterRetries()).isBetween(4L, 8L);
            assertThat(result.violations()).isEmpty();
        }
    }

    @Test
    void a_pipeline_keeps_the_arithmetic_of_retries() {
        try (AnsweringServer server = new AnsweringServer(n -> n % 7 == 0 ? 503 : 201)) {
            RunResult result = run(
                    Plans.plan(server.target()).threads(2).requests(7_000).retries(50),
                    new TransportChoice(new Nio(), true, 1, 3, false, HttpFeatures.NONE, TlsOptions.DEFAULT));

            assertThat(result.counts().ok()).isEqualTo(7_000);
            assertThat(result.counts().attempts()).isEqualTo(8_166).isEqualTo(server.requests());
        }
    }

    @ParameterizedTest
    @CsvSource({"3, 10, false", "10, 3, false", "1, 1, true", "3, 10, true"})
    void loops_share_the_workers_whatever_their_numbers(int loops, int threads, boolean spin) {
        try (QuickServer server = new QuickServer()) {
            RunResult result = run(
                    Plans.plan(server.target()).threads(threads).requests(1_009),
                    new TransportChoice(new Nio(), true, loops, 1, spin, HttpFeatures.NONE, TlsOptions.DEFAULT));

            assertThat(result.counts().okAtFirst()).isEqualTo(1_009).isEqualTo(server.requests());
            assertThat(result.connects().count()).isEqualTo(threads).isEqualTo(server.connections());
        }
    }

    @Test
    void a_loop_that_spins_keeps_time_outs_and_ends_with_its_time() {
        try (FaultServer server = FaultServer.firstDoing(Act.READ, Act.SILENCE)) {
            RunResult result = run(
                    Plans.plan(server.target())
                            .duration(Duration.ofSeconds(2))
                            .retries(1_000)
                            .timeouts(LONG, Duration.ofMillis(100), LONG),
                    new TransportChoice(new Nio(), true, 1, 1, true, HttpFeatures.NONE, TlsOptions.DEFAULT));

            assertThat(result.reason()).isEqualTo(StopReason.TIME_OVER);
            assertThat(result.counts().okAfterRetries()).isPositive();
            assertThat(result.violations()).isEmpty();
        }
    }

    @Test
    void two_thousand_connections_fit_on_one_loop() {
        try (QuickServer server = new QuickServer()) {
            RunResult result = run(
                    Plans.plan(server.target()).threads(2_000).requests(20_001),
                    new TransportChoice(new Nio(), true, 1, 1, false, HttpFeatures.NONE, TlsOptions.DEFAULT));

            assertThat(result.counts().okAtFirst()).isEqualTo(20_001).isEqualTo(server.requests());
            assertThat(result.connects().count()).isEqualTo(2_000).isEqualTo(server.connections());
            assertThat(result.allOk()).isTrue();
        }
    }
}
