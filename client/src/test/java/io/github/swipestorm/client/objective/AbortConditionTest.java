package io.github.swipestorm.client.objective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

import io.github.swipestorm.client.engine.StopReason;
import io.github.swipestorm.client.engine.StopSignal;
import io.github.swipestorm.client.measure.Counts;
import io.github.swipestorm.client.testing.Plans;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AbortConditionTest {

    private static final long START = -7_000_000_000L;

    private static Counts counts(long ok, long failed) {
        return new Counts(ok, 0, failed, ok + failed, 0, 0, Map.of(), Map.of());
    }

    /** Looks every tenth of a second; returns after how many tenths the condition held, or -1. */
    private static int held(String condition, int tenths, CountsAt counts) {
        AbortCondition.Watch watch = AbortCondition.parse(condition).watch(START);
        for (int i = 1; i <= tenths; i++) {
            if (watch.look(START + i * 100_000_000L, counts.at(i)).isPresent()) {
                return i;
            }
        }
        return -1;
    }

    private interface CountsAt {
        Counts at(int tenth);
    }

    @Test
    void errors_count_over_the_last_seconds_only_and_not_before_so_many_have_passed() {
        // Every request fails for 1 s after a good minute: 5 % of the last 10 s are exceeded after half a second.
        CountsAt late = tenth -> counts(10L * Math.min(600, tenth), 10L * Math.max(0, tenth - 600));

        assertThat(held("errors>5% for 10s", 1_000, late)).isBetween(605, 609);
        assertThat(held("errors>5% for 10s", 1_000, tenth -> counts(0, tenth))).isEqualTo(100);
        assertThat(held("errors>=5% for 10s", 1_000, tenth -> counts(95L * tenth, 5L * tenth)))
                .isEqualTo(100);
        assertThat(held("errors>5% for 10s", 1_000, tenth -> counts(95L * tenth, 5L * tenth)))
                .isEqualTo(-1);
        assertThat(held("errors>5% for 10s", 1_000, tenth -> counts(0, 0))).isEqualTo(-1);
    }

    @Test
    void blanks_may_stand_between_all_parts() {
        assertThat(held(" errors > 5 %  for 1 s ", 100, tenth -> counts(0, tenth)))
                .isEqualTo(10);
    }

    @Test
    void failures_long_ago_are_forgotten() {
        CountsAt early = tenth -> counts(tenth, tenth < 50 ? 0 : 1);

        assertThat(held("failed>5% for 2s", 1_000, early)).isEqualTo(-1);
        assertThat(held("failed>4% for 2s", 1_000, early)).isEqualTo(50);
    }

    @Test
    void a_throughput_that_stalls_is_too_low() {
        CountsAt stalled = tenth -> counts(100L * Math.min(tenth, 300), 0);

        assertThat(held("throughput<500 for 2s", 1_000, stalled)).isBetween(311, 313);
        assertThat(held("throughput<500/s for 2s", 290, stalled)).isEqualTo(-1);
    }

    @Test
    void the_first_failure_is_that_of_a_request() {
        assertThat(held("first-failure", 100, tenth -> counts(5, tenth > 7 ? 1 : 0)))
                .isEqualTo(8);
    }

    @Test
    void the_reason_has_the_figure_the_time_and_the_condition() {
        AbortCondition.Watch watch =
                AbortCondition.parse(" errors > 5% for 10s ").watch(START);

        assertThat(watch.look(START + 10_000_000_000L, counts(3, 1)))
                .contains("errors came to 25.000 % over 10.0 s (errors > 5% for 10s)");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "errors>5% | write it like \"errors>5% for 10s\"",
                "nonsense | write it like \"errors>5% for 10s\"",
                "errors<5% for 10s | errors end a run when there are more than a limit: use >",
                "throughput>5 for 10s | throughput ends a run when there is less than a limit: use <",
                "p>1% for 10s | is none of errors, failed, throughput",
                "errors>5 for 10s | is a share of all attempts, in %",
                "errors>5% for 10 | is not a time",
                "errors>5% for 500ms | its time must be 1s to 1h, not 500ms",
                "errors>200% for 1s | is a share of all attempts, which is never more than 100 %",
                "errors>5% for 2h | its time must be 1s to 1h, not 2h",
            })
    void anything_else_is_refused_in_one_line_that_names_it(String text, String expected) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> AbortCondition.parse(text))
                .withMessageStartingWith("'" + text + "' is not a condition to abort on: ")
                .withMessageContaining(expected)
                .satisfies(e -> assertThat(e.getMessage().lines()).hasSize(1));
    }

    @Test
    void a_rule_ends_the_run_and_says_why() {
        StopSignal run = new StopSignal();
        try (AbortRule rule = new AbortRule(List.of(AbortCondition.parse("first-failure")), run)) {
            rule.started(Plans.plan(Plans.NOWHERE).requests(1).build(), () -> counts(5, 1));

            await().atMost(Duration.ofSeconds(30)).until(run::isStopped);
            assertThat(run.reasonOr(StopReason.GAVE_UP)).isEqualTo(StopReason.ABORTED);
            assertThat(rule.reason()).contains("a request has failed (first-failure)");
        }
    }
}
