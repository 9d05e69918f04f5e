package io.github.swipestorm.client.inference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.swipestorm.client.inference.BlockBootstrap.Resampled;
import java.util.Arrays;
import org.apache.commons.math3.random.RandomGenerator;
import org.apache.commons.math3.random.Well19937c;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Intervals from the seconds of a run, tried on series whose truth is known. */
class BlockBootstrapTest {

    private static final int PAIRS = 400;

    /** An autoregressive series of order 1 about 100, whose neighbours correlate by {@code r}. */
    private static double[] series(int seconds, double r, RandomGenerator random) {
        double[] series = new double[seconds];
        double state = random.nextGaussian();
        for (int i = 0; i < seconds; i++) {
            series[i] = 100 + 5 * state;
            state = r * state + Math.sqrt(1 - r * r) * random.nextGaussian();
        }
        return series;
    }

    private static Resampled mean(double[] series, long seed) {
        return BlockBootstrap.resample(
                series,
                drawn -> {
                    double sum = 0;
                    for (int i = 0; i < drawn.length; i++) {
                        sum += drawn[i] * series[i];
                    }
                    return sum / drawn.length;
                },
                seed);
    }

    /** The limits leave four standard errors of 400 pairs about the rates that the class documents or that lie between them. */
    @ParameterizedTest
    @CsvSource({"20, 0, 0.09", "30, 0.3, 0.12", "60, 0.5, 0.14", "60, 0.7, 0.16"})
    void of_two_runs_that_are_alike_few_seem_to_differ(int seconds, double r, double most) {
        RandomGenerator random = new Well19937c(7);
        int missed = 0;
        for (int pair = 0; pair < PAIRS; pair++) {
            ConfidenceInterval ratio = BlockBootstrap.ratio(
                            mean(series(seconds, r, random), 1), mean(series(seconds, r, random), 2))
                    .orElseThrow();
            missed += ratio.contains(1) ? 0 : 1;
        }

        assertThat(missed / (double) PAIRS).isBetween(0.005, most);
    }

    @Test
    void a_true_difference_is_shown_and_lies_in_the_interval() {
        RandomGenerator random = new Well19937c(3);
        double[] first = series(40, 0.3, random);
        double[] other =
                Arrays.stream(series(40, 0.3, random)).map(value -> 1.2 * value).toArray();

        assertThat(BlockBootstrap.ratio(mean(first, 1), mean(other, 2))).hasValueSatisfying(ratio -> {
            assertThat(ratio.contains(1)).isFalse();
            assertThat(ratio.contains(1.2)).isTrue();
        });
        assertThat(BlockBootstrap.difference(mean(first, 1), mean(other, 2)).contains(20))
                .isTrue();
    }

    @Test
    void blocks_grow_with_the_length_and_with_the_autocorrelation() {
        RandomGenerator random = new Well19937c(5);

        assertThat(BlockBootstrap.blockLength(series(60, 0, random))).isBetween(4, 6);
        assertThat(BlockBootstrap.blockLength(series(60, 0.9, random))).isBetween(10, 20);
        assertThat(BlockBootstrap.blockLength(new double[] {1, 1, 1, 1, 1, 1, 1, 1}))
                .isEqualTo(2);
    }

    @Test
    void a_series_that_is_too_short_or_stands_still_is_not_resampled_into_an_interval() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> mean(new double[7], 1))
                .withMessageContaining("8 values or more, not 7");
        assertThat(BlockBootstrap.ratio(mean(new double[8], 1), mean(new double[] {1, 1, 1, 1, 1, 1, 1, 1}, 2)))
                .isEmpty();
    }
}
