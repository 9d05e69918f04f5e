package io.github.swipestorm.client.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.swipestorm.client.engine.LocalRunner;
import io.github.swipestorm.client.engine.RunObserver;
import io.github.swipestorm.client.engine.RunResult;
import io.github.swipestorm.client.engine.StopReason;
import io.github.swipestorm.client.engine.StopSignal;
import io.github.swipestorm.client.engine.internal.EngineVariant;
import io.github.swipestorm.client.http.Target;
import io.github.swipestorm.client.measure.Counts;
import io.github.swipestorm.client.record.RecordingSettings;
import io.github.swipestorm.client.testing.AnsweringServer;
import io.github.swipestorm.client.testing.Member;
import io.github.swipestorm.client.testing.Plans;
import io.github.swipestorm.client.testing.Workers;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(60)
class SelfWarmUpTest {

    @AfterEach
    void no_thread_is_left() {
        Workers.awaitNone();
    }

    @ParameterizedTest
    @MethodSource("io.github.swipestorm.client.engine.internal.EngineVariant#average")
    void the_stub_takes_it_and_the_target_notices_nothing(EngineVariant way) throws InterruptedException {
        try (AnsweringServer server = new AnsweringServer(number -> 201)) {
            RunResult result = run(way.of(plan(server.target(), SelfWarmUp.STUB)));

            Counts warmUp = result.selfWarmUp().orElseThrow().counts();
            assertThat(warmUp.ok()).isGreaterThan(1_000).isEqualTo(warmUp.attempts());
            assertThat(server.requests()).isEqualTo(100);
            assertThat(result.counts().attempts()).isEqualTo(100);
        }
    }

    @Test
    void the_target_takes_it_when_the_plan_says_so_and_it_counts_apart() throws InterruptedException {
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
                    .resultWithin(Duration.ofSeconds(10));

            assertThat(result.reason()).isEqualTo(StopReason.INTERRUPTED);
            assertThat(result.selfWarmUp().orElseThrow().wallTime()).isLessThan(Duration.ofSeconds(2));
            assertThat(server.requests()).isZero();
        }
    }

    @ParameterizedTest
    @CsvSource({"2, 0, true", "3, 100, false", "3, 101, true", "5, 101, true", "6, 5000, false"})
    void rounds_go_on_while_they_keep_the_compiler_busy(int rounds, long compiledMillis, boolean goesOn) {
        assertThat(new SelfWarmUp.Session(3, 6, 4, Duration.ofSeconds(1)).goesOn(rounds, compiledMillis))
                .isEqualTo(goesOn);
    }

    private static Plans plan(Target target, SelfWarmUp self) {
        return Plans.plan(target).threads(20).requests(100).warmUp(new WarmUp(0, Optional.empty(), self));
    }

    private static RunResult run(Plans plan) throws InterruptedException {
        RunResult result =
                new LocalRunner(RecordingSettings.NO_FILES).run(plan.build(), new StopSignal(), RunObserver.NONE);
        assertThat(result.allOk()).isTrue();
        return result;
    }
}
