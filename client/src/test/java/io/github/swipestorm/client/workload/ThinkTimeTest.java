package io.github.swipestorm.client.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ThinkTimeTest {

    private static final int DRAWS = 200_000;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // text | mean in ms | standard deviation in ms | shortest and longest in ms
                "0 | 0 | 0 | 0 | 0",
                "1.5s | 1500 | 0 | 1500 | 1500",
                "0.5s..1.5s | 1000 | 288.675 | 500 | 1500",
                "exponential(100ms) | 100 | 100 | 0 | 3600000000",
                "EXPONENTIAL( 100ms, 1h ) | 100 | 100 | 0 | 3600000",
                "normal(1s,200ms) | 1000 | 200 | 0 | 3600000000",
                "lognormal(2s,1s) | 2000 | 1000 | 0 | 3600000000",
            })
    void draws_have_the_mean_and_deviation_that_the_text_says(
            String text, double mean, double deviation, double shortest, double longest) {
        long[] draws = draws(ThinkTime.parse(text));

        double average = LongStream.of(draws).average().orElseThrow() / 1e6;
        double variance = LongStream.of(draws)
                        .mapToDouble(nanos -> Math.pow(nanos / 1e6 - average, 2))
                        .sum()
                / DRAWS;
        assertThat(average).isCloseTo(mean, within(0.01 * mean));
        assertThat(ThinkTime.parse(text).meanNanos()).isEqualTo(mean * 1e6);
        assertThat(Math.sqrt(variance)).isCloseTo(deviation, within(0.02 * deviation));
        assertThat(LongStream.of(draws)).allMatch(nanos -> nanos >= shortest * 1e6 && nanos <= longest * 1e6);
    }

    @Test
    void a_pause_is_cut_to_the_cap_and_to_zero() {
        long[] capped = draws(ThinkTime.parse("exponential(1s,2s)"));
        long[] negative = draws(ThinkTime.parse("normal(0,1s)"));

        assertThat(LongStream.of(capped)).contains(2_000_000_000L).allMatch(nanos -> nanos <= 2_000_000_000L);
        assertThat(ThinkTime.parse("exponential(3s,2s)").meanNanos()).isEqualTo(2e9);
        assertThat(LongStream.of(negative)).contains(0L).allMatch(nanos -> nanos >= 0);
    }

    private static long[] draws(ThinkTime time) {
        IndexedRandom random = new IndexedRandom(7);
        return LongStream.range(0, DRAWS)
                .map(i -> {
                    random.startAt(i);
                    return time.draw(random);
                })
                .toArray();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"0s", "250ms", "1.5ms", "7us..2h", "exponential(1s)", "normal(1m,3ms,2h)", "lognormal(1s,2s,9s)"
            })
    void what_is_printed_is_parsed_as_the_same(String text) {
        ThinkTime time = ThinkTime.parse(text);

        assertThat(ThinkTime.parse(time.toString())).isEqualTo(time);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "1 | '1' is not a pause: write 1s, 0.5s..1.5s, exponential(1s)",
                "-1s | '-1s' is not a pause",
                "1..2s | '1..2s' is not a pause",
                "exponential() | 'exponential()' is not a pause",
                "normal(1s) | 'normal(1s)' is not a pause",
                "gamma(1s) | 'gamma(1s)' is not a pause",
                "2s..1s | A pause of 2s..1s ends before it begins: write 1s..2s",
                "1001h | '1001h' is too long a pause: the longest is 1000h",
                "lognormal(0,1s) | A log-normal pause has a mean above 0",
            })
    void a_wrong_pause_is_refused(String text, String message) {
        assertThatThrownBy(() -> ThinkTime.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(message);
    }
}
