package io.github.swipestorm.client.engine.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import io.github.swipestorm.client.arrival.Rate;
import io.github.swipestorm.client.engine.RunResult;
import io.github.swipestorm.client.engine.StopReason;
import io.github.swipestorm.client.engine.StopSignal;
import io.github.swipestorm.client.measure.IterationMeasurements;
import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.testing.Act;
import io.github.swipestorm.client.testing.FaultServer;
import io.github.swipestorm.client.testing.Member;
import io.github.swipestorm.client.testing.Plans;
import io.github.swipestorm.client.verdict.LittlesLawCheck;
import io.github.swipestorm.client.verdict.OfferedLoad;
import io.github.swipestorm.client.workload.Role;
import io.github.swipestorm.client.workload.VirtualUser;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Runs of iterations over real sockets, whichever model, transport and threads carry them. */
class IterationsContractIT {

    private static final Act CREATED = Act.answer(201, "ok");

    @Test
    void every_iteration_is_executed_once_by_one_worker_and_its_steps_follow_each_other() {
        EngineVariant.each(EngineVariant.withHttp2(), way -> {
            try (FaultServer server = way.scripted(List.of())) {
                RunResult result = way.run(Plans.plan(server.target())
                        .workload(Journey.plain())
                        .threads(7)
                        .requests(101));

                assertThat(result.counts().okAtFirst()).isEqualTo(303).isEqualTo(server.received());
                assertThat(result.begunIterations()).hasValue(101);
                assertThat(sum(result, IterationMeasurements::completed)).isEqualTo(101);
                assertThat(result.recorded().iterations())
                        .extracting(IterationMeasurements::scenario, IterationMeasurements::begun)
                        .containsExactly(tuple("even", 51L), tuple("odd", 50L));
                assertThat(result.violations()).isEmpty();
                assertThat(result.allOk()).isTrue();
                assertThat(result.connects().count()).isEqualTo(way.transport().connections(7));
                Map<Long, List<String>> steps = stepsByIteration(server);
                assertThat(steps.keySet())
                        .containsExactlyInAnyOrderElementsOf(
                                LongStream.range(0, 101).boxed().toList());
                steps.forEach((iteration, done) -> {
                    String worker = done.get(0).split("/")[1];
                    assertThat(done).containsExactly("s0/" + worker, "s1/" + worker, "s2/" + worker);
                });
            }
        });
    }

    /** In the order in which they arrived. */
    private static Map<Long, List<String>> stepsByIteration(FaultServer server) {
        Map<Long, List<String>> steps = new HashMap<>();
        for (String request : server.requests()) {
            String[] parts = request.split(" ", 3)[1].split("/", 3);
            steps.computeIfAbsent(Long.valueOf(parts[1].substring(1)), i -> new ArrayList<>())
                    .add(parts[2]);
        }
        return steps;
    }

    private static long sum(RunResult result, ToLongFunction<IterationMeasurements> figure) {
        return result.recorded().iterations().stream().mapToLong(figure).sum();
    }

    @Test
    void a_failed_step_abandons_its_iteration_and_all_sums_hold() {
        EngineVariant.each(EngineVariant.withHttp2(), way -> {
            try (FaultServer server = way.answering(CREATED)) {
                RunResult result = way.run(Plans.plan(server.target())
                        .workload(Journey.failing(3, VirtualUser.Next.ABANDONED))
                        .threads(5)
                        .requests(30));

                assertThat(sum(result, IterationMeasurements::abandoned)).isEqualTo(10);
                assertThat(sum(result, IterationMeasurements::completed)).isEqualTo(20);
                assertThat(result.counts().ok()).isEqualTo(20 * 3 + 10);
                assertThat(result.counts().failed()).isEqualTo(10);
                assertThat(result.counts().attempts())
                        .isEqualTo(20 * 3 + 10 + 10)
                        .isEqualTo(server.received());
                assertThat(result.violations()).isEmpty();
            }
        });
    }

    @Test
    void a_failed_step_may_end_its_worker_and_says_what_was_never_begun() {
        EngineVariant.each(EngineVariant.averageWithHttp2(), way -> {
            try (FaultServer server = way.answering(CREATED)) {
                RunResult result = way.run(Plans.plan(server.target())
                        .workload(Journey.failing(1, VirtualUser.Next.STOP_WORKER))
                        .threads(2)
                        .requests(10));

                assertThat(result.begunIterations()).hasValue(2);
                assertThat(sum(result, IterationMeasurements::abandoned)).isEqualTo(2);
                assertThat(result.droppedIterations()).isEqualTo(8);
                assertThat(result.allOk()).isFalse();
                assertThat(result.violations()).isEmpty();
            }
        });
    }

