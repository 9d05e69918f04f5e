package io.github.swipestorm.cli.option;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class DurationConverterTest {

    @ParameterizedTest
    @CsvSource({
        "250ms, 250",
        "1ms, 1",
        "10s, 10000",
        "0s, 0",
        "0.0s, 0",
        "1.5m, 90000",
        "2h, 7200000",
        "0.001s, 1",
        "1.9999s, 1999",
        "007s, 7000",
        "10000h, 36000000000",
    })
    void a_time_is_read_as_people_write_it(String text, long millis) {
        assertThat(new DurationConverter().convert(text)).isEqualTo(Duration.ofMillis(millis));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "10",
                "s",
                "-1s",
                "+1s",
                "1 s",
                " 1s",
                "1s ",
                "1e3s",
                "1.s",
                ".5s",
                "1,5s",
                "1d",
                "1S",
                "1sec",
                "NaN",
                "1s1s",
                "99999999999s",
                "١s",
                "PT1S"
            })
    void anything_else_is_refused_by_name(String text) {
        assertThatExceptionOfType(TypeConversionException.class)
                .isThrownBy(() -> new DurationConverter().convert(text))
                .withMessage("'" + text + "' is not a time; write it like 250ms, 10s, 1.5m or 2h");
    }

    @ParameterizedTest
    @CsvSource({
        "999999999h, too long",
        "10000.1h, too long",
        "0.5ms, too short",
        "0.0001s, too short",
        "0.000000001h, too short"
    })
    void a_time_that_would_overflow_or_vanish_is_refused(String text, String reason) {
        assertThatExceptionOfType(TypeConversionException.class)
                .isThrownBy(() -> new DurationConverter().convert(text))
                .withMessageContaining("'" + text + "' is " + reason);
    }
}
