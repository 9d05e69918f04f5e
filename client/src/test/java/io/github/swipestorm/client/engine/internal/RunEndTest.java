package io.github.swipestorm.client.engine.internal;

import static io.github.swipestorm.client.engine.internal.ScriptedTransport.CREATED;
import static io.github.swipestorm.client.testing.TestTimeout.MAX_WAIT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.swipestorm.client.clock.NanoClock;
import io.github.swipestorm.client.distribution.SendingModel;
import io.github.swipestorm.client.engine.RunObserver;
import io.github.swipestorm.client.engine.RunResult;
import io.github.swipestorm.client.engine.StopReason;
import io.github.swipestorm.client.engine.StopSignal;
import io.github.swipestorm.client.http.Failure;
import io.github.swipestorm.client.http.FailureKind;
import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.testing.Member;
import io.github.swipestorm.client.testing.Plans;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What ends a run before all its requests are done, but for a stop. */
class RunEndTest {

    @Test
    void the_run_stops_when_its_time_is_over() throws InterruptedException {
        ManualClock clock = new ManualClock();
        ScriptedTransport transport = new ScriptedTransport((request, attempt, overall) -> {
            clock.advance(Duration.ofMillis(1));
            return CREATED;
        });
        LoadPlan plan = Plans.plan(Plans.NOWHERE)
                .threads(2)
                .duration(Duration.ofSeconds(30))
                .build();

        RunResult result = transport.runner(clock).run(plan, new StopSignal(), RunObserver.NONE);

        assertThat(result.reason()).isEqualTo(StopReason.TIME_OVER);
        assertThat(result.wallTime()).isGreaterThanOrEqualTo(Duration.ofSeconds(30));
        assertThat(result.planned()).isEqualTo(result.counts().ok()).isGreaterThanOrEqualTo(30_000 - 2);
        assertThat(result.violations()).isEmpty();
    }

    @Test
    void what_was_not_sent_when_the_time_was_over_counts_as_dropped() throws InterruptedException {
        ManualClock clock = new ManualClock();
        ScriptedTransport transport = new ScriptedTransport((request, attempt, overall) -> {
            clock.advance(Duration.ofMillis(1));
            return CREATED;
        });
        LoadPlan plan = Plans.plan(Plans.NOWHERE)
                .requests(2_000_000_000_000L)
                .duration(Duration.ofSeconds(1))
                .build();

        RunResult result = transport.runner(clock).run(plan, new StopSignal(), RunObserver.NONE);

        assertThat(result.dropped())
                .isPositive()
                .isEqualTo(2_000_000_000_000L - result.counts().ok());
        assertThat(result.violations()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("io.github.swipestorm.client.testing.Registered#models")
    void a_worker_that_dies_ends_the_run_and_shows_in_its_result(SendingModel model) throws InterruptedException {
        ScriptedTransport transport = new ScriptedTransport((request, attempt, overall) -> {
            if (overall == 100) {
                throw new IllegalStateException("planted");
            }
            return CREATED;
        });
        LoadPlan plan = Plans.plan(Plans.NOWHERE)
                .model(model)
                .threads(4)
                .requests(1_000_000_000)
                .build();

        RunResult result = transport.run(plan);

        assertThat(result.reason()).isEqualTo(StopReason.WORKER_DIED);
        assertThat(result.workerDeath())
                .hasValueSatisfying(death -> assertThat(death).contains("planted"));
        assertThat(result.counts().ok()).isEqualTo(transport.attempts() - 1);
        assertThat(result.violations()).isEmpty();
        assertThat(result.allOk()).isFalse();
    }

    @Test
    void a_worker_that_dies_while_connecting_ends_the_run_too() throws InterruptedException {
        AtomicInteger connects = new AtomicInteger();
        ScriptedTransport transport = new ScriptedTransport((request, attempt, overall) -> CREATED, () -> {
            if (connects.incrementAndGet() == 2) {
                throw new StackOverflowError("planted");
            }
        });

        RunResult result = transport.run(
                Plans.plan(Plans.NOWHERE).threads(3).requests(1_000_000_000).build());

        assertThat(result.reason()).isEqualTo(StopReason.WORKER_DIED);
        assertThat(result.violations()).isEmpty();
    }

    @Test
    void a_server_that_is_gone_is_given_up() throws InterruptedException {
        ManualClock clock = new ManualClock();
        ScriptedTransport transport = new ScriptedTransport((request, attempt, overall) -> {
            clock.advance(Duration.ofMillis(50));
            return overall <= 20 ? CREATED : new Failure(FailureKind.CLOSED, "gone");
        });
        LoadPlan plan = Plans.plan(Plans.NOWHERE)
                .requests(1_000_000_000)
                .giveUp(Duration.ofSeconds(30))
                .build();

        RunResult result = transport.runner(clock).run(plan, new StopSignal(), RunObserver.NONE);

        assertThat(result.reason()).isEqualTo(StopReason.GAVE_UP);
        assertThat(result.counts().ok()).isEqualTo(20);
        assertThat(result.wallTime()).isGreaterThanOrEqualTo(Duration.ofSeconds(30));
        assertThat(result.violations()).isEmpty();
        assertThat(result.recorded().failureDetails()).containsKey("closed: gone");
    }

    @Test
    void an_observer_that_fails_ends_the_run() {
        ScriptedTransport transport = new ScriptedTransport((request, attempt, overall) -> CREATED);
        LoadPlan plan =
                Plans.plan(Plans.NOWHERE).threads(2).requests(1_000_000_000).build();

        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> transport.runner(NanoClock.SYSTEM).run(plan, new StopSignal(), (of, counts) -> {
                    throw new IllegalStateException("planted");
                }))
                .withMessage("planted");
        assertThat(transport.isClosed()).isTrue();
    }

    @Test
    void an_interrupt_of_the_caller_ends_the_run() throws InterruptedException {
        CountDownLatch running = new CountDownLatch(1);
        ScriptedTransport transport = new ScriptedTransport((request, attempt, overall) -> {
            running.countDown();
            return CREATED;
        });
        Member<RunResult> run = Member.doing(() -> transport.run(
                Plans.plan(Plans.NOWHERE).threads(2).requests(1_000_000_000).build()));
        assertThat(running.await(MAX_WAIT.toSeconds(), TimeUnit.SECONDS)).isTrue();

        run.interrupt();

        assertThat(run.death()).isInstanceOf(InterruptedException.class);
        assertThat(transport.isClosed()).isTrue();
    }
}
