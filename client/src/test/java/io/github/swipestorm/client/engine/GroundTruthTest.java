package io.github.swipestorm.client.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.swipestorm.client.record.RecordingSettings;
import io.github.swipestorm.client.telemetry.Reading;
import io.github.swipestorm.client.testing.AnsweringServer;
import io.github.swipestorm.client.testing.Plans;
import io.github.swipestorm.client.testing.QuickServer;
import io.github.swipestorm.client.testing.Workers;
import io.github.swipestorm.client.transport.BlockingTransport;
import io.github.swipestorm.client.transport.Transports;
import io.github.swipestorm.client.verdict.Bound;
import io.github.swipestorm.client.verdict.LittleCheck;
import io.github.swipestorm.client.verdict.Verdict;
import io.github.swipestorm.client.verdict.Verdicts;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Runs over real sockets of which it is known what bounds them. What bounds each is extreme, so that a busy machine changes
 * the figures and not the verdict, but for the server: of one that shares a full machine no limit is claimed.
 */
@Timeout(120)
class GroundTruthTest {

    private static final Duration LONG_ENOUGH = Duration.ofSeconds(4);

    @AfterEach
    void no_thread_is_left() {
        Workers.awaitNone();
    }

    private static RunResult run(Plans plan) throws InterruptedException {
        return new LocalRunner(RecordingSettings.NO_FILES).run(plan.build(), new StopSignal(), RunObserver.NONE);
    }

    private static void assertBound(RunResult result, Bound expected) {
        Verdict verdict = Verdicts.of(result, Optional.empty());
        assertThat(verdict.bound()).as(verdict.toString()).isEqualTo(expected);
    }

    /** While others fill the machine that client and server share, the same figures prove nothing. */
    private static void assertBoundUnlessFull(RunResult result, Bound expected) {
        double busy = result.telemetry().busyCores().orElse(0)
                + result.telemetry().mean(Reading.CPU_STEAL).orElse(0);
        boolean full = busy >= 0.9 * result.telemetry().cores();
        assertBound(result, full ? Bound.UNCLEAR : expected);
    }

    /** Sleeps at least so long, whatever wakes it. */
    private static int answerAfter(Duration time) {
        long end = System.nanoTime() + time.toNanos();
        for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
        return 201;
    }

    /** A server with one thread, that takes requests in the order in which they came. */
    private static AnsweringServer oneAfterTheOther(Duration serviceTime) {
        // An unfair lock would serve some at once and let others wait for ever.
        ReentrantLock onlyThread = new ReentrantLock(true);
        return new AnsweringServer(number -> {
            onlyThread.lock();
            try {
                return answerAfter(serviceTime);
            } finally {
                onlyThread.unlock();
            }
        });
    }

    @ParameterizedTest
    @EnumSource(Transports.class)
    void a_server_with_one_thread_and_a_fixed_service_time_is_the_limit(Transports transport)
            throws InterruptedException {
        try (AnsweringServer server = oneAfterTheOther(Duration.ofMillis(40))) {
            RunResult result = run(
                    Plans.plan(server.target()).transport(transport).threads(20).duration(Duration.ofSeconds(6)));

            assertBoundUnlessFull(result, Bound.SERVER);
            assertThat(result.throughput()).isLessThan(25);
        }
    }

    @ParameterizedTest
    @EnumSource(Transports.class)
    void a_server_that_sleeps_and_has_threads_in_plenty_leaves_the_number_of_workers_as_the_limit(Transports transport)
            throws InterruptedException {
        try (AnsweringServer server = new AnsweringServer(number -> answerAfter(Duration.ofMillis(50)))) {
            RunResult result = run(
                    Plans.plan(server.target()).transport(transport).threads(20).duration(LONG_ENOUGH));

            assertBoundUnlessFull(result, Bound.CONCURRENCY);
            assertThat(result.telemetry().mean(Reading.WAITING_SHARE).orElseThrow())
                    .isGreaterThan(0.7);
            assertThat(result.telemetry().mean(Reading.IN_FLIGHT).orElseThrow()).isBetween(14.0, 20.0);
            assertThat(LittleCheck.of(result))
                    .hasValueSatisfying(check ->
                            assertThat(check.holds()).as(check.toString()).isTrue());
        }
    }

    @Test
    void a_rate_far_below_what_the_server_takes_is_the_limit() throws InterruptedException {
        try (QuickServer server = new QuickServer()) {
            RunResult result =
                    run(Plans.plan(server.target()).threads(20).rate("300").duration(LONG_ENOUGH));

            assertBound(result, Bound.RATE);
            assertThat(result.telemetry().mean(Reading.WAITING_SHARE).orElseThrow())
                    .as("most workers wait for a request to fall due")
                    .isLessThan(0.5);
        }
    }

    @Test
    void a_rate_above_what_the_server_takes_is_not() throws InterruptedException {
        try (AnsweringServer server = oneAfterTheOther(Duration.ofMillis(5))) {
            RunResult result = run(Plans.plan(server.target())
                    .transport(Transports.NIO)
                    .threads(2_000)
                    .rate("400")
                    .timeouts(Duration.ofSeconds(5), Duration.ofSeconds(60), Duration.ofSeconds(60))
                    .duration(LONG_ENOUGH));
            assertBoundUnlessFull(result, Bound.SERVER);
        }
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

            // The end of the run takes its last attempts away from the request that is under way.
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

            assertBound(result, Bound.CLIENT);
            assertThat(Verdicts.of(result, Optional.empty()).consequence())
                    .startsWith("the server's limit is at least ");
        }
    }
}
