package io.github.swipestorm.client.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.swipestorm.client.experiment.Change.Of;
import io.github.swipestorm.client.experiment.ChangeLimit.Answer;
import io.github.swipestorm.client.inference.ConfidenceInterval;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Changes that are not accepted. */
class ChangeLimitTest {

    /** From 20 ms to about 23 ms; the ends are those of the ratio. */
    private static Change change(Of of, double low, double high) {
        return new Change(
                of,
                20,
                23,
                of.share() ? Optional.empty() : Optional.of(new ConfidenceInterval(low, high, 0.95)),
                Optional.of(new ConfidenceInterval(20 * (low - 1), 20 * (high - 1), 0.95)),
                "");
    }

    @ParameterizedTest
    @CsvSource({
        "p99>+10%, P99, 1.11, 1.20, EXCEEDED",
        "p99>+10%, P99, 1.05, 1.20, CANNOT_SAY",
        "p99>+10%, P99, 1.01, 1.09, KEPT",
        "p99>+10%, P99, 0.50, 0.60, KEPT",
        "p99>+2ms, P99, 1.11, 1.20, EXCEEDED",
        "p99>+2500us, P99, 1.11, 1.20, CANNOT_SAY",
        "p99>+1s, P99, 1.11, 1.20, KEPT",
        "throughput<-5%, THROUGHPUT, 0.80, 0.94, EXCEEDED",
        "throughput<-5%, THROUGHPUT, 0.90, 0.98, CANNOT_SAY",
        "throughput<-5/s, THROUGHPUT, 0.96, 1.50, KEPT",
        "errors>+0.5%, ERRORS, 1.03, 1.06, EXCEEDED",
        "errors>+0.5%, ERRORS, 1.01, 1.06, CANNOT_SAY",
        "errors>+0.5%, ERRORS, 0.99, 1.02, KEPT",
        "cpu>+10us, CLIENT_CPU, 1.1, 1.2, KEPT",
    })
    void only_an_interval_clear_of_the_limit_decides(String text, Of of, double low, double high, Answer expected) {
        ChangeLimit limit = ChangeLimit.parse(text);

        assertThat(limit).hasToString(text);
        assertThat(limit.answer(change(of, low, high))).isEqualTo(expected);
        assertThat(limit.answer(Change.unknown(of, 20, 23, "there is none"))).isEqualTo(Answer.CANNOT_SAY);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "p99>10% | write p99>+10% to fail on a rise, or p99<-10% to fail on a fall",
                "p99>=+10% | write p99>+10% to fail on a rise",
                "p99<+10% | or p99<-10% to fail on a fall",
                "p99>+10 | its unit must be %, us, ms or s",
                "p99>+ten% | write it like p99>+10%",
                "p99 | write it like p99>+10%",
                "p42>+1% | 'p42' is none of throughput, p50, p90, p99, errors, cpu, server-cpu",
                "errors>+5ms | its unit must be %, which are percentage points",
                "throughput<-5ms | its unit must be % or /s",
                "cpu>+5 | its unit must be % or us",
            })
    void what_is_no_limit_is_named_with_the_remedy(String text, String expected) {
        assertThatThrownBy(() -> ChangeLimit.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("'" + text + "' is not a limit", expected);
    }
}
