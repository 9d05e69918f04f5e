package io.github.swipestorm.cli.option;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.swipestorm.client.arrival.LoadStage;
import io.github.swipestorm.client.arrival.Rate;
import io.github.swipestorm.client.arrival.Stage;
import io.github.swipestorm.client.arrival.UserStage;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Option;

class StagesOptionTest {

    @ParameterizedTest
    @CsvSource({
        "10s:1000, 10000, 1000",
        "1.5m:300/m, 90000, 300/m",
        "1ms:0, 1, 0",
        "10000h:0.5/s, 36000000000, 0.5",
    })
    void a_stage_is_a_time_and_the_rate_at_its_end(String text, long millis, String rate) {
        assertThat(ArrivalOptions.stage(text)).isEqualTo(new Stage(Duration.ofMillis(millis), Rate.parse(rate)));
    }

    @Test
    void an_equals_sign_makes_a_jump_and_a_u_makes_users() {
        assertThat(ArrivalOptions.stage("10s:=1000"))
                .isEqualTo(new Stage(Duration.ofSeconds(10), Rate.parse("1000"), true));
        assertThat(ArrivalOptions.stage("10s:50u")).isEqualTo(new UserStage(Duration.ofSeconds(10), 50, false));
        assertThat(ArrivalOptions.stage("10s:=0u")).isEqualTo(new UserStage(Duration.ofSeconds(10), 0, true));
    }

    @ParameterizedTest
    @CsvSource({
        "10s:100001u, '--users must be 0 to 100000, not 100001'",
        "10s:=u, '''u'' is not a rate; write it like 5000'",
        "10s:==5, '''=5'' is not a rate; write it like 5000'",
        "10s:5.5u, '''5.5u'' is not a rate; write it like 5000'",
        "'', it has no colon; write it like 30s:1000",
        "10s, it has no colon; write it like 30s:1000",
        "10s=1000, it has no colon; write it like 30s:1000",
        "10:1000, '''10'' is not a time; write it like 250ms'",
        ":1000, ''''' is not a time; write it like 250ms'",
        "' 10s:5', ''' 10s'' is not a time; write it like 250ms'",
        "1000:10s, '''1000'' is not a time; write it like 250ms'",
        "10s:, ''''' is not a rate; write it like 5000'",
        "10s:fast, '''fast'' is not a rate; write it like 5000'",
        "10s:1:2, '''1:2'' is not a rate; write it like 5000'",
        "10s:10000001, '''10000001'' is too high; the highest rate is 10000000/s'",
        "0s:10, A stage must last 1ms to",
        "0.1ms:10, '''0.1ms'' is too short: the shortest time is 1ms'",
        "10001h:10, '''10001h'' is too long: the longest time is 10000h'",
    })
    void anything_else_is_refused_in_one_line_that_names_it(String text, String reason) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ArrivalOptions.stage(text))
                .withMessageStartingWith("'" + text + "' is not a stage: " + reason)
                .satisfies(e -> assertThat(e.getMessage().lines()).hasSize(1));
    }

    @Test
    void an_option_that_splits_at_commas_reads_several() {
        Options options = new Options();
        OptionTypes.register(new CommandLine(options)).parseArgs("--stages", "10s:1000,1m:1000,5s:0");

        assertThat(options.stages).hasSize(3);
        assertThat(options.stages.get(2)).isEqualTo(new Stage(Duration.ofSeconds(5), Rate.parse("0")));
    }

    private static final class Options {

        @Option(names = "--stages", split = ",")
        private List<LoadStage> stages;
    }
}
