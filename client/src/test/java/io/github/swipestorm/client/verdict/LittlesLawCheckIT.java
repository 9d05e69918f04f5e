package io.github.swipestorm.client.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.github.swipestorm.client.clock.NanoClock;
import io.github.swipestorm.client.distribution.ModelSettings;
import io.github.swipestorm.client.distribution.SendingModel;
import io.github.swipestorm.client.engine.LocalRunner;
import io.github.swipestorm.client.engine.RunObserver;
import io.github.swipestorm.client.engine.RunResult;
import io.github.swipestorm.client.engine.StopSignal;
import io.github.swipestorm.client.engine.WorkerTime;
import io.github.swipestorm.client.engine.internal.ScriptedTransport;
import io.github.swipestorm.client.http.Response;
import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.plan.RetryOn;
import io.github.swipestorm.client.plan.RetryRule;
import io.github.swipestorm.client.record.AttemptCounters;
import io.github.swipestorm.client.record.RecordingSettings;
import io.github.swipestorm.client.testing.AnsweringServer;
import io.github.swipestorm.client.testing.Plans;
import io.github.swipestorm.client.testing.QuickServer;
import io.github.swipestorm.client.transport.TransportType;
import io.github.swipestorm.client.workload.ThinkTime;
import io.github.swipestorm.client.workload.ThinkingWorkload;
import io.github.swipestorm.client.workload.swipes.RandomSwipes;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Little's law holds for every sound run, however slow its workers are, and not for one that was measured incorrectly.
 */
class LittlesLawCheckIT {

    private interface Run {
        RunResult make() throws InterruptedException;
    }

    /** Asserts this and Little's law of a run; repeats the run up to five times, because a busy machine may stall a short one. */
    private static void assertOf(Run run, Consumer<RunResult> assertions) throws InterruptedException {
        for (int tries = 1; ; tries++) {
            RunResult result = run.make();
            try {
                assertThat(LittlesLawCheck.of(result))
                        .hasValueSatisfying(check ->
                                assertThat(check.holds()).as(check.toString()).isTrue());
                assertions.accept(result);
                return;
            } catch (AssertionError e) {
                if (tries == 5) {
                    throw e;
                }
            }
        }
    }

    private static void assertOf(LoadPlan.Builder plan, Consumer<RunResult> assertions) throws InterruptedException {
        assertOf(
                () -> new LocalRunner(RecordingSettings.NO_FILES).run(plan.build(), new StopSignal(), RunObserver.NONE),
                assertions);
    }

    static Stream<Arguments> ways() {
        return TransportType.REGISTRY.all().stream()
                .flatMap(
                        transport -> SendingModel.REGISTRY.all().stream().map(model -> Arguments.of(transport, model)));
    }

    @ParameterizedTest
    @MethodSource("ways")
    void it_holds_over_every_transport_and_model_and_while_workers_begin_one_by_one(
            TransportType transport, SendingModel model) throws InterruptedException {
        try (QuickServer server = new QuickServer()) {
            assertOf(
                    Plans.plan(server.target())
                            .transport(transport)
                            .model(model)
                            .modelSettings(new ModelSettings(10, 1, 5))
                            .threads(8)
                            .rampUp(Duration.ofMillis(400))
                            .duration(Duration.ofMillis(800)),
                    result -> assertThat(
                                    LittlesLawCheck.of(result).orElseThrow().workers())
                            .as("half of the workers' time was ramp-up")
                            .isBetween(2.0, 7.9));
        }
    }

    @Test
    void pauses_between_retries_are_part_of_a_cycle() throws InterruptedException {
        try (AnsweringServer server = new AnsweringServer(number -> number % 3 == 0 ? 201 : 503)) {
            int threads = 3;
            LoadPlan.Builder plan = Plans.plan(server.target())
                    .retry(new RetryRule(5, EnumSet.allOf(RetryOn.class), Duration.ofMillis(20)))
                    .threads(threads)
                    .duration(Duration.ofMillis(800));
            assertOf(plan, result -> {
                // Each worker may have a request that did not end.
                long retries =
                        Math.max(0, result.counts().attempts() - result.counts().ended() - threads);
                double pauses = 0.020 * retries / (threads * result.wallTime().toNanos() / 1e9);
                assertThat(LittlesLawCheck.of(result).orElseThrow().waitingShare())
                        .as("what was a pause was no wait, but the last ones may have been cut short")
                        .isLessThanOrEqualTo(1 - 0.8 * pauses);
            });
        }
    }

    @Test
    void think_time_is_a_part_of_its_own_and_the_cycle_of_a_user_says_how_many_iterations_there_are()
            throws InterruptedException {
        try (QuickServer server = new QuickServer()) {
            LoadPlan.Builder plan = Plans.plan(server.target())
                    .workload(new ThinkingWorkload(new RandomSwipes(), ThinkTime.parse("20ms")))
                    .threads(3)
                    .duration(Duration.ofMillis(1_500));
            assertOf(plan, result -> {
                Evidence.Cycle cycle = Evidence.Cycle.of(result).orElseThrow();
                assertThat(cycle.users()).isBetween(2.5, 3.5);
                assertThat(cycle.thinking()).isCloseTo(0.02, withinPercentage(10));
                double iterations = result.begunIterations().orElseThrow() - 1.5;
                assertThat(cycle.perSecond())
                        .isCloseTo(iterations / (result.wallTime().toNanos() / 1e9), withinPercentage(10));
            });
        }
    }

