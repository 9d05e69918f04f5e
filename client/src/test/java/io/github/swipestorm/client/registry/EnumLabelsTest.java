package io.github.swipestorm.client.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class EnumLabelsTest {

    private enum Fruit {
        APPLE,
        BLOOD_ORANGE;

        @Override
        public String toString() {
            return EnumLabels.of(this);
        }
    }

    @Test
    void a_constant_is_written_in_lower_case_with_dashes() {
        assertThat(Fruit.BLOOD_ORANGE).hasToString("blood-orange");
    }

    @Test
    void a_word_is_read_in_any_case() {
        assertThat(EnumLabels.parse(Fruit.values(), "Blood-Orange")).isEqualTo(Fruit.BLOOD_ORANGE);
        assertThat(EnumLabels.find(Fruit.values(), "APPLE")).contains(Fruit.APPLE);
    }

    @Test
    void a_word_that_is_not_known_is_refused_with_all_that_are() {
        assertThat(EnumLabels.find(Fruit.values(), "blood_orange")).isEmpty();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> EnumLabels.parse(Fruit.values(), "pear"))
                .withMessage("'pear' is none of apple, blood-orange");
    }
}
