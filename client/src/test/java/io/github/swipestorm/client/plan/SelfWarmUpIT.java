package io.github.swipestorm.client.plan;

import static io.github.swipestorm.client.testing.TestTimeout.MAX_WAIT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.swipestorm.client.distribution.WorkItems;
import io.github.swipestorm.client.engine.LocalRunner;
import io.github.swipestorm.client.engine.RunObserver;
import io.github.swipestorm.client.engine.RunResult;
import io.github.swipestorm.client.engine.RunSettings;
import io.github.swipestorm.client.engine.StopReason;
import io.github.swipestorm.client.engine.StopSignal;
import io.github.swipestorm.client.engine.WarmUpResult;
import io.github.swipestorm.client.engine.internal.EngineVariant;
import io.github.swipestorm.client.http.Target;
import io.github.swipestorm.client.measure.Counts;
import io.github.swipestorm.client.record.RecordingSettings;
import io.github.swipestorm.client.testing.AnsweringServer;
import io.github.swipestorm.client.testing.Member;
import io.github.swipestorm.client.testing.Plans;
import io.github.swipestorm.client.transport.Nio;
import io.github.swipestorm.client.transport.TransportChoice;
import io.github.swipestorm.client.workload.SingleRequest;
import io.github.swipestorm.client.workload.ThinkTime;
import io.github.swipestorm.client.workload.ThinkingWorkload;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("measuring")
class SelfWarmUpIT {

    @Test
    void the_stub_takes_it_and_the_target_notices_nothing_or_the_target_does_when_the_plan_says_so() {
        // All at once: for half of the time they wait.
        Member<Void> target = Member.doing(() -> {
            theTargetTakesItWhenThePlanSaysSoAndItCountsApart();
            return null;
        });
        EngineVariant.each(EngineVariant.average(), SelfWarmUpIT::theStubTakesItAndTheTargetNoticesNothing);
        target.result();
    }

    private static void theStubTakesItAndTheTargetNoticesNothing(EngineVariant way) throws InterruptedException {
        try (AnsweringServer server = new AnsweringServer(number -> 201)) {
            RunResult result = run(way.of(plan(server.target(), SelfWarmUp.STUB)));

            Counts warmUp = result.selfWarmUp().orElseThrow().counts();
            assertThat(warmUp.ok()).isGreaterThan(10).isEqualTo(warmUp.attempts());
            assertThat(server.requests()).isEqualTo(100);
            assertThat(result.counts().attempts()).isEqualTo(100);
        }
    }

    private static void theTargetTakesItWhenThePlanSaysSoAndItCountsApart() throws InterruptedException {
        try (AnsweringServer server = new AnsweringServer(number -> 201)) {
            RunResult result = run(plan(server.target(), SelfWarmUp.TARGET));

            assertThat(server.requests())
                    .isEqualTo(100 + result.selfWarmUp().orElseThrow().counts().attempts());
            assertThat(result.counts().attempts()).isEqualTo(100);
            assertThat(result.connects().count())
                    .as("connections of the run alone")
                    .isEqualTo(20);
        }
    }

    @Test
    void a_stop_ends_it() {
        try (AnsweringServer server = new AnsweringServer(number -> 201)) {
            StopSignal stop = new StopSignal();
            LoadPlan plan = plan(server.target(), SelfWarmUp.STUB).build();
            stop.stop(StopReason.INTERRUPTED);

            RunResult result = Member.doing(
                            () -> new LocalRunner(RecordingSettings.NO_FILES).run(plan, stop, RunObserver.NONE))
                    .result();

            assertThat(result.reason()).isEqualTo(StopReason.INTERRUPTED);
            assertThat(result.selfWarmUp().orElseThrow().counts().attempts())
                    .as("the fewest rounds send more")
                    .isLessThan(100);
            assertThat(server.requests()).isZero();
        }
    }

    @Test
    void who_is_warm_needs_one_short_round() throws InterruptedException {
        Duration fewestRounds = Duration.ofMillis(3 * 300);
        try (AnsweringServer server = new AnsweringServer(number -> 201)) {
            // The only test here that warms up for this.
            LoadPlan.Builder plan = plan(server.target(), SelfWarmUp.STUB)
                    .transport(TransportChoice.of(new Nio()).withPipeline(2));
            assertThat(selfWarmUp(plan)).isGreaterThan(fewestRounds);

            // Beside a compiler that others keep from its work, one warm-up may not be enough.
            await().atMost(MAX_WAIT).until(() -> {
                long before = server.requests();
                new LocalRunner().warmUp(plan.build(), new StopSignal());
                assertThat(server.requests()).isEqualTo(before);
                return selfWarmUp(plan).compareTo(fewestRounds) < 0;
            });

            assertThat(selfWarmUp(plan.target(server.target()).selfWarmUp(SelfWarmUp.TARGET)))
                    .as("a server is another matter than the stub")
                    .isGreaterThan(fewestRounds);
        }
    }

