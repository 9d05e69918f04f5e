package io.github.swipestorm.client.engine.internal;

import static io.github.swipestorm.client.engine.internal.ScriptedTransport.CREATED;
import static io.github.swipestorm.client.engine.internal.ScriptedTransport.UNAVAILABLE;
import static io.github.swipestorm.client.testing.TestTimeout.MAX_WAIT;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.swipestorm.client.clock.NanoClock;
import io.github.swipestorm.client.distribution.SendingModel;
import io.github.swipestorm.client.engine.LocalRunner;
import io.github.swipestorm.client.engine.RunObserver;
import io.github.swipestorm.client.engine.RunResult;
import io.github.swipestorm.client.engine.StopReason;
import io.github.swipestorm.client.engine.StopSignal;
import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.plan.SelfWarmUp;
import io.github.swipestorm.client.plan.WarmUp;
import io.github.swipestorm.client.record.RecordingSettings;
import io.github.swipestorm.client.testing.Member;
import io.github.swipestorm.client.testing.Plans;
import io.github.swipestorm.client.testing.TestTimeout;
import io.github.swipestorm.client.transport.BlockingTransport;
import io.github.swipestorm.client.transport.Connection;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A run that is stopped at any point. */
class StoppedRunTest {

    @ParameterizedTest
    @MethodSource("io.github.swipestorm.client.testing.Registered#models")
    void a_stop_before_the_run_means_that_nothing_is_sent(SendingModel model) throws InterruptedException {
        ScriptedTransport transport = new ScriptedTransport((request, attempt, overall) -> CREATED);
        StopSignal stop = new StopSignal();
        stop.stop(StopReason.INTERRUPTED);
        LoadPlan plan = Plans.plan(Plans.NOWHERE)
                .model(model)
                .threads(4)
                .requests(1_000)
                .build();

        RunResult result = transport.run(plan, stop);

        assertThat(result.reason()).isEqualTo(StopReason.INTERRUPTED);
        assertThat(transport.attempts()).isZero();
        assertThat(result.dropped()).isEqualTo(1_000);
        assertThat(result.wallTime()).isZero();
        assertThat(result.throughput()).isZero();
    }

    @ParameterizedTest
    @MethodSource("io.github.swipestorm.client.testing.Registered#models")
    void a_stop_in_the_middle_ends_the_run_and_the_sums_come_out(SendingModel model) throws InterruptedException {
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

        RunResult result = transport.run(plan, stop);

        assertThat(result.reason()).isEqualTo(StopReason.INTERRUPTED);
        assertThat(result.counts().ok()).isEqualTo(transport.attempts()).isGreaterThanOrEqualTo(500);
        assertThat(result.counts().ok() + result.dropped()).isEqualTo(1_000_000_000);
        assertThat(result.violations()).isEmpty();
    }

    @Test
    void a_stop_while_workers_are_made_means_that_no_more_of_them_are_made() throws InterruptedException {
        StopSignal stop = new StopSignal();
        AtomicInteger made = new AtomicInteger();
        BlockingTransport transport = new BlockingTransport() {
            @Override
            public Connection open() {
                if (made.incrementAndGet() == 10) {
                    stop.stop(StopReason.INTERRUPTED);
                }
                return new ScriptedTransport((request, attempt, overall) -> CREATED).open();
            }

            @Override
            public void close() {}
        };
        LoadPlan plan = Plans.plan(Plans.NOWHERE)
                .threads(LoadPlan.MOST_THREADS)
                .requests(1_000_000)
                .build();

        RunResult result = new LocalRunner(
                        RecordingSettings.NO_FILES, NanoClock.SYSTEM, (chosen, settings) -> transport)
                .run(plan, stop, RunObserver.NONE);

        assertThat(made).hasValue(10);
        assertThat(result.reason()).isEqualTo(StopReason.INTERRUPTED);
        assertThat(result.dropped()).isEqualTo(1_000_000);
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

        RunResult result = transport.run(
                Plans.plan(Plans.NOWHERE).requests(5).retries(10_000).build(), stop);

        assertThat(result.counts().attempts()).isEqualTo(10);
        assertThat(result.counts().failed()).isEqualTo(1);
        assertThat(result.dropped()).isEqualTo(4);
    }

    @Test
    void a_stop_does_not_wait_for_workers_that_are_still_connecting() throws InterruptedException {
        CountDownLatch never = new CountDownLatch(1);
        CountDownLatch connecting = new CountDownLatch(1);
        ScriptedTransport transport = new ScriptedTransport((request, attempt, overall) -> CREATED, () -> {
            connecting.countDown();
            never.await(TestTimeout.NEVER.toSeconds(), TimeUnit.SECONDS);
        });
        StopSignal stop = new StopSignal();
        Member<RunResult> run = Member.doing(
                () -> transport.run(Plans.plan(Plans.NOWHERE).requests(5).build(), stop));
        assertThat(connecting.await(MAX_WAIT.toSeconds(), TimeUnit.SECONDS)).isTrue();

        stop.stop(StopReason.INTERRUPTED);

        assertThat(run.result().reason()).isEqualTo(StopReason.INTERRUPTED);
        assertThat(run.result().dropped()).isEqualTo(5);
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

        RunResult result = transport.run(plan, stop);

        assertThat(result.reason()).isEqualTo(StopReason.INTERRUPTED);
        assertThat(result.counts().attempts()).isZero();
        assertThat(result.dropped()).isEqualTo(50);
    }
}
