package io.github.swipestorm.client.arrival;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class OpenLoopTest {

    private static final Rate ZERO = Rate.parse("0");
    private static final Rate TEN = Rate.parse("10");

    private static Stage seconds(long seconds, Rate target) {
        return new Stage(Duration.ofSeconds(seconds), target);
    }

    @ParameterizedTest
    @EnumSource(
            value = ArrivalProcess.class,
            names = {"CONSTANT", "POISSON"})
    void without_stages_it_goes_on_for_ever_at_its_rate(ArrivalProcess arrivals) {
        OpenLoop plan = new OpenLoop(TEN, List.of(), arrivals);

        assertThat(plan.duration()).isEmpty();
        assertThat(plan.schedule(1).due(100_000)).isLessThan(ArrivalSchedule.NEVER);
        assertThat(plan.meanPerSecond(Duration.ofMillis(1))).isCloseTo(10, within(1e-9));
        assertThat(plan.meanPerSecond(Duration.ofHours(9_999))).isCloseTo(10, within(1e-9));
    }

    @Test
    void with_stages_it_lasts_as_long_as_they_do_together() {
        OpenLoop plan = new OpenLoop(ZERO, List.of(seconds(3, TEN), seconds(4, ZERO)), ArrivalProcess.CONSTANT);

        assertThat(plan.duration()).contains(Duration.ofSeconds(7));
    }

    @ParameterizedTest
    @CsvSource({"1, 2.5", "2, 5", "3, 6.667", "4, 7.5", "5, 7", "6, 5.833", "60, 0.583"})
    void the_mean_rate_is_the_area_so_far_over_the_time(long seconds, double mean) {
        OpenLoop plan =
                new OpenLoop(ZERO, List.of(seconds(2, TEN), seconds(2, TEN), seconds(1, ZERO)), ArrivalProcess.POISSON);

        assertThat(plan.meanPerSecond(Duration.ofSeconds(seconds))).isCloseTo(mean, within(0.001));
    }

    private static Stage step(long millis, String rate) {
        return new Stage(Duration.ofMillis(millis), Rate.parse(rate), true);
    }

    @Test
    void a_change_cuts_the_stage_it_falls_into_and_replaces_those_after_it() {
        OpenLoop ramps = new OpenLoop(ZERO, List.of(seconds(10, TEN), seconds(10, ZERO)), ArrivalProcess.POISSON);

        OpenLoop changed = ramps.withRateFrom(Duration.ofSeconds(15), Rate.parse("7"), Duration.ofSeconds(25));

        assertThat(changed.stages()).hasSize(3).first().isEqualTo(seconds(10, TEN));
        assertThat(changed.stages().get(1).toString()).contains("PT5S", "5.000/s", "step=false");
        assertThat(changed.stages().get(2)).isEqualTo(step(10_000, "7"));
        assertThat(changed.arrivals()).isEqualTo(ArrivalProcess.POISSON);
        assertThat(changed.schedule(3).countBefore(15_000_000_000L))
                .isEqualTo(ramps.schedule(3).countBefore(15_000_000_000L));
        for (int i = 0; i < 50; i++) {
            assertThat(changed.schedule(3).due(i)).isEqualTo(ramps.schedule(3).due(i));
        }
    }

    @Test
    void a_change_of_a_rate_without_stages_leaves_its_past_and_a_plan_that_has_ended_goes_on() {
        assertThat(new OpenLoop(TEN, List.of(), ArrivalProcess.CONSTANT)
                        .withRateFrom(Duration.ofMillis(2_500), Rate.parse("40"), Duration.ofSeconds(5))
                        .stages())
                .containsExactly(step(2_500, "10"), step(2_500, "40"));
        assertThat(new OpenLoop(TEN, List.of(step(1_000, "20")), ArrivalProcess.CONSTANT)
                        .withRateFrom(Duration.ofSeconds(3), TEN, Duration.ofSeconds(4))
                        .stages())
                .extracting(
                        stage -> stage.duration().toMillis(),
                        stage -> stage.target().perSecond())
                .containsExactly(tuple(1_000L, 20.0), tuple(2_000L, 0.0), tuple(1_000L, 10.0));
    }

    @Test
    void a_part_of_a_stage_that_is_too_short_for_one_is_left_out() {
        OpenLoop steps = new OpenLoop(TEN, List.of(step(1_000, "10"), step(1_000, "20")), ArrivalProcess.CONSTANT);

        assertThat(steps.withRateFrom(Duration.ofNanos(1_000_500_000), Rate.parse("5"), Duration.ofSeconds(3))
                        .stages())
                .containsExactly(step(1_000, "10"), step(2_000, "5"));
    }

    @ParameterizedTest
    @EnumSource(
            value = ArrivalProcess.class,
            names = {"CONSTANT", "POISSON"})
    void a_plan_that_never_sends_is_refused(ArrivalProcess arrivals) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new OpenLoop(ZERO, List.of(), arrivals))
                .withMessage("A rate of 0 sends nothing: without stages it must be higher");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new OpenLoop(ZERO, List.of(seconds(1, ZERO), seconds(2, ZERO)), arrivals))
                .withMessage("The stages send nothing: one of their rates must be above 0");
        assertThat(new OpenLoop(TEN, List.of(seconds(1, ZERO)), arrivals).duration())
                .isPresent();
    }

    @Test
    void stages_that_last_too_long_together_are_refused() {
        List<Stage> stages = List.of(new Stage(Duration.ofHours(10_000), TEN), new Stage(Duration.ofMillis(1), TEN));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> new OpenLoop(TEN, stages, ArrivalProcess.CONSTANT))
                .withMessage("All stages together must last 1ms to 10000h, not 36000000001ms");
    }

    @Test
    void a_stage_that_is_too_short_or_too_long_is_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Stage(Duration.ofNanos(999_999), TEN))
                .withMessage("A stage must last 1ms to 10000h, not 0.999999ms");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Stage(Duration.ofHours(10_000).plusNanos(1), TEN))
                .withMessage("A stage must last 1ms to 10000h, not 36000000000.000001ms");
    }

    @ParameterizedTest
    @CsvSource({"0", "-1"})
    void there_is_no_mean_over_no_time(long nanos) {
        OpenLoop plan = new OpenLoop(TEN, List.of(), ArrivalProcess.CONSTANT);

        assertThatIllegalArgumentException().isThrownBy(() -> plan.meanPerSecond(Duration.ofNanos(nanos)));
    }

    @Test
    void what_happens_to_the_list_afterwards_does_not_change_the_plan() {
        List<Stage> stages = new ArrayList<>(List.of(seconds(1, TEN)));
        OpenLoop plan = new OpenLoop(TEN, stages, ArrivalProcess.CONSTANT);
        stages.clear();

        assertThat(plan.stages()).hasSize(1);
    }

    @Test
    void arrivals_have_a_word_for_options_and_files() {
        assertThat(ArrivalProcess.values())
                .extracting(ArrivalProcess::toString)
                .containsExactly("constant", "poisson", "bursts");
    }
}
