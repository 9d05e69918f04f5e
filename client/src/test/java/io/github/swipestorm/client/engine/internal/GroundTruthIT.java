package io.github.swipestorm.client.engine.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.swipestorm.client.engine.LocalRunner;
import io.github.swipestorm.client.engine.RunObserver;
import io.github.swipestorm.client.engine.RunResult;
import io.github.swipestorm.client.engine.StopSignal;
import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.record.RecordingSettings;
import io.github.swipestorm.client.telemetry.Metric;
import io.github.swipestorm.client.telemetry.Telemetry;
import io.github.swipestorm.client.testing.AnsweringServer;
import io.github.swipestorm.client.testing.BoundedServer;
import io.github.swipestorm.client.testing.BoundedServer.Limit;
import io.github.swipestorm.client.testing.Plans;
import io.github.swipestorm.client.testing.QuickServer;
import io.github.swipestorm.client.transport.BlockingTransport;
import io.github.swipestorm.client.transport.Nio;
import io.github.swipestorm.client.transport.TransportType;
import io.github.swipestorm.client.verdict.Bound;
import io.github.swipestorm.client.verdict.LittlesLawCheck;
import io.github.swipestorm.client.verdict.Verdict;
import io.github.swipestorm.client.verdict.Verdicts;
import io.github.swipestorm.client.workload.ThinkTime;
import io.github.swipestorm.client.workload.ThinkingWorkload;
import io.github.swipestorm.client.workload.swipes.RandomSwipes;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Runs over real sockets of which it is known what bounds them. What bounds each is extreme, so that a busy machine changes
 * the figures and not the verdict; where others fill the machine, a verdict may also be that nothing can be said.
 */
@Tag("measuring")
class GroundTruthIT {

    private static final Duration LONG_ENOUGH = Duration.ofMillis(2_100);

    private static BoundedServer server;

