package io.github.swipestorm.client.objective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.swipestorm.client.engine.LocalRunner;
import io.github.swipestorm.client.engine.RunObserver;
import io.github.swipestorm.client.engine.RunResult;
import io.github.swipestorm.client.engine.StopReason;
import io.github.swipestorm.client.engine.StopSignal;
import io.github.swipestorm.client.http.Operation;
import io.github.swipestorm.client.http.Target;
import io.github.swipestorm.client.objective.Objectives.Status;
import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.record.RecordingSettings;
import io.github.swipestorm.client.testing.AnsweringServer;
import io.github.swipestorm.client.testing.FaultServer;
import io.github.swipestorm.client.testing.Plans;
import io.github.swipestorm.client.verdict.Interference;
import io.github.swipestorm.client.verdict.Interference.Kind;
import io.github.swipestorm.client.workload.Workload;
import io.github.swipestorm.client.workload.mix.HttpWorkload;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ObjectiveTest {

    @ParameterizedTest
    @CsvSource({
        "p99<100ms, p99<100ms, 99.999, 100",
        "p99.99<=1.5s, p99.99<=1500ms, 1500, 1500.001",
        "p50<250us, p50<0.25ms, 0.249, 0.25",
        "' max < 2s ', max<2000ms, 1999, 2000",
        "response.mean<5ms, mean<5ms, 4.9, 5.1",
        "service.p75<5ms, service.p75<5ms, 4.9, 5.1",
        "errors<0.1%, errors<0.1%, 0.0999, 0.1",
        "errors<=0%, errors<=0%, 0, 0.0001",
        "failed<0.1%, failed<0.1%, 0.0999, 0.1",
        "throughput>5000, throughput>5000/s, 5000.1, 5000",
        "' p95 [list albums] < 50 ms', p95[list albums]<50ms, 49.9, 50",
        "'errors[add, then show]<1%', 'errors[add, then show]<1%', 0.99, 1",
        "iteration.p95[buyer]<2s, iteration.p95[buyer]<2000ms, 1999, 2000",
        "iteration.mean<=2s, iteration.mean<=2000ms, 2000, 2001",
        "abandoned<1%, abandoned<1%, 0.99, 1",
        "'errors[list items[0], items[1]]<1%', 'errors[list items[0], items[1]]<1%', 0.99, 1",
        "throughput>=5000/s, throughput>=5000/s, 5000, 4999.9",
    })
    void an_objective_says_where_its_limit_is(String text, String shown, double kept, double missed) {
        Objective objective = Objective.parse(text);

        assertThat(objective).hasToString(shown);
        assertThat(objective.allows(kept)).isTrue();
        assertThat(objective.allows(missed)).isFalse();
        assertThat(Objective.parse(shown)).as("what is shown can be typed").hasToString(shown);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "p99",
                "p99<",
                "p99<fast",
                "[list]p99<1s",
                "p99[list<1s",
                "p99<100",
                "p99<100m",
                "p99>100ms",
                "p100<1s",
                "p0<1s",
                "p99.999<1s",
                "q99<1s",
                "errors<1",
                "errors<1ms",
                "errors<101%",
                "failed<=100.1%",
                "abandoned<200%",
                "errors>1%",
                "failed>1%",
                "failed<1",
                "service.errors<1%",
                "iteration.errors<1%",
                "iteration.abandoned<1%",
                "iterations<1s",
                "abandoned>1%",
                "abandoned<1",
                "throughput<5",
                "throughput>5ms",
                "throughput99>5",
                "mean5<1s",
                "p99<1..5ms",
                "p99<99999999999999ms",
                "p99=1ms",
                "P99<1ms"
            })
    void anything_else_is_refused_in_one_line_that_quotes_it(String text) {
        assertThatThrownBy(() -> Objective.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("'" + text + "' is not an objective: ")
                .hasMessageNotContaining("\n");
    }

    @Test
    void commas_and_brackets_may_be_in_the_name_of_an_operation() {
        assertThat(Objectives.texts("p99[a, b]<1s,errors[list[0], list[1]]<1%,max<2s"))
                .containsExactly("p99[a, b]<1s", "errors[list[0], list[1]]<1%", "max<2s");
    }

    @Test
    void one_bad_objective_among_good_ones_is_the_one_that_is_named() {
        assertThatThrownBy(() -> Objectives.parse("p99<100ms,errors<soon,max<1s"))
                .hasMessageContaining("'errors<soon'");
        assertThatThrownBy(() -> Objectives.parse("p99<100ms,")).hasMessageContaining("'' is not an objective");
    }

    @Test
    void a_run_is_held_against_what_it_measured() throws Exception {
        RunResult result;
        try (AnsweringServer server = new AnsweringServer(n -> n % 10 == 0 ? 503 : 201)) {
            result = run(server.target(), 100, 0);
        }
        double p99 = result.recorded().response().percentileUs(99) / 1e3;

        assertThat(Objective.parse("errors<1%").measured(result)).hasValue(10);
        assertThat(Objective.parse("p99<1s").measured(result)).hasValue(p99);
        assertThat(Objective.parse("throughput>1").measured(result)).hasValue(result.throughput());
        assertThat(Objective.parse("mean<1s").measured(result))
                .hasValue(result.recorded().response().summary().meanUs() / 1e3);
        assertThat(Objective.parse("service.max<1s").measured(result))
                .hasValue(result.recorded().service().summary().maxUs() / 1e3);
        assertThat(status("errors<=10%,p99<100s", result)).contains(Status.MET);
        assertThat(status("errors<10%,p99<100s", result)).contains(Status.MISSED);
        assertThat(Objectives.parse("errors<10%,p99<100s").judge(result, Optional.empty()))
                .extracting(Objectives.Judgement::status)
                .containsExactly(Status.MISSED, Status.MET);
        assertThat(status(Objectives.NONE, result, Optional.empty())).isEmpty();
    }

    @Test
    void a_star_is_one_objective_for_each_operation() throws Exception {
        RunResult result;
        try (AnsweringServer server = new AnsweringServer(n -> 201)) {
            result = run(server.target(), 100, 0);
        }
        List<String> operations = result.plan().workload().operations().stream()
                .map(Operation::name)
                .toList();
        Objectives objectives = Objectives.parse("errors<1%,max[*]<100s,max[" + operations.get(1) + "]<=0ms");

        objectives.requirePartsOf(result.plan());
        assertThat(objectives.judge(result, Optional.empty()))
                .extracting(judgement -> judgement.objective() + " " + judgement.status())
                .containsExactly(
                        "errors<1% met",
                        "max[" + operations.get(0) + "]<100000ms met",
                        "max[" + operations.get(1) + "]<100000ms met",
                        "max[" + operations.get(1) + "]<=0ms missed");
        assertThatThrownBy(() -> Objectives.parse("iteration.max[*]<1s").requirePartsOf(result.plan()))
                .hasMessageContaining("has none: add");
        assertThatThrownBy(() -> Objectives.parse("max[**]<1s").requirePartsOf(result.plan()))
                .hasMessageContaining("names an operation that the workload");
    }

    @Test
    void what_is_never_sent_has_no_objective() throws Exception {
        Workload mix = HttpWorkload.builder("mix")
                .operation(list -> list.name("list").path("/"))
                .operation(add -> add.name("add").weight(0).path("/"))
                .build();
        LoadPlan plan = plan(mix, Plans.NOWHERE);

        Objectives.parse("p95[*]<1s,errors[list]<1%").requirePartsOf(plan);
        assertThatThrownBy(() -> Objectives.parse("errors[add]<1%").requirePartsOf(plan))
                .hasMessage(
                        "'errors[add]<1%' names an operation that the workload 'mix' never sends, as its weight is 0:"
                                + " raise the weight, or leave the objective out");
        RunResult result;
        try (AnsweringServer server = new AnsweringServer(n -> 200)) {
            result = new LocalRunner(RecordingSettings.NO_FILES)
                    .run(plan(mix, server.target()), new StopSignal(), RunObserver.NONE);
        }
        assertThat(Objectives.parse("p95[*]<1s").judge(result, Optional.empty()))
                .extracting(judgement -> judgement.objective().toString())
                .containsExactly("p95[list]<1000ms");
    }

    @Test
    void a_scenario_that_no_user_executes_has_no_objective() {
        Workload mix = HttpWorkload.builder("shop")
                .operation(list -> list.name("list").path("/"))
                .scenario(buyer -> buyer.name("buyer").steps(steps -> steps.request("list")))
                .scenario(seller -> seller.name("seller").weight(0).steps(steps -> steps.request("list")))
                .build();
        LoadPlan plan = plan(mix, Plans.NOWHERE);

        Objectives.parse("iteration.p95[*]<1s,abandoned[buyer]<1%,errors[list]<1%")
                .requirePartsOf(plan);
        assertThatThrownBy(() -> Objectives.parse("abandoned[seller]<1%").requirePartsOf(plan))
                .hasMessageStartingWith("'abandoned[seller]<1%' names a scenario that the workload 'shop' never sends");
    }

    @Test
    void errors_are_attempts_and_failed_are_requests_that_no_retry_saved() throws Exception {
        RunResult result;
        try (AnsweringServer server = new AnsweringServer(n -> n % 10 == 0 ? 500 : 201)) {
            result = run(server.target(), 90, 5);
        }

        assertThat(result.counts().failed()).isZero();
        assertThat(result.counts().attempts()).isEqualTo(90 + result.counts().failedAttempts());
        assertThat(Objective.parse("failed<1%").measured(result)).hasValue(0);
        assertThat(Objective.parse("errors<1%").measured(result))
                .hasValue(100.0
                        * result.counts().failedAttempts()
                        / result.counts().attempts());
        assertThat(status("errors<0.1%,failed<0.1%", result)).contains(Status.MISSED);
        assertThat(status("failed<0.1%", result)).contains(Status.MET);
    }

    @Test
    void what_is_missed_is_named_with_how_far_off_it_was() throws Exception {
        RunResult result;
        try (AnsweringServer server = new AnsweringServer(n -> n % 10 == 0 ? 503 : 201)) {
            result = run(server.target(), 100, 0);
        }

        assertThat(Objectives.parse("errors<4%,p99<100s,failed<=9.5%").result(result, Optional.empty()))
                .hasValueSatisfying(found ->
                        assertThat(found).hasToString("missed: errors<4% by 6.000 %, failed<=9.5% by 0.500 %"));
    }

    @Test
    void a_starved_client_lets_a_run_neither_meet_nor_miss_what_may_be_its_own_doing() throws Exception {
        RunResult result;
        try (AnsweringServer server = new AnsweringServer(n -> n % 10 == 0 ? 503 : 201)) {
            result = run(server.target(), 100, 0);
        }
        Optional<Interference> starved = Optional.of(new Interference(Kind.STARVED, "no CPU time"));
        Optional<Interference> atLimit = Optional.of(new Interference(Kind.AT_LIMIT, "busy"));

        assertThat(status(Objectives.parse("p99<100s"), result, starved)).contains(Status.INCONCLUSIVE);
        assertThat(status(Objectives.parse("mean<1us"), result, starved)).contains(Status.INCONCLUSIVE);
        assertThat(status(Objectives.parse("errors<1%"), result, starved))
                .as("answers with status 503 are the server's")
                .contains(Status.MISSED);
        assertThat(Objectives.parse("throughput>99999999").result(result, starved))
                .contains(new Objectives.Result(Status.INCONCLUSIVE, "no CPU time"));
        assertThat(status(Objectives.parse("p99<100s"), result, atLimit))
                .as("the load was what the plan asked for, and slower than it was nothing can be")
                .contains(Status.MET);
        assertThat(status(Objectives.parse("mean<1us,p99<100s"), result, atLimit))
                .contains(Status.INCONCLUSIVE);
    }

    @Test
    void too_few_workers_leave_a_slow_server_to_be_seen() throws Exception {
        RunResult result;
        try (AnsweringServer server = new AnsweringServer(n -> 201)) {
            result = run(server.target(), 50, 0);
        }
        Optional<Interference> tooFew = Optional.of(new Interference(Kind.TOO_FEW_WORKERS, "20 workers"));

        assertThat(status(Objectives.parse("p50<1us"), result, tooFew))
                .as("the server itself took longer")
                .contains(Status.MISSED);
        assertThat(status(Objectives.parse("p50<100s"), result, tooFew)).contains(Status.INCONCLUSIVE);
    }

    @Test
    void failures_that_may_be_the_clients_are_not_held_against_the_server_by_a_starved_client() throws Exception {
        RunResult result = run(FaultServer.deadTarget(), 5, 0);
        Optional<Interference> starved = Optional.of(new Interference(Kind.STARVED, "no port left"));

        assertThat(status(Objectives.parse("errors<1%"), result, starved)).contains(Status.INCONCLUSIVE);
        assertThat(status(Objectives.parse("failed<1%"), result, starved)).contains(Status.INCONCLUSIVE);
        assertThat(status(Objectives.parse("errors<1%,failed<1%"), result, Optional.empty()))
                .contains(Status.MISSED);
    }

    private static Optional<Status> status(String objectives, RunResult result) {
        return status(Objectives.parse(objectives), result, Optional.empty());
    }

    private static Optional<Status> status(
            Objectives objectives, RunResult result, Optional<Interference> interference) {
        return objectives.result(result, interference).map(Objectives.Result::status);
    }

    @Test
    void a_run_without_an_ok_attempt_has_no_latency_and_misses_it() throws Exception {
        RunResult result = run(FaultServer.deadTarget(), 5, 0);

        Objectives objectives = Objectives.parse("p99<1h".replace("1h", "3600s"));
        assertThat(objectives.judge(result, Optional.empty())).allSatisfy(judgement -> {
            assertThat(judgement.measured()).isEmpty();
            assertThat(judgement.status()).isEqualTo(Status.MISSED);
        });
        assertThat(Objective.parse("errors<1%").measured(result)).hasValue(100);
    }

    @Test
    void requests_that_were_never_sent_have_failed() throws Exception {
        RunResult result;
        try (AnsweringServer server = new AnsweringServer(n -> 201)) {
            StopSignal stop = new StopSignal();
            stop.stop(StopReason.GAVE_UP);
            result = new LocalRunner(RecordingSettings.NO_FILES)
                    .run(Plans.plan(server.target()).requests(1_000_000).build(), stop, RunObserver.NONE);
        }

        assertThat(Objective.parse("failed<1%").measured(result).getAsDouble()).isGreaterThan(99);
        assertThat(status("failed<1%", result)).contains(Status.MISSED);
    }

    @Test
    void an_interrupted_run_is_not_judged() throws Exception {
        try (AnsweringServer server = new AnsweringServer(n -> 201)) {
            StopSignal stop = new StopSignal();
            stop.stop(StopReason.INTERRUPTED);
            RunResult result = new LocalRunner(RecordingSettings.NO_FILES)
                    .run(Plans.plan(server.target()).requests(1_000_000).build(), stop, RunObserver.NONE);

            assertThat(status("errors<1%,failed<1%", result)).isEmpty();
        }
    }

    private static LoadPlan plan(Workload workload, Target target) {
        return Plans.plan(target).workload(workload).requests(10).build();
    }

    private static RunResult run(Target target, long requests, int retries) throws InterruptedException {
        return new LocalRunner(RecordingSettings.NO_FILES)
                .run(
                        Plans.plan(target).requests(requests).retries(retries).build(),
                        new StopSignal(),
                        RunObserver.NONE);
    }
}
