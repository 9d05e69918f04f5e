package io.github.swipestorm.client.inference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class ShareByChanceTest {

    @Test
    void probabilities_are_those_of_the_binomial_distribution() {
        // Ten tosses of a coin: 0 or 10 heads are 2 of 1,024 sequences.
        assertThat(ShareByChance.probability(0, 10, 0.5)).isCloseTo(2 / 1024.0, within(1e-12));
        assertThat(ShareByChance.probability(5, 10, 0.5)).isEqualTo(1);
        assertThat(ShareByChance.probability(0, 100, 0)).isEqualTo(1);
        assertThat(ShareByChance.probability(1, 100, 0)).isZero();
        // Three standard deviations, where the exact test and the normal distribution meet.
        long draws = 1L << 32;
        assertThat(ShareByChance.probability(draws / 2 + 3 * (1L << 15), draws, 0.5))
                .isCloseTo(0.0027, within(1e-4));
    }

    @Test
    void a_difference_is_held_against_all_that_are_tested() {
        // 62 of 100 heads or more, or 38 or fewer: 2.1 %; 67 or more, or 33 or fewer: 0.09 %.
        assertThat(ShareByChance.explains(62, 100, 0.5, 1)).isTrue();
        assertThat(ShareByChance.explains(67, 100, 0.5, 1)).isFalse();
        assertThat(ShareByChance.explains(67, 100, 0.5, 2)).as("two are tested").isTrue();
        assertThat(ShareByChance.explains(0, 0, 0.5, 1)).isTrue();
    }
}
