package io.github.swipestorm.client.engine.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.swipestorm.client.distribution.ModelSettings;
import io.github.swipestorm.client.engine.RunResult;
import io.github.swipestorm.client.engine.StopReason;
import io.github.swipestorm.client.engine.StopSignal;
import io.github.swipestorm.client.http.Check;
import io.github.swipestorm.client.http.FailureKind;
import io.github.swipestorm.client.http.Operation;
import io.github.swipestorm.client.http.ReceivedResponse;
import io.github.swipestorm.client.http.Request;
import io.github.swipestorm.client.http.StatusSet;
import io.github.swipestorm.client.measure.Counts;
import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.plan.RetryOn;
import io.github.swipestorm.client.plan.RetryRule;
import io.github.swipestorm.client.plan.SelfWarmUp;
import io.github.swipestorm.client.plan.WarmUp;
import io.github.swipestorm.client.testing.Act;
import io.github.swipestorm.client.testing.FaultServer;
import io.github.swipestorm.client.testing.Member;
import io.github.swipestorm.client.testing.Plans;
import io.github.swipestorm.client.workload.Requests;
import io.github.swipestorm.client.workload.Workload;
import io.github.swipestorm.client.workload.swipes.RandomSwipes;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntUnaryOperator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Whole runs over real sockets against a server without faults, whichever model, transport and threads carry them. */
class EngineContractIT {

    private static final Act CREATED = Act.answer(201, "ok");

    @Test
    void requests_that_cannot_be_divided_by_the_workers_are_all_sent_once() {
        EngineVariant.each(EngineVariant.onAllProtocols(), way -> {
            try (FaultServer server = way.scripted(List.of())) {
                RunResult result =
                        way.run(Plans.plan(server.target()).seed(9).threads(7).requests(503));

                assertThat(result.reason()).isEqualTo(StopReason.REQUESTS_USED_UP);
                assertThat(result.counts().attemptsByFailure()).isEmpty();
                assertThat(result.counts().okAtFirst()).isEqualTo(503);
                assertThat(result.counts().attempts()).isEqualTo(503).isEqualTo(server.received());
                assertThat(result.counts().bytes()).isEqualTo(2 * 503);
                assertThat(result.connects().count())
                        .isEqualTo(way.transport().connections(7))
                        .isEqualTo(server.connections());
                assertThat(result.allOk()).isTrue();
                assertThat(server.requests().stream().map(EngineContractIT::pathAndBody))
                        .as("the workload's requests and no others")
                        .containsExactlyInAnyOrderElementsOf(expected(9, 503));
            }
        });
    }

    private static String pathAndBody(String request) {
        return request.split(" ", 3)[1] + request.substring(request.indexOf("\r\n\r\n") + 4);
    }

    private static List<String> expected(long seed, long requests) {
        Requests workload = new RandomSwipes().requests(seed);
        return LongStream.range(0, requests)
                .mapToObj(workload::request)
                .map(EngineContractIT::text)
                .toList();
    }

    private static String text(Request request) {
        return request.operation().path() + new String(request.body(), StandardCharsets.ISO_8859_1);
    }

    @Test
    void more_workers_than_requests_send_each_once() {
        EngineVariant.each(EngineVariant.onAllProtocols(), way -> {
            try (FaultServer server = way.answering(CREATED)) {
                RunResult result =
                        way.run(Plans.plan(server.target()).threads(16).requests(5));

                assertThat(result.counts().okAtFirst()).isEqualTo(5).isEqualTo(server.received());
                assertThat(result.allOk()).isTrue();
            }
        });
    }

    @Test
    void every_seventh_attempt_failing_costs_the_retries_that_arithmetic_says() {
        EngineVariant.each(EngineVariant.onAllProtocols(), way -> {
            try (FaultServer server = way.answering(inTurn(n -> n % 7 == 0 ? 503 : 201))) {
                RunResult result = way.run(
                        Plans.plan(server.target()).threads(5).requests(700).retries(50));

                // The smallest A with A - floor(A / 7) = 700 successes.
                assertThat(result.counts().attempts()).isEqualTo(816).isEqualTo(server.received());
                assertThat(result.counts().attemptsByStatus())
                        .containsEntry(503, 116L)
                        .containsEntry(201, 700L);
                assertThat(result.allOk()).isTrue();
            }
        });
    }