    @Test
    void a_failed_step_may_end_the_run() {
        EngineVariant.each(EngineVariant.withHttp2(), way -> {
            try (FaultServer server = way.answering(CREATED)) {
                RunResult result = way.run(Plans.plan(server.target())
                        .workload(Journey.failing(50, VirtualUser.Next.STOP_RUN))
                        .threads(1)
                        .requests(1_000_000));

                assertThat(result.reason()).isEqualTo(StopReason.STEP_FAILED);
                assertThat(result.begunIterations().orElseThrow()).isBetween(1L, 60L);
                assertThat(result.droppedIterations())
                        .isEqualTo(1_000_000 - result.begunIterations().orElseThrow());
                assertThat(result.violations()).isEmpty();
            }
        });
    }

    @Test
    void a_stopped_run_does_not_wait_for_users_who_think() {
        EngineVariant.each(EngineVariant.withHttp2(), way -> {
            try (FaultServer server = way.answering(CREATED)) {
                StopSignal stop = new StopSignal();
                Member<RunResult> run = EngineVariant.begin(
                        way.of(Plans.plan(server.target())
                                .workload(Journey.thinking(Duration.ofHours(1)))
                                .threads(4)
                                .requests(100)),
                        stop);
                server.awaitReceived(4);
                stop.stop(StopReason.INTERRUPTED);
                RunResult result = run.result();

                assertThat(result.reason()).isEqualTo(StopReason.INTERRUPTED);
                assertThat(sum(result, IterationMeasurements::underWay)).isEqualTo(4);
                assertThat(result.violations()).isEmpty();
                assertThat(result.workerTime().thinking())
                        .isBetween(Duration.ZERO, result.workerTime().active());
            }
        });
    }

    @Test
    void think_time_is_in_no_latency_and_everything_that_the_plan_asks_for_is_thought() {
        Duration think = Duration.ofMillis(30);
        EngineVariant.each(EngineVariant.averageWithHttp2(), way -> {
            try (FaultServer server = way.answering(CREATED)) {
                RunResult result = way.run(Plans.plan(server.target())
                        .workload(Journey.thinking(think))
                        .threads(3)
                        .requests(6));

                // Two iterations for each worker, each with three pauses. A worker that is woken late does not think
                // for longer.
                Duration least = think.multipliedBy(6 * 3);
                assertThat(result.workerTime().thinking()).isEqualTo(least);
                assertThat(sum(result, IterationMeasurements::thinkingNanos)).isEqualTo(least.toNanos());
                assertThat(sum(result, IterationMeasurements::cycles))
                        .as("of each worker's two iterations the second follows another one")
                        .isEqualTo(3);
                assertThat(sum(result, IterationMeasurements::cycleNanos))
                        .isGreaterThanOrEqualTo(think.multipliedBy(3 * 3).toNanos());
                assertThat(result.workerTime().active()).isGreaterThanOrEqualTo(least);
                assertThat(result.recorded()
                                .iterations()
                                .get(0)
                                .durations()
                                .summary()
                                .minUs())
                        .isGreaterThanOrEqualTo(3 * 30_000);
                // What the requests of a worker took is what is left of its active time.
                assertThat(result.workerTime().cycles())
                        .isLessThanOrEqualTo(result.workerTime().active().minus(least));
                assertThat(result.wallTime()).isGreaterThanOrEqualTo(think.multipliedBy(2 * 3));
            }
        });
    }

    @Test
    void a_paced_worker_waits_for_its_next_iteration_or_says_that_it_is_late() {
        EngineVariant.each(EngineVariant.averageWithHttp2(), way -> {
            try (FaultServer server = way.answering(CREATED)) {
                RunResult waiting = way.run(Plans.plan(server.target())
                        .workload(paced(Duration.ZERO, Duration.ofSeconds(1)))
                        .threads(1)
                        .requests(3));
                RunResult late = way.run(Plans.plan(server.target())
                        .workload(paced(Duration.ofMillis(5), Duration.ofMillis(1)))
                        .threads(1)
                        .requests(3));

                assertThat(waiting.wallTime()).isGreaterThanOrEqualTo(Duration.ofSeconds(2));
                assertThat(waiting.workerTime().thinking()).isPositive();
                assertThat(sum(late, IterationMeasurements::late)).isEqualTo(2);
            }
        });
    }

    /** Those in which each worker has a connection of its own. */
    private static List<EngineVariant> owning(List<EngineVariant> ways) {
        return ways.stream().filter(EngineVariant::hasOwnConnections).toList();
    }

    private static Journey paced(Duration think, Duration pace) {
        return new Journey(think, pace, 0, VirtualUser.Next.ABANDONED, false, List.of());
    }

    @Test
    void an_iteration_may_begin_with_a_new_connection() {
        EngineVariant.each(owning(EngineVariant.averageWithHttp2()), way -> {
            try (FaultServer server = way.answering(CREATED)) {
                RunResult result = way.run(Plans.plan(server.target())
                        .workload(new Journey(
                                Duration.ZERO, Duration.ZERO, 0, VirtualUser.Next.ABANDONED, true, List.of()))
                        .threads(2)
                        .requests(10));

                assertThat(result.counts().okAtFirst()).isEqualTo(30);
                // Those that were established before the run are closed unused.
                assertThat(server.connections()).isEqualTo(2 + 10);
                assertThat(result.allOk()).isTrue();
            }
        });
    }

