package io.github.swipestorm.client.inference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Size;
import org.apache.commons.math3.random.RandomGenerator;
import org.apache.commons.math3.random.Well19937c;
import org.apache.commons.math3.stat.StatUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BootstrapTest {
    private static final Bootstrap BOOTSTRAP = new Bootstrap(0.95, 999, 1);

    @ParameterizedTest
    @ValueSource(ints = {5, 12})
    void the_mean_of_few_values_is_missed_as_often_as_the_level_says(int count) {
        RandomGenerator random = new Well19937c(count);
        int missed = 0;
        for (int i = 0; i < 1_000; i++) {
            double[] values = normal(random, count);
            missed += new Bootstrap(0.95, 999, i).ofMean(values).contains(0) ? 0 : 1;
        }

        assertThat(missed / 1_000.0).isBetween(0.03, 0.075);
    }

    private static double meanOfSome(double[] values, RandomGenerator random) {
        double[] drawn = new double[values.length];
        Arrays.setAll(drawn, i -> values[random.nextInt(values.length)]);
        return StatUtils.mean(drawn);
    }

    /** For many values both methods match the textbook's: mean plus or minus 1.96 standard errors. */
    @Test
    void with_many_values_both_methods_give_the_normal_interval() {
        double[] values = normal(new Well19937c(3), 2_000);
        double mean = StatUtils.mean(values);
        double margin = 1.96 * Math.sqrt(StatUtils.variance(values) / values.length);

        for (ConfidenceInterval interval : new ConfidenceInterval[] {
            Bootstrap.usual(4).ofMean(values),
            Bootstrap.usual(4).middle(Bootstrap.usual(4).replicates(random -> meanOfSome(values, random)))
        }) {
            assertThat(interval.low()).isCloseTo(mean - margin, within(margin / 10));
            assertThat(interval.high()).isCloseTo(mean + margin, within(margin / 10));
            assertThat(interval.level()).isEqualTo(0.95);
        }
    }

    @Property(tries = 50)
    void turning_the_signs_turns_the_interval_round(
            @ForAll @Size(min = 5, max = 20) List<@DoubleRange(min = -10, max = 10) Double> values) {
        ConfidenceInterval interval = BOOTSTRAP.ofMean(
                values.stream().mapToDouble(Double::doubleValue).toArray());
        ConfidenceInterval turned =
                BOOTSTRAP.ofMean(values.stream().mapToDouble(value -> -value).toArray());

        assertThat(turned.low()).isEqualTo(0 - interval.high());
        assertThat(turned.high()).isEqualTo(0 - interval.low());
    }

    @Test
    void a_percentile_interval_leaves_out_an_equal_share_at_both_ends() {
        double[] replicates = new double[999];
        Arrays.setAll(replicates, i -> 999 - i);

        assertThat(BOOTSTRAP.middle(replicates)).isEqualTo(new ConfidenceInterval(25, 975, 0.95));
    }

    @Test
    void the_same_seed_gives_the_same_interval_and_another_one_nearly_the_same() {
        double[] values = normal(new Well19937c(5), 10);

        ConfidenceInterval interval = Bootstrap.usual(1).ofMean(values);
        assertThat(Bootstrap.usual(1).ofMean(values)).isEqualTo(interval);
        ConfidenceInterval other = Bootstrap.usual(2).ofMean(values);
        assertThat(other).isNotEqualTo(interval);
        double width = interval.high() - interval.low();
        assertThat(other.low()).isCloseTo(interval.low(), within(width / 10));
        assertThat(other.high()).isCloseTo(interval.high(), within(width / 10));
    }

    @Test
    void values_without_scatter_have_an_interval_without_width() {
        assertThat(BOOTSTRAP.ofMean(new double[] {7, 7, 7, 7, 7})).isEqualTo(new ConfidenceInterval(7, 7, 0.95));
    }

    /** A third of all resamples miss the odd value and have no scatter: how far up the mean may be, nothing tells. */
    @Test
    void a_single_odd_value_leaves_its_side_open() {
        ConfidenceInterval interval = BOOTSTRAP.ofMean(new double[] {1, 1, 1, 1, 1, 1, 1, 1, 1, 2});

        assertThat(interval.low()).isBetween(0.5, 1.1);
        assertThat(interval.high()).isEqualTo(Double.POSITIVE_INFINITY);
    }

    @Test
    void too_few_values_and_what_is_no_number_are_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> BOOTSTRAP.ofMean(new double[4]))
                .withMessage("A bootstrap needs 5 values or more, not 4");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> BOOTSTRAP.ofMean(new double[] {1, 2, 3, 4, Double.NaN}))
                .withMessage("A bootstrap needs numbers, not NaN");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Bootstrap(0.95, 98, 1))
                .withMessage("A bootstrap needs 99 resamples or more, not 98");
        assertThatIllegalArgumentException().isThrownBy(() -> new Bootstrap(1, 999, 1));
    }

    private static double[] normal(RandomGenerator random, int count) {
        double[] values = new double[count];
        Arrays.setAll(values, i -> random.nextGaussian());
        return values;
    }
}
