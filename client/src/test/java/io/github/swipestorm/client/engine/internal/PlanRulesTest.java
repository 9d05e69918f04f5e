package io.github.swipestorm.client.engine.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.swipestorm.client.distribution.WorkItems;
import io.github.swipestorm.client.engine.StopReason;
import io.github.swipestorm.client.engine.StopSignal;
import io.github.swipestorm.client.http.Failure;
import io.github.swipestorm.client.http.FailureKind;
import io.github.swipestorm.client.http.Outcome;
import io.github.swipestorm.client.http.Response;
import io.github.swipestorm.client.http.Target;
import io.github.swipestorm.client.measure.Counts;
import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.plan.RetryOn;
import io.github.swipestorm.client.plan.RetryRule;
import io.github.swipestorm.client.plan.StopRule;
import io.github.swipestorm.client.testing.Plans;
import io.github.swipestorm.client.transport.Classic;
import io.github.swipestorm.client.transport.HttpFeatures;
import io.github.swipestorm.client.transport.TransportChoice;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The small decisions of a run, as tables. */
class PlanRulesTest {

    @ParameterizedTest
    @CsvSource({
        "200, 5, 1, false",
        "204, 5, 1, false",
        "301, 5, 1, false",
        "304, 5, 1, false",
        "399, 5, 1, false",
        "400, 5, 1, true",
        "429, 5, 5, true",
        "429, 5, 6, false",
        "499, 1, 1, true",
        "500, 0, 1, false",
        "503, 1, 2, false",
        "999, 1, 1, true",
    })
    void an_answer_is_retried_from_400_on_while_attempts_are_left(int status, int retries, int attempt, boolean again) {
        assertThat(RetryRule.immediate(retries).again(new Response(status, 0), attempt))
                .isEqualTo(again);
    }

    @ParameterizedTest
    @EnumSource(FailureKind.class)
    void every_kind_of_failure_is_retried_while_attempts_are_left(FailureKind kind) {
        Failure failure = new Failure(kind, "");

        assertThat(RetryRule.immediate(2).again(failure, 2)).isTrue();
        assertThat(RetryRule.immediate(2).again(failure, 3)).isFalse();
    }

