package io.github.swipestorm.client.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class DriftTest {

    private static final List<Variant> SETTINGS = List.of(FakeTrials.variant("A", 1), FakeTrials.variant("B", 2));

    private static Trials rounds(double... rates) {
        List<Trial> trials = new ArrayList<>();
        for (int i = 0; i < rates.length; i++) {
            for (Variant variant : SETTINGS) {
                trials.add(FakeTrials.trial(new PlannedRun(variant, i + 1), rates[i]));
            }
        }
        return new Trials(trials);
    }

    @Test
    void a_slow_first_round_is_reported() {
        assertThat(Drift.of(rounds(500, 1_000, 1_100, 900)))
                .get()
                .satisfies(drift -> assertThat(drift.ratio()).isCloseTo(0.5, within(1e-9)));
    }

    @Test
    void rounds_that_scatter_as_rounds_do_are_no_drift() {
        assertThat(Drift.of(rounds(900, 1_000, 1_050, 980))).isEmpty();
        assertThat(Drift.of(rounds(1_100, 1_000, 1_050, 980))).isEmpty();
    }

    @Test
    void two_rounds_show_no_drift() {
        assertThat(Drift.of(rounds(100, 1_000))).isEmpty();
    }

    @Test
    void a_first_round_no_further_off_than_later_ones_from_each_other_is_no_drift() {
        assertThat(Drift.of(rounds(1_500, 1_000, 500, 1_700))).isEmpty();
    }
}