    @Test
    void a_server_that_closes_connections_leaves_all_sums_whole() {
        EngineVariant.each(owning(EngineVariant.withHttp2()), way -> {
            List<Act> closing = List.of(Act.READ, CREATED, Act.READ, Act.CLOSE);
            try (FaultServer server = way.scripted(List.of(closing, closing, closing))) {
                RunResult result = way.run(Plans.plan(server.target())
                        .workload(Journey.plain())
                        .threads(3)
                        .requests(60)
                        .retries(0));

                assertThat(result.begunIterations()).hasValue(60);
                assertThat(sum(result, IterationMeasurements::abandoned)).isEqualTo(3);
                assertThat(sum(result, IterationMeasurements::completed)).isEqualTo(57);
                assertThat(result.counts().failed()).isEqualTo(3);
                assertThat(result.violations()).isEmpty();
            }
        });
    }

    @Test
    void the_workers_of_a_role_execute_its_scenario_only() {
        EngineVariant.each(EngineVariant.withHttp2(), way -> {
            try (FaultServer server = way.scripted(List.of())) {
                RunResult result = way.run(Plans.plan(server.target())
                        .workload(Journey.withRoles(
                                new Role("even", 3, Optional.empty()), new Role("odd", 2, Optional.empty())))
                        .threads(5)
                        .requests(41));

                assertThat(result.recorded().iterations())
                        .extracting(IterationMeasurements::completed)
                        .containsExactly(21L, 20L);
                assertThat(result.allOk()).isTrue();
                stepsByIteration(server).forEach((iteration, done) -> {
                    int worker = Integer.parseInt(done.get(0).split("/w")[1]);
                    assertThat(worker < 3)
                            .as("worker %s sends iteration %s", worker, iteration)
                            .isEqualTo(iteration % 2 == 0);
                });
            }
        });
    }

    @Test
    void a_role_may_have_a_rate_of_its_own_beside_one_that_goes_as_fast_as_it_can() {
        EngineVariant.each(EngineVariant.averageWithHttp2(), way -> {
            try (FaultServer server = way.answering(CREATED)) {
                long withRate = 0;
                long without = 0;
                // On a busy machine a worker may not be scheduled for a whole run.
                for (int tries = 0; tries < 5 && (withRate == 0 || without == 0); tries++) {
                    RunResult result = way.run(Plans.plan(server.target())
                            .workload(Journey.withRoles(
                                    new Role("even", 1, Optional.of(Rate.parse("20"))),
                                    new Role("odd", 1, Optional.empty())))
                            .threads(2)
                            .duration(Duration.ofSeconds(1)));
                    withRate = result.recorded().iterations().get(0).begun();
                    without = result.recorded().iterations().get(1).begun();
                    assertThat(result.violations()).isEmpty();
                }

                // Due at 0, 50, ..., 950 ms.
                assertThat(withRate).isBetween(1L, 20L);
                assertThat(without).isPositive();
            }
        });
    }

    @Test
    void rates_of_roles_are_an_offered_load_when_each_role_has_one() {
        EngineVariant.each(EngineVariant.averageWithHttp2(), way -> {
            try (FaultServer server = way.answering(CREATED)) {
                RunResult all = way.run(Plans.plan(server.target())
                        .workload(Journey.withRoles(
                                new Role("even", 1, Optional.of(Rate.parse("20"))),
                                new Role("odd", 2, Optional.of(Rate.parse("30")))))
                        .requests(10));
                RunResult some = way.run(Plans.plan(server.target())
                        .workload(Journey.withRoles(
                                new Role("even", 1, Optional.of(Rate.parse("20"))),
                                new Role("odd", 2, Optional.empty())))
                        .requests(10));

                assertThat(OfferedLoad.of(all)).hasValueSatisfying(load -> {
                    assertThat(load.unit()).isEqualTo("iterations");
                    assertThat(load.offeredPerSecond()).isCloseTo(50, within(1e-6));
                });
                assertThat(OfferedLoad.of(some)).isEmpty();
                assertThat(LittlesLawCheck.of(some))
                        .as("a worker that waits for its rate is in no cycle")
                        .isEmpty();
            }
        });
    }

    @Test
    void roles_say_how_many_workers_there_are_and_when_iterations_are_due() {
        LoadPlan.Builder plan = Plans.plan(Plans.NOWHERE)
                .workload(
                        Journey.withRoles(new Role("even", 3, Optional.empty()), new Role("odd", 2, Optional.empty())))
                .requests(10);

        assertThat(plan.build().threads()).isEqualTo(5);
        assertThatThrownBy(() -> plan.threads(7).build())
                .hasMessageContaining("5 workers")
                .hasMessageContaining("7");
        assertThatThrownBy(() -> plan.threads(5).rate("10").build()).hasMessageContaining("rate");
    }
}
