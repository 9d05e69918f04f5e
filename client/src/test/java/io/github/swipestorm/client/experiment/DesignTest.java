package io.github.swipestorm.client.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.swipestorm.client.objective.Objectives;
import io.github.swipestorm.client.testing.Plans;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class DesignTest {

    private static Design design(List<Variant> variants) {
        return Design.of(
                "sweep",
                variants,
                Schedule.mirrored(variants, 2),
                Duration.ofSeconds(1),
                Duration.ofSeconds(5),
                Objectives.NONE);
    }

    private static Variant timed(String name, int seconds) {
        return new Variant(
                name,
                "nowhere",
                Plans.plan(Plans.NOWHERE).duration(Duration.ofSeconds(seconds)).build());
    }

    @Test
    void the_time_of_runs_that_end_by_time_is_known_with_pauses_and_settling() {
        Design design = design(List.of(timed("one", 10), timed("two", 20)));

        assertThat(design.expected(List.of())).contains(Duration.ofSeconds(3 + 5 + 2 * 30 + 4 + 3));
        Trial first = FakeTrials.trial(design.order().get(0), 100);
        assertThat(design.expected(List.of(first))).contains(Duration.ofSeconds(3 + 5 + 20 + 30 + 3 + 2));
    }

    @Test
    void the_time_of_runs_that_end_by_their_requests_is_not_known() {
        Design design = design(List.of(timed("one", 10), FakeTrials.variant("two", 2)));

        assertThat(design.expected(List.of())).isEmpty();
        assertThat(design.untimed(List.of()))
                .extracting(step -> step.variant().name())
                .containsOnly("two");
        assertThat(design.expectedAtLeast(List.of())).isEqualTo(Duration.ofSeconds(3 + 5 + 2 * 10 + 4 + 3));
    }
}