    /** An answer to the n-th request on all connections together, counted from 1. */
    private static Act inTurn(IntUnaryOperator status) {
        AtomicInteger requests = new AtomicInteger();
        return client ->
                Act.answer(status.applyAsInt(requests.incrementAndGet()), "ok").on(client);
    }

    /** One operation that expects 404, and one whose check fails; in turn. */
    private record Expecting() implements Workload {

        @Override
        public String name() {
            return "expecting";
        }

        @Override
        public List<Operation> operations() {
            Check body = new Check() {
                @Override
                public boolean readsBody() {
                    return true;
                }

                @Override
                public Optional<String> problem(ReceivedResponse response) {
                    return Optional.of("body is " + response.text());
                }
            };
            return List.of(
                    new Operation(0, "missing", "GET", "/a", List.of(), false, StatusSet.parse("404"), List.of()),
                    new Operation(1, "wrong", "GET", "/b", List.of(), false, StatusSet.parse("404"), List.of(body)));
        }

        @Override
        public Requests requests(long seed) {
            return Requests.of(index -> new Request(operations().get((int) (index % 2)), new byte[0]));
        }
    }

    @Test
    void what_an_operation_expects_decides_what_is_ok_and_a_failed_check_is_retried_only_if_named() {
        EngineVariant.each(EngineVariant.onAllProtocols(), way -> {
            try (FaultServer server = way.answering(Act.answer(404, "none"))) {
                LoadPlan.Builder plan = Plans.plan(server.target())
                        .workload(new Expecting())
                        .threads(2)
                        .requests(20);

                Counts usual = way.run(plan.retry(RetryRule.immediate(3))).counts();
                Counts named = way.run(plan.retry(new RetryRule(3, EnumSet.of(RetryOn.CHECK), Duration.ZERO)))
                        .counts();

                assertThat(usual.okAtFirst()).isEqualTo(10);
                assertThat(usual.failed()).isEqualTo(10);
                assertThat(usual.attemptsByStatus()).isEqualTo(Map.of(404, 10L));
                assertThat(usual.attemptsByFailure()).isEqualTo(Map.of(FailureKind.CHECK, 10L));
                assertThat(usual.answers()).isEqualTo(20);
                assertThat(usual.bytes()).isEqualTo(80);
                assertThat(named.attempts()).isEqualTo(10 + 4 * 10);
            }
        });
    }

    @Test
    void when_retries_are_used_up_a_request_has_failed() {
        EngineVariant.each(EngineVariant.onAllProtocols(), way -> {
            try (FaultServer server = way.answering(Act.answer(503, ""))) {
                RunResult result = way.run(
                        Plans.plan(server.target()).threads(3).requests(50).retries(2));

                assertThat(result.reason()).isEqualTo(StopReason.REQUESTS_USED_UP);
                assertThat(result.counts().failed()).isEqualTo(50);
                assertThat(result.counts().attempts()).isEqualTo(150).isEqualTo(server.received());
                assertThat(result.violations()).isEmpty();
            }
        });
    }

    @Test
    void the_run_ends_when_its_time_is_over() {
        EngineVariant.each(EngineVariant.onAllProtocols(), way -> {
            Duration time = Duration.ofMillis(150);
            try (FaultServer server = way.answering(CREATED)) {
                RunResult result =
                        way.run(Plans.plan(server.target()).threads(4).duration(time));

                assertThat(result.reason()).isEqualTo(StopReason.TIME_OVER);
                assertThat(result.planned()).isEqualTo(result.counts().ok()).isEqualTo(server.received());
                assertThat(result.violations()).isEmpty();
            }
        });
    }

    @Test
    void a_stop_in_the_middle_finishes_what_is_under_way_and_drops_the_rest() {
        EngineVariant.each(EngineVariant.onAllProtocols(), way -> {
            StopSignal stop = new StopSignal();
            try (FaultServer server = way.answering(CREATED)) {
                Member<RunResult> run = EngineVariant.begin(
                        way.of(Plans.plan(server.target()).threads(4).requests(1_000_000_000)), stop);
                server.awaitReceived(200);

                stop.stop(StopReason.INTERRUPTED);

                RunResult result = run.result();
                assertThat(result.reason()).isEqualTo(StopReason.INTERRUPTED);
                assertThat(result.counts().ok()).isEqualTo(server.received()).isGreaterThanOrEqualTo(200);
                assertThat(result.dropped())
                        .isEqualTo(1_000_000_000 - result.counts().ok());
                assertThat(result.violations()).isEmpty();
            }
        });
    }

