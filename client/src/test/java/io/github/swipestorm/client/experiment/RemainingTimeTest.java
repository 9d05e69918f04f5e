package io.github.swipestorm.client.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.swipestorm.client.testing.Plans;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is left, by what there was. */
class RemainingTimeTest {

    private static final Variant SHORT = timed("short", 2);
    private static final Variant LONG = timed("long", 10);
    private static final Variant COUNTED = FakeTrials.variant("counted", 1);

    private static Variant timed(String name, int seconds) {
        return new Variant(
                name,
                "nowhere",
                Plans.plan(Plans.NOWHERE).duration(Duration.ofSeconds(seconds)).build());
    }

    @Test
    void what_a_run_took_beyond_its_plan_the_others_take_too() {
        RemainingTime remaining = new RemainingTime();
        remaining.took(SHORT, Duration.ofSeconds(5));

        assertThat(remaining.of(List.of(new PlannedRun(LONG, 1), new PlannedRun(SHORT, 2)), Duration.ofSeconds(1)))
                .contains(Duration.ofSeconds(1 + 13 + 1 + 5));
    }

    @Test
    void the_first_run_whose_code_is_cold_counts_only_while_it_is_the_only_one() {
        RemainingTime remaining = new RemainingTime();
        remaining.took(SHORT, Duration.ofSeconds(8));
        remaining.took(LONG, Duration.ofSeconds(11));
        List<PlannedRun> missing = List.of(new PlannedRun(SHORT, 2), new PlannedRun(LONG, 2));
        assertThat(remaining.of(missing, Duration.ZERO)).contains(Duration.ofSeconds(3 + 11));

        remaining.took(SHORT, Duration.ofSeconds(5));

        assertThat(remaining.of(missing, Duration.ZERO)).contains(Duration.ofSeconds(5 + 11));
        assertThat(remaining.of(List.of(new PlannedRun(timed("other", 20), 1)), Duration.ZERO))
                .contains(Duration.ofSeconds(22));
    }

    @Test
    void a_setting_that_ends_by_its_requests_is_known_once_it_was_run() {
        RemainingTime remaining = new RemainingTime();
        List<PlannedRun> missing = List.of(new PlannedRun(COUNTED, 2));
        remaining.took(SHORT, Duration.ofSeconds(5));
        assertThat(remaining.of(missing, Duration.ZERO)).isEmpty();

        remaining.took(COUNTED, Duration.ofSeconds(7));

        assertThat(remaining.of(missing, Duration.ZERO)).contains(Duration.ofSeconds(7));
    }
}