    @ParameterizedTest
    @EnumSource(RetryOn.class)
    void each_class_of_outcome_can_be_retried_alone(RetryOn only) {
        RetryRule rule = new RetryRule(1, EnumSet.of(only), Duration.ZERO);
        Map<RetryOn, List<Outcome>> examples = Map.of(
                RetryOn.CLIENT_ERROR, List.of(new Response(400, 0), new Response(499, 0)),
                RetryOn.SERVER_ERROR, List.of(new Response(500, 0), new Response(999, 0)),
                RetryOn.TIMEOUT, List.of(new Failure(FailureKind.TIMEOUT, "")),
                RetryOn.CONNECTION, List.of(new Failure(FailureKind.CONNECT, ""), new Failure(FailureKind.CLOSED, "")));

        examples.forEach((kind, outcomes) -> assertThat(outcomes).allMatch(o -> rule.again(o, 1) == (kind == only)));
        assertThat(rule.again(new Response(200, 0), 1)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "0, 1, 0",
        "0, 9, 0",
        "100, 1, 100",
        "100, 2, 200",
        "100, 4, 800",
        "100, 10000, 30000",
        "60000, 1, 30000"
    })
    void the_pause_doubles_with_each_retry_up_to_thirty_seconds(long backoffMillis, int attempt, long pauseMillis) {
        RetryRule rule = new RetryRule(10_000, Set.of(), Duration.ofMillis(backoffMillis));

        assertThat(rule.pauseNanos(attempt)).isEqualTo(pauseMillis * 1_000_000);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 10_001})
    void a_silly_number_of_retries_is_refused(int retries) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RetryRule.immediate(retries))
                .withMessage("Retries must be 0 to 10000, not " + retries);
    }

    @Test
    void a_worker_that_cannot_connect_waits_longer_each_time_and_at_once_after_success() {
        ReconnectBackoff backoff = new ReconnectBackoff();
        Failure refused = new Failure(FailureKind.CONNECT, "");

        assertThat(List.of(
                        backoff.after(refused),
                        backoff.after(refused),
                        backoff.after(refused),
                        backoff.after(refused),
                        backoff.after(refused),
                        backoff.after(new Response(500, 0)),
                        backoff.after(refused)))
                .containsExactly(1_000_000L, 2_000_000L, 4_000_000L, 8_000_000L, 8_000_000L, 0L, 1_000_000L);
    }

    @ParameterizedTest
    @CsvSource({
        "CONNECT, true",
        "DNS, true",
        "TLS, true",
        "CLIENT_LIMIT, true",
        "TIMEOUT, false",
        "CLOSED, false",
        "PROTOCOL, false"
    })
    void only_a_failure_to_connect_makes_a_worker_wait(FailureKind kind, boolean waits) {
        assertThat(new ReconnectBackoff().after(new Failure(kind, "")) > 0).isEqualTo(waits);
    }

    /** Each step: seconds since the start, answers so far, failed attempts so far. */
    @ParameterizedTest
    @CsvSource({
        "30, '5 0 3',                   false, failures for less than ten seconds",
        "30, '10 0 3',                  true,  nothing ever answered and ten seconds over",
        "30, '60 0 0',                  false, nothing answered but nothing failed either",
        "30, '5 7 0; 34 7 4',           false, answered 29 s ago",
        "30, '5 7 0; 35 7 4',           true,  answered 30 s ago and failures since",
        "30, '5 7 2; 36 7 2',           false, no failure since the last answer",
        "30, '5 7 0; 20 8 5; 49 8 9',   false, answered in between",
        "30, '5 7 0; 20 8 5; 50 8 9',   true,  silent for 30 s after that",
        "5,  '5 0 1',                   true,  a shorter patience counts",
        "0,  '9999999 0 9999',          false, zero means for ever",
    })
    void a_run_is_given_up_when_attempts_fail_and_nothing_is_answered(
            long patience, String steps, boolean expected, String why) {
        long start = -7_000_000_000L;
        UnresponsiveServerRule rule = new UnresponsiveServerRule(Duration.ofSeconds(patience), start);
        boolean givesUp = false;
        for (String step : steps.split(";")) {
            String[] numbers = step.strip().split(" ");
            long answers = Long.parseLong(numbers[1]);
            Counts counts = new Counts(
                    answers,
                    0,
                    0,
                    answers + Long.parseLong(numbers[2]),
                    0,
                    0,
                    answers == 0 ? Map.of() : Map.of(201, answers),
                    Map.of());
            givesUp = rule.givesUp(counts, start + Long.parseLong(numbers[0]) * 1_000_000_000L);
        }

        assertThat(givesUp).as(why).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1})
    void a_run_of_no_requests_is_refused(long requests) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> StopRule.after(requests))
                .withMessageContaining("not " + requests);
    }

    @Test
    void a_run_that_would_never_end_is_refused() {
        assertThatIllegalArgumentException().isThrownBy(() -> new StopRule(WorkItems.UNBOUNDED, Optional.empty()));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, 100_001})
    void a_silly_number_of_threads_is_refused(int threads) {
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        Plans.plan(Plans.NOWHERE).requests(1).threads(threads).build())
                .withMessage("Threads must be 1 to 100000, not " + threads);
    }

    @Test
    void only_the_first_reason_to_stop_counts() {
        StopSignal signal = new StopSignal();
        signal.stop(StopReason.TIME_OVER);
        signal.stop(StopReason.INTERRUPTED);

        assertThat(signal.isStopped()).isTrue();
        assertThat(signal.reasonOr(StopReason.GAVE_UP)).isEqualTo(StopReason.TIME_OVER);
    }

    @ParameterizedTest
    @CsvSource({
        "https, false, true, true",
        "https, true, true, true",
        "http, true, true, true",
        "http, false, true, false",
        "https, true, false, false",
    })
    void only_what_may_travel_over_tls_can_be_unverified(
            String scheme, boolean followed, boolean insecure, boolean unverified) {
        TransportChoice choice =
                TransportChoice.of(new Classic()).with(new HttpFeatures(Optional.empty(), Optional.empty(), followed));
        LoadPlan plan = Plans.plan(new Target(scheme, "localhost", 1, ""))
                .requests(1)
                .transport(insecure ? choice.withoutVerification() : choice)
                .build();

        assertThat(plan.unverified()).isEqualTo(unverified);
    }
}