    @BeforeAll
    static void start() throws IOException {
        server = BoundedServer.start();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static RunResult run(LoadPlan.Builder plan) throws InterruptedException {
        return new LocalRunner(RecordingSettings.NO_FILES).run(plan.build(), new StopSignal(), RunObserver.NONE);
    }

    /** Runs a plan; up to five times while Little's law does not hold, because a busy machine may stall the end of a short run. */
    private static RunResult runUntilLittlesLawHolds(LoadPlan.Builder plan) throws InterruptedException {
        RunResult result = run(plan);
        for (int i = 1;
                i < 5 && !LittlesLawCheck.of(result).map(LittlesLawCheck::holds).orElse(false);
                i++) {
            result = run(plan);
        }
        return result;
    }

    private static void assertBound(RunResult result, Bound expected) {
        Verdict verdict = Verdicts.of(result, Optional.empty());
        assertThat(verdict.bound()).as(verdict.toString()).isEqualTo(expected);
    }

    /**
     * The true bound, or that nothing can be said, as a busy machine may delay server and client alike; never another one,
     * unless the client's threads really ran late, or other programs took half of the machine and so stretched the pauses of
     * its garbage collector. What rules say of given figures is tested with their values.
     */
    private static void assertBoundIfTheMachineAllows(RunResult result, Bound expected) {
        Telemetry seen = result.telemetry();
        double busy = seen.busyCores().orElse(0) + seen.mean(Metric.CPU_STEAL).orElse(0);
        double used = seen.mean(Metric.CLIENT_CPU).orElse(0)
                + seen.mean(Metric.SERVER_CPU).orElse(0);
        double lagMs = seen.mean(Metric.MEAN_LAG).orElse(0);
        Set<Bound> allowed = EnumSet.of(expected, Bound.UNCLEAR);
        if (result.counts().attempts() < 100 || result.wallTime().compareTo(Duration.ofSeconds(2)) < 0) {
            // So few, or for so short a time, that no rule is asked.
            allowed.add(Bound.UNKNOWN);
        }
        boolean late =
                lagMs >= 1 && lagMs >= result.recorded().service().summary().p50Us() / 2e3;
        boolean crowdedOut = busy - used >= 0.5 * seen.cores();
        if (late || crowdedOut) {
            allowed.add(Bound.CLIENT);
        }
        Verdict verdict = Verdicts.of(result, Optional.empty());
        assertThat(verdict.bound())
                .as("%s; %.2f of %d cores busy, client and server %.2f", verdict, busy, seen.cores(), used)
                .isIn(allowed);
    }

    private static LoadPlan.Builder thinking(LoadPlan.Builder plan, String time) {
        return plan.workload(new ThinkingWorkload(new RandomSwipes(), ThinkTime.parse(time)));
    }

    private static LoadPlan.Builder planFor(Limit limit) {
        return Plans.plan(server.target(limit)).threads(40).duration(LONG_ENOUGH);
    }

    @ParameterizedTest
    @CsvSource({"LOCK, classic", "LOCK, nio", "POOL, classic", "TOKENS, nio", "ONE_CORE, classic"})
    void a_server_that_serves_a_fixed_number_of_requests_a_second_is_the_limit(Limit limit, TransportType transport)
            throws InterruptedException {
        RunResult result = run(planFor(limit).transport(transport));

        assertBoundIfTheMachineAllows(result, Bound.SERVER);
        assertThat(result.throughput()).isLessThanOrEqualTo(1.02 * limit.mostPerSecond());
    }

    /** No queue shows in the answers when the processor is the queue: the server uses a part of a machine that is full. */
    @ParameterizedTest
    @MethodSource("io.github.swipestorm.client.testing.Registered#transports")
    void a_server_that_fills_the_machine_is_the_limit_and_not_the_number_of_workers(TransportType transport)
            throws InterruptedException {
        int workers = 25 * Math.max(2, Runtime.getRuntime().availableProcessors());

        RunResult result = run(planFor(Limit.ALL_CORES).threads(workers).transport(transport));

        assertThat(result.server().pids()).contains(server.pid());
        assertBoundIfTheMachineAllows(result, Bound.SERVER);
    }

    @ParameterizedTest
    @MethodSource("io.github.swipestorm.client.testing.Registered#transports")
    void a_server_that_sleeps_and_has_threads_in_plenty_leaves_the_number_of_workers_as_the_limit(
            TransportType transport) throws InterruptedException {
        RunResult result =
                runUntilLittlesLawHolds(planFor(Limit.SLEEP).threads(20).transport(transport));

        assertBoundIfTheMachineAllows(result, Bound.CONCURRENCY);
        assertThat(result.telemetry().mean(Metric.WAITING_SHARE).orElseThrow()).isGreaterThan(0.7);
        assertThat(result.telemetry().mean(Metric.IN_FLIGHT).orElseThrow()).isBetween(5.0, 20.0);
        assertThat(LittlesLawCheck.of(result))
                .hasValueSatisfying(
                        check -> assertThat(check.holds()).as(check.toString()).isTrue());
    }

    @ParameterizedTest
    @MethodSource("io.github.swipestorm.client.testing.Registered#transports")
    void users_who_think_most_of_the_time_are_limited_by_that(TransportType transport) throws InterruptedException {
        RunResult result = runUntilLittlesLawHolds(thinking(planFor(Limit.SLEEP), "600ms")
                .threads(60)
                // Users who begin together end some seconds with more answers than others: three of them may look like
                // a rise.
                .duration(Duration.ofMillis(2_900))
                .transport(transport));

        assertBoundIfTheMachineAllows(result, Bound.THINKING);
        assertThat(LittlesLawCheck.of(result))
                .hasValueSatisfying(
                        check -> assertThat(check.holds()).as(check.toString()).isTrue());
    }

    @Test
    void a_lock_is_the_limit_though_those_who_queue_for_it_think_most_of_the_time() throws InterruptedException {
        RunResult result = run(thinking(planFor(Limit.LOCK), "300ms").threads(40));

        assertBoundIfTheMachineAllows(result, Bound.SERVER);
    }

    @Test
    void a_rate_far_below_what_the_server_takes_is_the_limit() throws InterruptedException {
        try (QuickServer server = new QuickServer()) {
            RunResult result =
                    run(Plans.plan(server.target()).threads(20).rate("300").duration(LONG_ENOUGH));

            assertBoundIfTheMachineAllows(result, Bound.RATE);
            assertThat(result.telemetry().mean(Metric.WAITING_SHARE).orElseThrow())
                    .as("most workers wait for a request to fall due")
                    .isLessThan(0.7);
        }
    }

    @Test
    void a_rate_above_what_the_server_takes_is_not() throws InterruptedException {
        RunResult result = run(planFor(Limit.TOKENS)
                .transport(new Nio())
                .threads(2_000)
                .rate("600")
                .timeouts(Duration.ofSeconds(5), Duration.ofSeconds(60), Duration.ofSeconds(60)));
        assertBoundIfTheMachineAllows(result, Bound.SERVER);
    }

    @Test
    void a_server_that_fails_half_of_the_requests_is_judged_by_that() throws InterruptedException {
        try (AnsweringServer server = new AnsweringServer(number -> number % 2 == 0 ? 503 : 201)) {
            assertBound(run(Plans.plan(server.target()).threads(4).retries(0).duration(LONG_ENOUGH)), Bound.ERRORS);
        }
    }

    @Test
    void retries_do_not_hide_that_half_of_the_attempts_fail() throws InterruptedException {
        try (AnsweringServer server = new AnsweringServer(number -> number % 2 == 0 ? 503 : 201)) {
            RunResult result =
                    run(Plans.plan(server.target()).threads(1).retries(5).duration(LONG_ENOUGH));

            // At the end of the run, the request in flight does not get its last attempts.
            assertThat(result.counts().failed()).isLessThanOrEqualTo(1);
            assertBound(result, Bound.ERRORS);
        }
    }

    @Test
    void a_run_of_a_fifth_of_a_second_is_too_short() throws InterruptedException {
        try (QuickServer server = new QuickServer()) {
            assertBound(run(Plans.plan(server.target()).threads(4).duration(Duration.ofMillis(200))), Bound.UNKNOWN);
        }
    }

    @Test
    void a_client_that_has_much_to_do_for_each_request_is_the_limit() throws InterruptedException {
        try (QuickServer server = new QuickServer()) {
            Labour labour = new Labour();
            LocalRunner runner = new LocalRunner(
                    RecordingSettings.NO_FILES,
                    labour,
                    (chosen, settings) -> labour.around((BlockingTransport) chosen.open(settings)));
            RunResult result = runner.run(
                    Plans.plan(server.target()).threads(4).duration(LONG_ENOUGH).build(),
                    new StopSignal(),
                    RunObserver.NONE);

            assertBoundIfTheMachineAllows(result, Bound.CLIENT);
        }
    }
}
