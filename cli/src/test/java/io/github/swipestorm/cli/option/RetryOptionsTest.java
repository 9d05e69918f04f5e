package io.github.swipestorm.cli.option;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.swipestorm.cli.server.ServerUnderTest;
import io.github.swipestorm.client.distribution.Average;
import io.github.swipestorm.client.http.Target;
import io.github.swipestorm.client.plan.RetryRule;
import io.github.swipestorm.client.plan.StopRule;
import io.github.swipestorm.client.transport.Classic;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** Only the reference study's workload retries unless asked, and only it retries what the client did wrong. */
class RetryOptionsTest {

    @ParameterizedTest
    @CsvSource({
        "'', 5, 4xx 5xx connection timeout",
        "--workload swipes, 5, 4xx 5xx connection timeout",
        "--workload same-swipe, 0, 5xx connection timeout",
        "--workload same-swipe --retries 2, 2, 5xx connection timeout",
        "--retries 2, 2, 5xx connection timeout",
        "--retries 2 --retry-on 4xx, 2, 4xx",
        "--retry-on 5xx, 5, 5xx",
    })
    void retries_and_their_outcomes_follow_from_the_workload(String args, int retries, String on) {
        RetryRule rule = rule(args.isEmpty() ? new String[0] : args.split(" "));

        assertThat(rule.retries()).isEqualTo(retries);
        assertThat(rule.on().stream().map(Object::toString).sorted()).containsExactly(on.split(" "));
    }

    private static RetryRule rule(String... args) {
        PlanOptions options = new PlanOptions();
        OptionTypes.register(new CommandLine(options)).parseArgs(args);
        return options.plan(new PlanOptions.Core(
                        ServerUnderTest.at(Target.parse("http://localhost:1"), OptionalLong.empty()),
                        Optional.empty(),
                        Optional.empty(),
                        OptionalInt.of(1),
                        new Average(),
                        Optional.of(new Classic()),
                        Optional.empty(),
                        Optional.empty(),
                        new PlanOptions.End(1L, null, StopRule.after(1))))
                .retry();
    }
}
