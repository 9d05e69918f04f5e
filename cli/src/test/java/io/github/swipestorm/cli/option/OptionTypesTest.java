package io.github.swipestorm.cli.option;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.swipestorm.client.arrival.Rate;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

class OptionTypesTest {

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
        assertThat(OptionTypes.duration(text)).isEqualTo(Duration.ofMillis(millis));
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
        assertThatIllegalArgumentException()
                .isThrownBy(() -> OptionTypes.duration(text))
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
        assertThatIllegalArgumentException()
                .isThrownBy(() -> OptionTypes.duration(text))
                .withMessageContaining("'" + text + "' is " + reason);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0/s", "5000/s", "300/m", "2/h", "0.5/s"})
    void a_rate_is_read_as_people_write_it(String text) {
        assertThat(rate(text)).isEqualTo(Rate.parse(text)).hasToString(text);
    }

    @ParameterizedTest
    @CsvSource({
        "'', is not a rate; write it like 5000",
        "fast, is not a rate; write it like 5000",
        "-1, is not a rate; write it like 5000",
        "5000rps, is not a rate; write it like 5000",
        "10000001, is too high; the highest rate is 10000000/s",
    })
    void any_other_rate_is_refused_in_one_line_that_names_it(String text, String reason) {
        assertThatExceptionOfType(ParameterException.class)
                .isThrownBy(() -> rate(text))
                .withMessageStartingWith("Invalid value for option '--rate'")
                .withMessageContaining(": '" + text + "' " + reason)
                .satisfies(e -> assertThat(e.getMessage().lines()).hasSize(1));
    }

    private static Rate rate(String text) {
        Options options = new Options();
        OptionTypes.register(new CommandLine(options)).parseArgs("--rate", text);
        return options.rate;
    }

    private static final class Options {

        @Option(names = "--rate", paramLabel = "RATE")
        private Rate rate;
    }
}