    @Test
    void workers_that_end_early_do_not_count_from_then_on() throws InterruptedException {
        AtomicInteger begun = new AtomicInteger();
        ThreadLocal<Integer> worker = ThreadLocal.withInitial(begun::getAndIncrement);
        Run run = () -> new ScriptedTransport((request, attempt, overall) -> {
                    // One of the two workers has as many requests as the other, and much slower ones.
                    long millis = worker.get() % 2 == 0 ? 1 : 20;
                    long end = System.nanoTime() + millis * 1_000_000;
                    while (System.nanoTime() < end) {
                        Thread.onSpinWait();
                    }
                    return new Response(201, 0);
                })
                .runner(NanoClock.SYSTEM)
                .run(Plans.plan(Plans.NOWHERE).threads(2).requests(40).build(), new StopSignal(), RunObserver.NONE);

        assertOf(
                run,
                result -> assertThat(LittlesLawCheck.of(result).orElseThrow().workers())
                        .as("for most of the time only one of them was at work")
                        .isLessThan(1.9));
    }

    @Test
    void attempts_that_were_lost_or_timed_wrongly_show() throws InterruptedException {
        RunResult result = new ScriptedTransport((request, attempt, overall) -> new Response(201, 0))
                .runner(NanoClock.SYSTEM)
                .run(Plans.plan(Plans.NOWHERE).threads(2).requests(4_000).build(), new StopSignal(), RunObserver.NONE);
        WorkerTime sound = result.workerTime();
        long active = sound.active().toNanos();

        assertThat(deviation(result, active, active)).isLessThan(1e-9);
        assertThat(deviation(result, active, active * 99 / 100)).isBetween(0.009, 0.011);
        assertThat(LittlesLawCheck.of(with(result, active, active * 97 / 100))
                        .orElseThrow()
                        .holds())
                .isFalse();
        assertThat(LittlesLawCheck.of(with(result, active, active * 103 / 100))
                        .orElseThrow()
                        .holds())
                .isFalse();
    }

    @Test
    void think_time_is_a_part_of_the_cycle() throws InterruptedException {
        RunResult result = new ScriptedTransport((request, attempt, overall) -> new Response(201, 0))
                .runner(NanoClock.SYSTEM)
                .run(Plans.plan(Plans.NOWHERE).threads(2).requests(4_000).build(), new StopSignal(), RunObserver.NONE);
        long active = result.workerTime().active().toNanos();

        LittlesLawCheck check = LittlesLawCheck.of(with(result, active, active / 10, active - active / 10))
                .orElseThrow();

        assertThat(check.deviation()).isLessThan(1e-6);
        assertThat(check.thinkSeconds()).isCloseTo(9 * check.cycleSeconds(), withinPercentage(0.1));
        assertThat(LittlesLawCheck.of(with(result, active, active / 10, active / 2))
                        .orElseThrow()
                        .holds())
                .as("40 % of the workers' time is neither a request nor think time")
                .isFalse();
    }

    @Test
    void an_open_loop_has_no_such_law() throws InterruptedException {
        RunResult result = new ScriptedTransport((request, attempt, overall) -> new Response(201, 0))
                .runner(NanoClock.SYSTEM)
                .run(
                        Plans.plan(Plans.NOWHERE)
                                .threads(2)
                                .rate("1000")
                                .requests(50)
                                .build(),
                        new StopSignal(),
                        RunObserver.NONE);

        assertThat(LittlesLawCheck.of(result)).isEmpty();
        assertThat(LittlesLawCheck.of(with(result, 0, 0))).isEmpty();
    }

    private static double deviation(RunResult result, long activeNanos, long cycleNanos) {
        return LittlesLawCheck.of(with(result, activeNanos, cycleNanos))
                .orElseThrow()
                .deviation();
    }

    private static RunResult with(RunResult result, long activeNanos, long cycleNanos) {
        return with(result, activeNanos, cycleNanos, 0);
    }

    private static RunResult with(RunResult result, long activeNanos, long cycleNanos, long thinkNanos) {
        return new RunResult(
                result.plan(),
                result.planned(),
                result.begunIterations(),
                Optional.empty(),
                Optional.empty(),
                result.startedAt(),
                result.wallTime(),
                result.cpuTime(),
                WorkerTime.of(
                        activeNanos,
                        Duration.ofNanos(thinkNanos),
                        new AttemptCounters.Times(0, cycleNanos, 0, 0, 0),
                        Optional.empty()),
                result.recorded(),
                result.server(),
                result.telemetry(),
                result.connects(),
                result.probe(),
                result.reason(),
                result.workerDeath(),
                List.of(),
                List.of());
    }
}
