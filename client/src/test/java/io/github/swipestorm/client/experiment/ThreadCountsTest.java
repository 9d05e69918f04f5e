package io.github.swipestorm.client.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ThreadCountsTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "50,100,160,200,500 | [50, 100, 160, 200, 500]",
                "500,50,50 | [50, 500]",
                "1..512x2 | [1, 2, 4, 8, 16, 32, 64, 128, 256, 512]",
                "1..500x2 | [1, 2, 4, 8, 16, 32, 64, 128, 256, 500]",
                "10..100+30 | [10, 40, 70, 100]",
                "10..95+30 | [10, 40, 70, 95]",
                "1..8x1.5 | [1, 2, 3, 5, 8]",
                "1, 10..20+10 ,5 | [1, 5, 10, 20]",
                "7..7x2 | [7]",
            })
    void thread_counts_are_read_in_rising_order(String text, String counts) {
        assertThat(ThreadCounts.parse(text).all()).hasToString(counts);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "0",
                "-5",
                "many",
                "1,,2",
                "1..",
                "1..512",
                "512..1x2",
                "0..5x2",
                "1..512x1",
                "1..5+0",
                "1..999999+1",
                "9999999"
            })
    void anything_else_is_refused_with_the_way_to_write_it(String text) {
        assertThatThrownBy(() -> ThreadCounts.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("'" + text + "' is not a list of thread counts: ")
                .hasMessageNotContaining("\n");
    }
}
