package io.github.swipestorm.client.arrival;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RateTest {

    @ParameterizedTest
    @CsvSource({
        "5000,         5000,        1000000000,       5000,      5000/s",
        "5000/s,       5000,        1000000000,       5000,      5000/s",
        "300/m,        300,         60000000000,      5,         300/m",
        "2/h,          2,           3600000000000,    0.000556,  2/h",
        "100/5s,       100,         5000000000,       20,        100/5s",
        "3/250ms,      3,           250000000,        12,        3/250ms",
        "1/90m,        1,           5400000000000,    0.000185,  1/90m",
        "0.5/2s,       5,           20000000000,      0.25,      5/20s",
        "0,            0,           1000000000,       0,         0/s",
        "0.0/m,        0,           600000000000,     0,         0.0/m",
        "0.5/s,        5,           10000000000,      0.5,       0.5/s",
        "1.5,          15,          10000000000,      1.5,       1.5/s",
        "0.001/h,      1,           3600000000000000, 0,         0.001/h",
        "12.25/m,      1225,        6000000000000,    0.204167,  12.25/m",
        "007,          7,           1000000000,       7,         7/s",
        "10000000,     10000000,    1000000000,       10000000,  10000000/s",
        "600000000/m,  600000000,   60000000000,      10000000,  600000000/m",
        "9999999.999,  9999999999,  1000000000000,    9999999.999, 9999999.999/s",
    })
    void a_rate_is_read_exactly_and_written_as_it_was_read(
            String text, long requests, long periodNanos, double perSecond, String written) {
        Rate rate = Rate.parse(text);

        assertThat(rate).isEqualTo(new Rate(requests, periodNanos)).hasToString(written);
        assertThat(rate.perSecond()).isCloseTo(perSecond, within(1e-6));
        assertThat(Rate.parse(rate.toString())).isEqualTo(rate);
    }

    @Property(tries = 500)
    void every_rate_that_can_be_written_comes_back(
            @ForAll @LongRange(max = 9_999_999) long whole,
            @ForAll @IntRange(max = 999) int thousandths,
            @ForAll @IntRange(max = 2) int unit) {
        String text = whole + "." + String.format("%03d", thousandths) + "/" + "smh".charAt(unit);

        assertThat(Rate.parse(text)).hasToString(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "/s",
                "s",
                "fast",
                "-1",
                "+1",
                "1 /s",
                " 1",
                "1 ",
                "1/ s",
                "1e3",
                "1.",
                ".5",
                "1,5",
                "0.0001",
                "1/d",
                "1/S",
                "1/ms",
                "1/0s",
                "1/1000000s",
                "1/1.5s",
                "1/s/s",
                "1s",
                "NaN",
                "1_000",
                "1234567890123456",
                "١/s",
                "1/s\n"
            })
    void anything_else_is_refused_by_name(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Rate.parse(text))
                .withMessage("'" + text + "' is not a rate; write it like 5000, 0.5/s, 300/m, 2/h or 100/5s");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "10000001",
                "10000000.001",
                "600000001/m",
                "36000000000.1/h",
                "999999999999999.999",
                "999999999999999.999/h"
            })
    void a_rate_above_ten_million_a_second_is_refused_by_name(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Rate.parse(text))
                .withMessage("'" + text + "' is too high; the highest rate is 10000000/s");
    }

    @ParameterizedTest
    @CsvSource({
        "1, 0, 'The period of a rate must be 1 ns to 1000 hours, not 0 ns'",
        "1, -1, 'The period of a rate must be 1 ns to 1000 hours, not -1 ns'",
        "1, 3600000000000001, 'The period of a rate must be 1 ns to 1000 hours, not 3600000000000001 ns'",
        "-1, 100, 'There cannot be -1 requests in a period'",
        "1, 99, '1 requests in 99 ns are too many: the highest rate is 10000000/s'",
        "9223372036854775807, 100, '9223372036854775807 requests in 100 ns are too many: the highest rate is"
                + " 10000000/s'"
    })
    void a_fraction_out_of_range_is_refused(long requests, long periodNanos, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Rate(requests, periodNanos))
                .withMessage(message);
    }

    @ParameterizedTest
    @CsvSource({"1, 700, 1/700ns", "0, 1, 0/1ns"})
    void a_fraction_that_cannot_be_written_as_a_rate_is_still_readable(long requests, long periodNanos, String text) {
        assertThat(new Rate(requests, periodNanos)).hasToString(text);
    }
}
