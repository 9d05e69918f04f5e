package io.github.swipestorm.client.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.github.swipestorm.client.http.Failure;
import io.github.swipestorm.client.http.FailureKind;
import io.github.swipestorm.client.http.Response;
import io.github.swipestorm.client.model.Models;
import io.github.swipestorm.client.testing.Member;
import io.github.swipestorm.client.testing.Plans;
import io.github.swipestorm.client.testing.Workers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class LocalRunnerTest {

    private static final Response CREATED = new Response(201, 10);
    private static final Response UNAVAILABLE = new Response(503, 0);

    @AfterEach
    void no_worker_is_left_behind() {
        Workers.awaitNone();
    }

    @ParameterizedTest
    @CsvSource({"AVERAGE, 1", "LESS_BLOCKING, 3", "PRODUCER_CONSUMER, 8"})
    void every_seventh_attempt_failing_gives_the_retries_that_arithmetic_says(Models model, int threads)
            throws InterruptedException {
        ScriptedTransport transport =
                new ScriptedTransport((request, attempt, overall) -> overall % 7 == 0 ? UNAVAILABLE : CREATED);
        LoadPlan plan = Plans.plan(Plans.NOWHERE)
                .model(model)
                .threads(threads)
                .requests(70_000)
                .retries(10_000)
                .build();

        RunResult result = run(transport, plan);

        // The smallest A with A - floor(A / 7) = 70,000 successes.
        assertThat(result.counts().attempts()).isEqualTo(81_666);
        assertThat(result.counts().ok()).isEqualTo(70_000);
        assertThat(result.counts().attemptsByStatus())
                .containsEntry(503, 11_666L)
                .containsEntry(201, 70_000L);
        assertThat(result.amplification()).isEqualTo(81_666 / 70_000.0);
        assertThat(result.allOk()).isTrue();
    }

    @Test
    void without_retries_each_request_has_one_attempt() throws InterruptedException {
        ScriptedTransport transport = new ScriptedTransport((request, attempt, overall) -> UNAVAILABLE);

        RunResult result = run(
                transport,
                Plans.plan(Plans.NOWHERE).threads(3).requests(100).retries(0).build());

        assertThat(result.counts().attempts()).isEqualTo(100);
        assertThat(result.counts().failed()).isEqualTo(100);
        assertThat(result.dropped()).isZero();
        assertThat(result.allOk()).isFalse();
    }

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
    @EnumSource(Models.class)
    void a_stop_before_the_run_means_that_nothing_is_sent(Models model) throws InterruptedException {
        ScriptedTransport transport = new ScriptedTransport((request, attempt, overall) -> CREATED);
        StopSignal stop = new StopSignal();
        stop.stop(StopReason.INTERRUPTED);
        LoadPlan plan = Plans.plan(Plans.NOWHERE)
                .model(model)
                .threads(4)
                .requests(1_000)
                .build();

        RunResult result = transport.runner(NanoClock.SYSTEM).run(plan, stop, RunObserver.NONE);

        assertThat(result.reason()).isEqualTo(StopReason.INTERRUPTED);
        assertThat(transport.attempts()).isZero();
        assertThat(result.dropped()).isEqualTo(1_000);
        assertThat(result.wallTime()).isZero();
        assertThat(result.throughput()).isZero();
        assertThat(result.amplification()).isZero();
    }

    @ParameterizedTest
    @EnumSource(Models.class)
    void a_stop_in_the_middle_ends_the_run_and_the_sums_come_out(Models model) throws InterruptedException {
        StopSignal stop = new StopSignal();
        ScriptedTransport transport = new ScriptedTransport((request, attempt, overall) -> {
            if (overall == 500) {
                stop.stop(StopReason.INTERRUPTED);
            }
            return CREATED;
        });
        LoadPlan plan = Plans.plan(Plans.NOWHERE)
                .model(model)
                .threads(4)
                .requests(1_000_000_000)
                .build();

        RunResult result = transport.runner(NanoClock.SYSTEM).run(plan, stop, RunObserver.NONE);

        assertThat(result.reason()).isEqualTo(StopReason.INTERRUPTED);
        assertThat(result.counts().ok()).isEqualTo(transport.attempts()).isGreaterThanOrEqualTo(500);
        assertThat(result.counts().ok() + result.dropped()).isEqualTo(1_000_000_000);
        assertThat(result.violations()).isEmpty();
    }

    @Test
    void a_stop_ends_a_request_that_would_be_retried_for_long() throws InterruptedException {
        StopSignal stop = new StopSignal();
        ScriptedTransport transport = new ScriptedTransport((request, attempt, overall) -> {
            if (overall == 10) {
                stop.stop(StopReason.INTERRUPTED);
            }
            return UNAVAILABLE;
        });

        RunResult result = transport
                .runner(NanoClock.SYSTEM)
                .run(Plans.plan(Plans.NOWHERE).requests(5).retries(10_000).build(), stop, RunObserver.NONE);

        assertThat(result.counts().attempts()).isEqualTo(10);
        assertThat(result.counts().failed()).isEqualTo(1);
        assertThat(result.dropped()).isEqualTo(4);
    }

    @Test
    void a_stop_does_not_wait_for_workers_that_are_still_connecting() {
        CountDownLatch never = new CountDownLatch(1);
        CountDownLatch connecting = new CountDownLatch(1);
        ScriptedTransport transport = new ScriptedTransport((request, attempt, overall) -> CREATED, () -> {
            connecting.countDown();
            awaitQuietly(never);
        });
        StopSignal stop = new StopSignal();
        Member<RunResult> run = Member.doing(() -> transport
                .runner(NanoClock.SYSTEM)
                .run(Plans.plan(Plans.NOWHERE).requests(5).build(), stop, RunObserver.NONE));
        awaitQuietly(connecting);

        stop.stop(StopReason.INTERRUPTED);

        assertThat(run.resultWithin(Duration.ofSeconds(15)).reason()).isEqualTo(StopReason.INTERRUPTED);
        assertThat(run.result().dropped()).isEqualTo(5);
    }

    @ParameterizedTest
    @EnumSource(Models.class)
    void a_worker_that_dies_ends_the_run_and_shows_in_its_result(Models model) throws InterruptedException {
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

        RunResult result = run(transport, plan);

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

        RunResult result = run(
                transport,
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
    void the_clock_starts_when_the_slowest_worker_is_ready_and_is_announced_once() throws InterruptedException {
        ManualClock clock = new ManualClock();
        List<String> events = Collections.synchronizedList(new ArrayList<>());
        AtomicInteger connects = new AtomicInteger();
        CountDownLatch started = new CountDownLatch(1);
        ScriptedTransport transport = new ScriptedTransport(
                (request, attempt, overall) -> {
                    events.add("sent");
                    clock.advance(Duration.ofMillis(2));
                    return CREATED;
                },
                () -> {
                    if (connects.incrementAndGet() == 1) {
                        // A clock that does not wait for this worker has every chance to start too early.
                        awaitAtMost(Duration.ofMillis(300), started);
                        clock.advance(Duration.ofHours(1));
                    }
                    events.add("connected");
                });
        LoadPlan plan = Plans.plan(Plans.NOWHERE).threads(3).requests(30).build();

        RunResult result = transport.runner(clock).run(plan, new StopSignal(), (of, counts) -> {
            events.add("started");
            started.countDown();
        });

        assertThat(result.wallTime()).isEqualTo(Duration.ofMillis(60));
        assertThat(result.throughput()).isEqualTo(500);
        assertThat(events.subList(0, 3)).containsOnly("connected");
        assertThat(events).filteredOn("started"::equals).hasSize(1);
        assertThat(events).filteredOn("sent"::equals).hasSize(30);
    }

    @Test
    void the_observer_can_read_the_counts_while_the_run_goes_on() throws InterruptedException {
        CountDownLatch seen = new CountDownLatch(1);
        ScriptedTransport transport = new ScriptedTransport((request, attempt, overall) -> {
            if (overall == 11) {
                awaitQuietly(seen);
            }
            return CREATED;
        });

        RunResult result = transport
                .runner(NanoClock.SYSTEM)
                .run(Plans.plan(Plans.NOWHERE).requests(20).build(), new StopSignal(), (plan, counts) -> {
                    await().atMost(Duration.ofSeconds(20))
                            .until(() -> counts.get().ok() == 10);
                    seen.countDown();
                });

        assertThat(result.counts().ok()).isEqualTo(20);
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
    void an_interrupt_of_the_caller_ends_the_run() {
        CountDownLatch running = new CountDownLatch(1);
        ScriptedTransport transport = new ScriptedTransport((request, attempt, overall) -> {
            running.countDown();
            return CREATED;
        });
        Member<RunResult> run = Member.doing(() -> run(
                transport,
                Plans.plan(Plans.NOWHERE).threads(2).requests(1_000_000_000).build()));
        awaitQuietly(running);

        run.interrupt();

        assertThat(run.death()).isInstanceOf(InterruptedException.class);
        assertThat(transport.isClosed()).isTrue();
    }

    @Test
    void the_warm_up_is_counted_apart_and_sends_other_requests() throws InterruptedException {
        List<Object> bodies = Collections.synchronizedList(new ArrayList<>());
        ScriptedTransport transport = new ScriptedTransport((request, attempt, overall) -> {
            bodies.add(java.nio.ByteBuffer.wrap(request.body()));
            return CREATED;
        });
        LoadPlan plan = Plans.plan(Plans.NOWHERE)
                .threads(2)
                .requests(50)
                .warmUp(new WarmUp(40, Optional.empty(), SelfWarmUp.NONE))
                .build();

        RunResult result = run(transport, plan);

        assertThat(result.counts().ok()).isEqualTo(50);
        assertThat(result.warmUp())
                .hasValueSatisfying(warmUp -> assertThat(warmUp.counts().ok()).isEqualTo(40));
        assertThat(transport.attempts()).isEqualTo(90);
        assertThat(bodies).doesNotHaveDuplicates();
        assertThat(result.violations()).isEmpty();
    }

    @Test
    void a_stop_during_the_warm_up_leaves_the_run_empty() throws InterruptedException {
        StopSignal stop = new StopSignal();
        ScriptedTransport transport = new ScriptedTransport((request, attempt, overall) -> {
            if (overall == 10) {
                stop.stop(StopReason.INTERRUPTED);
            }
            return CREATED;
        });
        LoadPlan plan = Plans.plan(Plans.NOWHERE)
                .requests(50)
                .warmUp(new WarmUp(1_000_000_000, Optional.empty(), SelfWarmUp.NONE))
                .build();

        RunResult result = transport.runner(NanoClock.SYSTEM).run(plan, stop, RunObserver.NONE);

        assertThat(result.reason()).isEqualTo(StopReason.INTERRUPTED);
        assertThat(result.counts().attempts()).isZero();
        assertThat(result.dropped()).isEqualTo(50);
    }

    private static RunResult run(ScriptedTransport transport, LoadPlan plan) throws InterruptedException {
        return transport.runner(NanoClock.SYSTEM).run(plan, new StopSignal(), RunObserver.NONE);
    }

    private static void awaitAtMost(Duration time, CountDownLatch latch) {
        try {
            latch.await(time.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            if (!latch.await(20, TimeUnit.SECONDS)) {
                throw new IllegalStateException("It did not happen");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
