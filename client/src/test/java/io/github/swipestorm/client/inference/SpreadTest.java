package io.github.swipestorm.client.inference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class SpreadTest {

    @Test
    void an_interval_of_scattered_rates_stays_above_0_and_holds_the_mean() {
        ConfidenceInterval interval = Spread.of(4_164, 814, 6_293).interval().orElseThrow();

        assertThat(interval.low()).isPositive();
        assertThat(interval.contains(3_757)).isTrue();
    }

    /** Student's own interval of 99, 100 and 101 is 100 -+ 4.30 / sqrt(3) = 2.484. */
    @Test
    void an_interval_of_steady_rates_is_students_own() {
        ConfidenceInterval interval = Spread.of(99, 100, 101).interval().orElseThrow();

        assertThat(interval.low()).isCloseTo(97.516, within(0.05));
        assertThat(interval.high()).isCloseTo(102.484, within(0.05));
    }

    @Test
    void values_without_scatter_have_an_interval_without_width() {
        assertThat(Spread.of(0, 0, 0).interval()).contains(new ConfidenceInterval(0, 0, 0.95));
        assertThat(Spread.of(7, 7, 7).interval()).contains(new ConfidenceInterval(7, 7, 0.95));
    }

    @Test
    void two_values_have_no_interval_and_negative_ones_no_spread() {
        assertThat(Spread.of(1, 2).interval()).isEmpty();
        assertThatIllegalArgumentException().isThrownBy(() -> Spread.of(1, -2));
        assertThatIllegalArgumentException().isThrownBy(() -> Spread.of(Double.POSITIVE_INFINITY));
    }
}