    @Test
    void a_stop_before_the_start_means_that_nothing_is_sent() {
        EngineVariant.each(EngineVariant.onAllProtocols(), way -> {
            StopSignal stop = new StopSignal();
            stop.stop(StopReason.INTERRUPTED);
            try (FaultServer server = way.answering(CREATED)) {
                RunResult result = EngineVariant.begin(
                                way.of(Plans.plan(server.target()).threads(4).requests(1_000)), stop)
                        .result();

                assertThat(result.reason()).isEqualTo(StopReason.INTERRUPTED);
                assertThat(result.counts().attempts()).isZero();
                assertThat(result.dropped()).isEqualTo(1_000);
                assertThat(server.received()).isZero();
            }
        });
    }

    @Test
    void the_warm_up_is_counted_apart_and_uses_the_same_connections() {
        EngineVariant.each(EngineVariant.onAllProtocols(), way -> {
            try (FaultServer server = way.scripted(List.of())) {
                RunResult result = way.run(Plans.plan(server.target())
                        .seed(4)
                        .threads(3)
                        .requests(50)
                        .warmUp(new WarmUp(40, Optional.empty(), SelfWarmUp.NONE)));

                assertThat(result.counts().okAtFirst()).isEqualTo(50);
                assertThat(result.warmUp())
                        .hasValueSatisfying(
                                warmUp -> assertThat(warmUp.counts().ok()).isEqualTo(40));
                assertThat(server.received()).isEqualTo(90);
                assertThat(server.connections()).isEqualTo(way.transport().connections(3));
                assertThat(server.requests().subList(40, 90).stream().map(EngineContractIT::pathAndBody))
                        .containsExactlyInAnyOrderElementsOf(expected(4, 50));
            }
        });
    }

    @Test
    void workers_begin_one_after_the_other_over_the_ramp_up() {
        EngineVariant.each(EngineVariant.withOwnConnections(), way -> {
            List<Act> slow = List.of(Act.READ, Act.late(Duration.ofSeconds(3)), CREATED, Act.SILENCE);
            try (FaultServer server = way.scripted(List.of(slow, slow, slow))) {
                // Every request keeps its worker busy until the last worker has begun.
                LoadPlan.Builder plan = Plans.plan(server.target())
                        .threads(3)
                        .requests(3)
                        .retries(0)
                        .rampUp(Duration.ofMillis(240));
                RunResult result = EngineVariant.begin(
                                way.of(plan).modelSettings(new ModelSettings(1, 1, 10)), new StopSignal())
                        .result();

                assertThat(result.counts().okAtFirst()).isEqualTo(3);
                assertThat(result.wallTime()).isGreaterThanOrEqualTo(Duration.ofMillis(3_160));
            }
        });
    }

    @Test
    void the_pause_before_a_retry_is_kept_and_doubles() {
        EngineVariant.each(EngineVariant.onAllProtocols(), way -> {
            try (FaultServer server = way.firstDoing(
                    Act.READ, Act.answer(503, ""), Act.READ, Act.answer(503, ""), Act.READ, CREATED, Act.SILENCE)) {
                RunResult result = way.run(Plans.plan(server.target())
                        .requests(1)
                        .retry(new RetryRule(5, EnumSet.allOf(RetryOn.class), Duration.ofMillis(50))));

                assertThat(result.counts().okAfterRetries()).isEqualTo(1);
                assertThat(result.counts().attempts()).isEqualTo(3);
                assertThat(result.wallTime()).isGreaterThanOrEqualTo(Duration.ofMillis(150));
            }
        });
    }

    @Test
    void a_stop_cuts_a_pause_before_a_retry_short() {
        EngineVariant.each(EngineVariant.onAllProtocols(), way -> {
            StopSignal stop = new StopSignal();
            try (FaultServer server = way.answering(Act.answer(503, ""))) {
                Member<RunResult> run = EngineVariant.begin(
                        way.of(Plans.plan(server.target())
                                .threads(2)
                                .requests(100)
                                .retry(new RetryRule(5, EnumSet.allOf(RetryOn.class), Duration.ofSeconds(30)))),
                        stop);
                server.awaitReceived(2);

                stop.stop(StopReason.INTERRUPTED);

                RunResult result = run.result();
                assertThat(result.counts().failed()).isEqualTo(2);
                assertThat(result.counts().attempts()).isBetween(2L, 4L).isEqualTo(server.received());
                assertThat(result.violations()).isEmpty();
            }
        });
    }
}
