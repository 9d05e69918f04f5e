package io.github.swipestorm.cli.option;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.swipestorm.client.arrival.Rate;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class RateConverterTest {

    @ParameterizedTest
    @ValueSource(strings = {"0/s", "5000/s", "300/m", "2/h", "0.5/s"})
    void a_rate_is_read_as_people_write_it(String text) {
        assertThat(new ArrivalOptions.RateConverter().convert(text))
                .isEqualTo(Rate.parse(text))
                .hasToString(text);
    }

    @ParameterizedTest
    @CsvSource({
        "'', is not a rate; write it like 5000",
        "fast, is not a rate; write it like 5000",
        "-1, is not a rate; write it like 5000",
        "5000rps, is not a rate; write it like 5000",
        "10000001, is too high; the highest rate is 10000000/s",
    })
    void anything_else_is_refused_in_one_line_that_names_it(String text, String reason) {
        assertThatExceptionOfType(TypeConversionException.class)
                .isThrownBy(() -> new ArrivalOptions.RateConverter().convert(text))
                .withMessageStartingWith("'" + text + "' " + reason)
                .satisfies(e -> assertThat(e.getMessage().lines()).hasSize(1));
    }
}
