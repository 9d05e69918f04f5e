package io.github.swipestorm.client.inference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class ConfidenceIntervalTest {
    @Test
    void both_ends_belong_to_it() {
        ConfidenceInterval interval = new ConfidenceInterval(1, 2, 0.95);

        assertThat(interval.contains(1)).isTrue();
        assertThat(interval.contains(2)).isTrue();
        assertThat(interval.contains(Math.nextDown(1.0))).isFalse();
        assertThat(interval.contains(Math.nextUp(2.0))).isFalse();
        assertThat(interval.contains(Double.NaN)).isFalse();
    }

    @Test
    void an_end_may_be_open() {
        assertThat(new ConfidenceInterval(3, Double.POSITIVE_INFINITY, 0.9).contains(1e300))
                .isTrue();
    }

    @Test
    void a_growing_function_maps_the_ends() {
        assertThat(new ConfidenceInterval(0, 2, 0.95).map(x -> 2 * x)).isEqualTo(new ConfidenceInterval(0, 4, 0.95));
        assertThatIllegalArgumentException().isThrownBy(() -> new ConfidenceInterval(0, 1, 0.95).map(x -> -x));
    }

    @Test
    void students_interval_is_the_textbooks() {
        ConfidenceInterval interval = ConfidenceInterval.ofMean(new double[] {1, 2, 3, 4, 5}, 0.99);

        // 3 -+ 4.604 x 1.5811 / sqrt(5), with Student's t of 4 degrees of freedom at 99.5 %.
        assertThat(interval.low()).isCloseTo(3 - 3.2556, within(1e-3));
        assertThat(interval.high()).isCloseTo(3 + 3.2556, within(1e-3));
        assertThat(interval.level()).isEqualTo(0.99);
    }

    @Test
    void nonsense_is_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ConfidenceInterval(2, 1, 0.95))
                .withMessage("An interval cannot go from 2.0 to 1.0");
        assertThatIllegalArgumentException().isThrownBy(() -> new ConfidenceInterval(Double.NaN, 1, 0.95));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ConfidenceInterval(1, 2, 95))
                .withMessage("A confidence level is above 0 and below 1, not 95.0");
    }
}