    private static Duration selfWarmUp(LoadPlan.Builder plan) throws InterruptedException {
        return run(plan).selfWarmUp().orElseThrow().wallTime();
    }

    @ParameterizedTest
    @CsvSource({"2, 0, true", "3, 90, false", "3, 91, true", "5, 91, true", "6, 5000, false"})
    void rounds_go_on_while_they_keep_the_compiler_busy(int rounds, long compiledMillis, boolean goesOn) {
        assertThat(new SelfWarmUp.Session(3, 6, 4, Duration.ofMillis(900)).goesOn(rounds, compiledMillis))
                .isEqualTo(goesOn);
    }

    @Test
    void a_limit_ends_it_early_and_does_not_end_the_run() throws InterruptedException {
        try (AnsweringServer server = new AnsweringServer(number -> 201)) {
            // On a busy machine the limit may end it before its first request, or its last one may take long.
            await().atMost(MAX_WAIT).until(() -> {
                RunResult result = new LocalRunner()
                        .with(RunSettings.DEFAULT.selfWarmUpLimit(Optional.of(Duration.ofMillis(200))))
                        .run(plan(server.target(), SelfWarmUp.STUB).build(), new StopSignal(), RunObserver.NONE);

                assertThat(result.allOk()).isTrue();
                assertThat(result.reason()).isEqualTo(StopReason.REQUESTS_USED_UP);
                WarmUpResult warmUp = result.selfWarmUp().orElseThrow();
                // The fewest rounds take longer.
                return warmUp.counts().ok() > 0 && warmUp.wallTime().toMillis() < 3 * 300;
            });
        }
    }

    @Test
    void a_short_limit_leaves_a_third_to_the_compiler_and_a_long_one_changes_nothing() {
        SelfWarmUp.Session session = new SelfWarmUp.Session(3, 6, 4, Duration.ofSeconds(1));

        assertThat(session.within(Duration.ofMillis(2_999)))
                .isEqualTo(new SelfWarmUp.Session(1, 1, 4, Duration.ofNanos(1_999_333_333)));
        assertThat(session.within(Duration.ofSeconds(3))).isEqualTo(session);
    }

    @ParameterizedTest
    @CsvSource({
        "PT11S, , , PT11S",
        "PT0.5S, , , PT0.5S",
        "PT0.4S, , , PT0.5S",
        "PT11S, 1000, , PT0.15S",
        ", 1000, , PT0.15S",
        "PT11S, 1001, , PT11S",
        "PT11S, , 100, PT0.15S",
        "PT11S, , 101, PT11S",
        ", 500000, , ",
        ", 500000, 100, PT0.15S",
    })
    void a_single_run_waits_for_as_long_as_it_lasts_at_most_and_hardly_for_little_load(
            Duration duration, Long requests, String rate, Duration limit) {
        LoadPlan.Builder plan = Plans.plan(Plans.NOWHERE)
                .stop(new StopRule(requests == null ? WorkItems.UNBOUNDED : requests, Optional.ofNullable(duration)));
        if (rate != null) {
            plan.rate(rate);
        }

        assertThat(SelfWarmUp.limitFor(plan.build())).isEqualTo(Optional.ofNullable(limit));
    }

    @ParameterizedTest
    @CsvSource({"50, 0.5s..1.5s, PT0.15S", "100, 1s, PT0.15S", "101, 1s, PT11S", "100, 0, PT11S"})
    void users_who_send_little_because_they_think_hardly_wait_for_it(int threads, String think, Duration limit) {
        LoadPlan plan = Plans.plan(Plans.NOWHERE)
                .threads(threads)
                .workload(new ThinkingWorkload(SingleRequest.of("GET", "/"), ThinkTime.parse(think)))
                .stop(new StopRule(WorkItems.UNBOUNDED, Optional.of(Duration.ofSeconds(11))))
                .build();

        assertThat(SelfWarmUp.limitFor(plan)).hasValue(limit);
    }

    private static LoadPlan.Builder plan(Target target, SelfWarmUp self) {
        return Plans.plan(target).threads(20).requests(100).warmUp(new WarmUp(0, Optional.empty(), self));
    }

    private static RunResult run(LoadPlan.Builder plan) throws InterruptedException {
        RunResult result =
                new LocalRunner(RecordingSettings.NO_FILES).run(plan.build(), new StopSignal(), RunObserver.NONE);
        assertThat(result.allOk()).isTrue();
        return result;
    }
}
