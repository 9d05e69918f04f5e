package io.github.swipestorm.client.engine;

import static io.github.swipestorm.client.engine.internal.ScriptedTransport.CREATED;
import static io.github.swipestorm.client.engine.internal.ScriptedTransport.UNAVAILABLE;
import static io.github.swipestorm.client.testing.TestTimeout.MAX_WAIT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.github.swipestorm.client.clock.NanoClock;
import io.github.swipestorm.client.distribution.SendingModel;
import io.github.swipestorm.client.engine.internal.ManualClock;
import io.github.swipestorm.client.engine.internal.ScriptedTransport;
import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.plan.SelfWarmUp;
import io.github.swipestorm.client.plan.WarmUp;
import io.github.swipestorm.client.record.RecordingSettings;
import io.github.swipestorm.client.testing.FlightRecording;
import io.github.swipestorm.client.testing.Plans;
import io.github.swipestorm.client.transport.Classic;
import io.github.swipestorm.client.transport.HttpFeatures;
import io.github.swipestorm.client.transport.TransportChoice;
import io.github.swipestorm.client.workload.SingleRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LocalRunnerTest {

    @ParameterizedTest
    @CsvSource({"average, 1", "less-blocking, 3", "producer-consumer, 8"})
    void every_seventh_attempt_failing_gives_the_retries_that_arithmetic_says(SendingModel model, int threads)
            throws InterruptedException {
        ScriptedTransport transport =
                new ScriptedTransport((request, attempt, overall) -> overall % 7 == 0 ? UNAVAILABLE : CREATED);
        LoadPlan plan = Plans.plan(Plans.NOWHERE)
                .model(model)
                .threads(threads)
                .requests(70_000)
                .retries(10_000)
                .build();

        RunResult result = transport.run(plan);

        // The smallest A with A - floor(A / 7) = 70,000 successes.
        assertThat(result.counts().attempts()).isEqualTo(81_666);
        assertThat(result.counts().ok()).isEqualTo(70_000);
        assertThat(result.counts().attemptsByStatus())
                .containsEntry(503, 11_666L)
                .containsEntry(201, 70_000L);
        assertThat(result.allOk()).isTrue();
    }

    @Test
    void without_retries_each_request_has_one_attempt() throws InterruptedException {
        ScriptedTransport transport = new ScriptedTransport((request, attempt, overall) -> UNAVAILABLE);

        RunResult result = transport.run(
                Plans.plan(Plans.NOWHERE).threads(3).requests(100).retries(0).build());

        assertThat(result.counts().attempts()).isEqualTo(100);
        assertThat(result.counts().failed()).isEqualTo(100);
        assertThat(result.dropped()).isZero();
        assertThat(result.allOk()).isFalse();
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
                        started.await(300, TimeUnit.MILLISECONDS);
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
    void a_run_begins_at_the_agreed_instant_when_all_workers_wait() throws InterruptedException {
        Instant at = Instant.parse("2026-11-22T12:00:00.000001Z");
        List<String> events = Collections.synchronizedList(new ArrayList<>());
        AtomicLong agreed = new AtomicLong();
        AtomicLong begun = new AtomicLong();
        AtomicInteger early = new AtomicInteger();
        ScriptedTransport transport = new ScriptedTransport(
                (request, attempt, overall) -> {
                    // The warm-up is over when the instant is agreed.
                    if (agreed.get() != 0 && System.nanoTime() < agreed.get()) {
                        early.incrementAndGet();
                    }
                    return CREATED;
                },
                () -> events.add("connected"));
        StartBarrier barrier = new StartBarrier() {
            @Override
            public Optional<Start> awaitStart(StopSignal stop) {
                events.add("ready");
                agreed.set(System.nanoTime() + 30_000_000);
                return Optional.of(new Start(agreed.get(), at));
            }

            @Override
            public void begun(long nanos) {
                begun.set(nanos);
            }
        };
        LoadPlan plan = Plans.plan(Plans.NOWHERE)
                .threads(3)
                .requests(30)
                .warmUp(new WarmUp(6, Optional.empty(), SelfWarmUp.NONE))
                .build();

        RunResult result = transport
                .runner(NanoClock.SYSTEM)
                .with(RunSettings.DEFAULT.start(barrier))
                .run(plan, new StopSignal(), RunObserver.NONE);

        assertThat(events)
                .endsWith("connected", "ready")
                .filteredOn("ready"::equals)
                .hasSize(1);
        assertThat(result.startedAt()).isEqualTo(at);
        assertThat(begun.get()).isGreaterThanOrEqualTo(agreed.get());
        assertThat(early).hasValue(0);
        assertThat(result.recorded().timeline().refused()).isZero();
        assertThat(result.counts().ok()).isEqualTo(30);
    }

    @Test
    void a_run_that_is_stopped_before_the_agreed_instant_sends_nothing() throws InterruptedException {
        ScriptedTransport transport = new ScriptedTransport((request, attempt, overall) -> CREATED);
        StopSignal stop = new StopSignal();
        StartBarrier never = within -> {
            stop.stop(StopReason.INTERRUPTED);
            return Optional.of(new StartBarrier.Start(
                    System.nanoTime() + Duration.ofHours(1).toNanos(), Instant.EPOCH));
        };

        RunResult result = transport
                .runner(NanoClock.SYSTEM)
                .with(RunSettings.DEFAULT.start(never))
                .run(Plans.plan(Plans.NOWHERE).requests(20).build(), stop, RunObserver.NONE);

        assertThat(result.reason()).isEqualTo(StopReason.INTERRUPTED);
        assertThat(result.dropped()).isEqualTo(20);
        assertThat(transport.attempts()).isZero();
        assertThat(result.violations()).isEmpty();
    }

    @Test
    void the_observer_can_read_the_counts_while_the_run_goes_on() throws InterruptedException {
        CountDownLatch seen = new CountDownLatch(1);
        ScriptedTransport transport = new ScriptedTransport((request, attempt, overall) -> {
            if (overall == 11) {
                assertThat(seen.await(MAX_WAIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
            }
            return CREATED;
        });

        RunResult result = transport
                .runner(NanoClock.SYSTEM)
                .run(Plans.plan(Plans.NOWHERE).requests(20).build(), new StopSignal(), (plan, counts) -> {
                    await().atMost(MAX_WAIT).until(() -> counts.get().ok() == 10);
                    seen.countDown();
                });

        assertThat(result.counts().ok()).isEqualTo(20);
    }

    @Test
    void an_operation_that_the_transport_cannot_send_ends_the_run_and_leaves_no_thread() {
        HttpFeatures chain = new HttpFeatures(Optional.empty(), Optional.empty(), true);
        LoadPlan plan = Plans.plan(Plans.NOWHERE)
                .workload(SingleRequest.get("/%zz"))
                .transport(TransportChoice.of(new Classic()).with(chain))
                .requests(1)
                .build();

        assertThatThrownBy(
                        () -> new LocalRunner(RecordingSettings.NO_FILES).run(plan, new StopSignal(), RunObserver.NONE))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("/%zz");
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

        RunResult result = transport.run(plan);

        assertThat(result.counts().ok()).isEqualTo(50);
        assertThat(result.warmUp())
                .hasValueSatisfying(warmUp -> assertThat(warmUp.counts().ok()).isEqualTo(40));
        assertThat(transport.attempts()).isEqualTo(90);
        assertThat(bodies).doesNotHaveDuplicates();
        assertThat(result.violations()).isEmpty();
    }

    @Test
    void a_flight_recording_shows_the_stages_of_a_run() throws InterruptedException {
        LoadPlan plan = Plans.plan(Plans.NOWHERE)
                .threads(2)
                .requests(20)
                .warmUp(new WarmUp(5, Optional.empty(), SelfWarmUp.NONE))
                .build();
        try (FlightRecording recording = new FlightRecording("swipestorm.Stage")) {
            new ScriptedTransport((request, attempt, overall) -> CREATED).run(plan);

            assertThat(recording.events())
                    .extracting(event -> event.getString("stage"))
                    .containsExactly("connecting", "warming up, not counted", "measured run");
        }
    }
}
