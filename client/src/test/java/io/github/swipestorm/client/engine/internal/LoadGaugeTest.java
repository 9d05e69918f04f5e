package io.github.swipestorm.client.engine.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.swipestorm.client.distribution.Average;
import io.github.swipestorm.client.distribution.ModelSettings;
import io.github.swipestorm.client.distribution.WorkItems;
import io.github.swipestorm.client.engine.StopSignal;
import io.github.swipestorm.client.engine.Tail;
import io.github.swipestorm.client.http.Response;
import io.github.swipestorm.client.plan.RetryRule;
import io.github.swipestorm.client.record.RunRecorder;
import io.github.swipestorm.client.testing.Plans;
import io.github.swipestorm.client.testing.Recorders;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LoadGaugeTest {

    @Test
    void it_adds_up_what_is_done_and_what_is_under_way_from_begin_to_end() {
        long[] now = {1_000};
        RunRecorder recording = Recorders.of(() -> now[0], 2, List.of());
        try (recording) {
            RequestInProgress one =
                    new RequestInProgress(recording.recorder(0), RetryRule.immediate(0), new StopSignal());
            RequestInProgress other =
                    new RequestInProgress(recording.recorder(1), RetryRule.immediate(0), new StopSignal());
            LoadGauge gauge = new LoadGauge(
                    Plans.plan(Plans.NOWHERE).threads(2).requests(1).build(),
                    () -> now[0],
                    recording,
                    new Average().share(new WorkItems(1, 2), ModelSettings.DEFAULT),
                    Optional.empty(),
                    List.of(one, other),
                    List.of());
            assertThat(gauge.now().activeNanos()).isZero();
            one.starts(1_000);
            one.begin(0, 1_000);
            one.sending(0, 1_100);
            other.starts(1_200);
            now[0] = 1_500;

            assertThat(gauge.now().activeNanos()).isEqualTo(500 + 300);
            assertThat(gauge.now().waitedNanos()).isEqualTo(400);
            one.ended(new Response(201, 0), 1_600);
            one.stops(1_700);
            now[0] = 2_000;
            recording.close();

            assertThat(gauge.now().activeNanos()).isEqualTo(700 + 800);
            assertThat(gauge.now().waitedNanos()).isEqualTo(500);
            assertThat(gauge.tail(1_000, Duration.ofNanos(2_000)))
                    .as("one worker continues")
                    .isEmpty();
            assertThat(gauge.now().usersNanos()).as("a closed loop").isEqualTo(700 + 800);
            other.stops(2_700);
            assertThat(gauge.tail(1_000, Duration.ofNanos(1_700)))
                    .contains(new Tail(Duration.ofNanos(700), Duration.ofNanos(1_700), 2, 0.5));
            assertThat(gauge.tail(1_000, Duration.ofNanos(600)))
                    .as("it does not exceed the run, however late a thread without work gets a CPU")
                    .contains(new Tail(Duration.ofNanos(600), Duration.ofNanos(600), 2, 0));
        }
    }

    @Test
    void a_worker_that_rests_is_not_active_and_users_of_an_open_loop_have_something_in_flight() {
        long[] now = {1_000};
        RunRecorder recording = Recorders.of(() -> now[0], 1, List.of());
        try (recording) {
            RequestInProgress only =
                    new RequestInProgress(recording.recorder(0), RetryRule.immediate(0), new StopSignal());
            LoadGauge gauge = new LoadGauge(
                    Plans.plan(Plans.NOWHERE).rate("10").requests(1).build(),
                    () -> now[0],
                    recording,
                    new Average().share(new WorkItems(1, 1), ModelSettings.DEFAULT),
                    Optional.empty(),
                    List.of(only),
                    List.of());
            only.starts(1_000);
            only.stops(1_300);
            now[0] = 5_000;
            assertThat(gauge.now().activeNanos()).isEqualTo(300);
            only.resumes(5_000);
            only.begin(0, 5_000);
            only.sending(0, 5_100);
            now[0] = 5_200;

            assertThat(gauge.now().activeNanos()).isEqualTo(300 + 200);
            assertThat(gauge.now().usersNanos()).isEqualTo(100);
            only.stops(5_400);
            only.stops(9_000);
            now[0] = 10_000;
            assertThat(gauge.now().activeNanos()).isEqualTo(300 + 400);
        }
    }

    @Test
    void a_tail_is_reported_from_one_second_and_a_twentieth_of_the_run_on() {
        long second = 1_000_000_000;
        Tail tail = Tail.of(new long[] {150 * second, 175 * second, 200 * second, 200 * second})
                .orElseThrow();

        assertThat(tail.description())
                .isEqualTo("from second 150.0 to 200.0, workers ran out of work: on average 37.5 % of 4 had none left");
        assertThat(tail.matters()).isTrue();
        assertThat(Tail.of(new long[] {191 * second, 200 * second})
                        .orElseThrow()
                        .matters())
                .isFalse();
        assertThat(Tail.of(new long[] {9 * second + 1, 10 * second})
                        .orElseThrow()
                        .matters())
                .isFalse();
        assertThat(Tail.of(new long[] {9 * second}))
                .hasValueSatisfying(alone -> assertThat(alone.matters()).isFalse());
    }
}
