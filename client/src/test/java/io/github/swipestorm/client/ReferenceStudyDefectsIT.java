package io.github.swipestorm.client;

import static io.github.swipestorm.client.testing.Act.READ;
import static io.github.swipestorm.client.testing.Act.answer;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.swipestorm.client.distribution.Average;
import io.github.swipestorm.client.distribution.LessBlocking;
import io.github.swipestorm.client.distribution.ModelSettings;
import io.github.swipestorm.client.distribution.ProducerConsumer;
import io.github.swipestorm.client.distribution.SendingModel;
import io.github.swipestorm.client.engine.LocalRunner;
import io.github.swipestorm.client.engine.RunObserver;
import io.github.swipestorm.client.engine.RunResult;
import io.github.swipestorm.client.engine.StopReason;
import io.github.swipestorm.client.engine.StopSignal;
import io.github.swipestorm.client.http.FailureKind;
import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.record.RecordingSettings;
import io.github.swipestorm.client.testing.Act;
import io.github.swipestorm.client.testing.FaultServer;
import io.github.swipestorm.client.testing.Member;
import io.github.swipestorm.client.testing.Plans;
import io.github.swipestorm.client.workload.swipes.RandomSwipes;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What the reference study's client did wrong, one test for each defect that shows from outside, over real sockets. The numbers
 * are those of the list of defects; 1, 3 and 4 also have their interleavings explored beside the models, and 7, a worker
 * that dies, is in the tests of the runner, where a connection can be made to throw.
 */
class ReferenceStudyDefectsIT {

    private static final Act CREATED = answer(201, "ok");

    /** Defect 1: consumers that saw the same last element waited for ever. */
    @Test
    void many_consumers_and_few_requests_do_not_deadlock() {
        ModelSettings oneByOne = new ModelSettings(1, 1, 1);
        try (FaultServer server = FaultServer.answering(CREATED)) {
            for (int round = 0; round < 20; round++) {
                RunResult result = run(Plans.plan(server.target())
                        .model(new ProducerConsumer())
                        .modelSettings(oneByOne)
                        .threads(16)
                        .requests(3));

                assertThat(result.counts().ok()).isEqualTo(3);
            }
        }
    }

    /** Defect 2: one request that failed for good kept every consumer waiting for its success. */
    @ParameterizedTest
    @MethodSource("io.github.swipestorm.client.testing.Registered#models")
    void a_request_that_fails_for_good_does_not_keep_the_run_from_ending(SendingModel model) {
        List<Act> failing = List.of(READ, answer(500, ""), READ, answer(500, ""), READ, answer(500, ""));
        try (FaultServer server = FaultServer.scripted(List.of(failing))) {
            RunResult result =
                    run(Plans.plan(server.target()).model(model).requests(50).retries(2));

            assertThat(result.counts().failed()).isEqualTo(1);
            assertThat(result.counts().ok()).isEqualTo(49);
            assertThat(result.reason()).isEqualTo(StopReason.REQUESTS_USED_UP);
        }
    }

    /** Defects 3 and 4: up to a whole batch too many for each thread, and a counter that ran backwards. */
    @ParameterizedTest
    @CsvSource({"2, 1000, 500", "3, 1000, 500", "8, 1001, 40", "16, 500, 7"})
    void batches_never_add_up_to_more_than_the_plan(int threads, int requests, int batch) {
        try (FaultServer server = FaultServer.answering(CREATED)) {
            RunResult result = run(Plans.plan(server.target())
                    .model(new LessBlocking())
                    .modelSettings(new ModelSettings(batch, 1, 1))
                    .threads(threads)
                    .requests(requests));

            assertThat(result.counts().ok()).isEqualTo(requests);
            assertThat(server.received()).isEqualTo(requests);
        }
    }

    /** Defect 5: a batch ended only with its successes, so a server that failed was hammered for ever. */
    @ParameterizedTest
    @MethodSource("io.github.swipestorm.client.testing.Registered#models")
    void a_server_that_always_fails_gets_the_same_bounded_work_from_every_model(SendingModel model) {
        try (FaultServer server = FaultServer.answering(answer(503, ""))) {
            RunResult result = run(Plans.plan(server.target())
                    .model(model)
                    .threads(4)
                    .requests(40)
                    .retries(5));

            assertThat(server.received()).isEqualTo(40 * 6);
            assertThat(result.counts().failed()).isEqualTo(40);
        }
    }

    /** Defect 6: the remainder of requests / threads was never sent. */
    @Test
    void the_remainder_of_the_division_is_sent_as_well() {
        try (FaultServer server = FaultServer.answering(CREATED)) {
            run(Plans.plan(server.target()).model(new Average()).threads(30).requests(1_019));

            assertThat(server.received()).isEqualTo(1_019);
        }
    }

    /** Defect 8: producers and consumers polled the queue's size in tight loops. */
    @Test
    void waiting_workers_burn_no_processor_time() {
        try (FaultServer server =
                FaultServer.scripted(List.of(List.of(READ, Act.late(Duration.ofSeconds(2)), CREATED)))) {
            StopSignal stop = new StopSignal();
            Member<RunResult> run = Member.doing(() -> runner().run(
                            Plans.plan(server.target())
                                    .model(new ProducerConsumer())
                                    .modelSettings(new ModelSettings(1, 1, 1))
                                    .threads(1)
                                    .requests(20)
                                    .build(),
                            stop,
                            RunObserver.NONE));
            server.awaitReceived(1);

            // The worker waits for its answer, the producer for room in the queue.
            assertThat(cpuOfWorkersDuring(Duration.ofSeconds(1))).isLessThan(Duration.ofMillis(500));
            assertThat(run.result().counts().ok()).isEqualTo(20);
        }
    }

    /** Defect 9: interrupts were swallowed, and the loop went on. */
    @ParameterizedTest
    @MethodSource("io.github.swipestorm.client.testing.Registered#models")
    void an_interrupt_ends_the_run(SendingModel model) {
        try (FaultServer server = FaultServer.answering(CREATED)) {
            LoadPlan plan = Plans.plan(server.target())
                    .model(model)
                    .threads(3)
                    .requests(1_000_000_000)
                    .build();
            Member<RunResult> run = Member.doing(() -> runner().run(plan, new StopSignal(), RunObserver.NONE));
            server.awaitReceived(10);

            run.interrupt();

            assertThat(run.death()).isInstanceOf(InterruptedException.class);
        }
    }

    /** Defect 12: the latency of a request silently included all its retries. */
    @Test
    void an_attempts_latency_does_not_include_the_attempts_before_it() {
        Duration slow = Duration.ofMillis(300);
        List<Act> slowFailureThenOk = List.of(READ, Act.late(slow), answer(503, ""), READ, CREATED);
        try (FaultServer server = FaultServer.scripted(List.of(slowFailureThenOk))) {
            RunResult result = run(Plans.plan(server.target()).requests(1));

            assertThat(result.counts().attempts()).isEqualTo(2);
            assertThat(result.counts().okAfterRetries()).isEqualTo(1);
            assertThat(result.recorded().failed().summary().maxUs()).isGreaterThanOrEqualTo(slow.toMillis() * 1_000);
            assertThat(result.recorded().requests().summary().maxUs())
                    .as("the whole request is longer than its last attempt by the failed one")
                    .isGreaterThanOrEqualTo(
                            result.recorded().service().summary().minUs() + slow.toMillis() * 1_000);
        }
    }

    /** Defect 13: whole milliseconds of the wall clock, for calls that take less than one. */
    @Test
    void latencies_have_a_finer_grain_than_milliseconds() {
        try (FaultServer server = FaultServer.answering(CREATED)) {
            RunResult result = run(Plans.plan(server.target()).requests(200));

            assertThat(List.of(
                            result.recorded().service().summary().minUs() % 1_000,
                            result.recorded().service().summary().maxUs() % 1_000,
                            result.recorded().response().summary().maxUs() % 1_000))
                    .as("rests after whole milliseconds")
                    .anyMatch(rest -> rest != 0);
        }
    }

    /** Defect 15: a run without any success could not be summed up. */
    @Test
    void a_run_without_any_success_has_a_result() {
        RunResult result =
                run(Plans.plan(FaultServer.deadTarget()).threads(2).requests(4).retries(0));

        assertThat(result.counts().attemptsByFailure()).isEqualTo(Map.of(FailureKind.CONNECT, 4L));
        assertThat(result.throughput()).isZero();
        assertThat(result.violations()).isEmpty();
    }

    /** Defect 16: part 2 counted 201 only, so that nothing of a server that answers 200 was counted. */
    @ParameterizedTest
    @CsvSource({"200", "201", "204"})
    void every_2xx_answer_is_a_success(int status) {
        Act ok = Act.write("HTTP/1.1 " + status + " \r\n" + (status == 204 ? "" : "Content-Length: 0\r\n") + "\r\n");
        try (FaultServer server = FaultServer.answering(ok)) {
            assertThat(run(Plans.plan(server.target()).requests(10)).counts().ok())
                    .isEqualTo(10);
        }
    }

    /** Defect 17, the client's half: an error response is never a success, whatever its body says. */
    @ParameterizedTest
    @CsvSource({"302", "400", "404", "500"})
    void no_other_answer_is_a_success(int status) {
        try (FaultServer server = FaultServer.answering(answer(status, "{\"message\":\"Write successful!\"}"))) {
            RunResult result = run(Plans.plan(server.target()).requests(10).retries(0));

            assertThat(result.counts().ok()).isZero();
            assertThat(result.counts().failed()).isEqualTo(10);
        }
    }

    /** Defect 19: the alphabet of comments had no w. */
    @Test
    void comments_contain_the_letter_w() {
        String bodies = IntStream.range(0, 100)
                .mapToObj(i ->
                        new String(new RandomSwipes().requests(1).request(i).body(), StandardCharsets.US_ASCII))
                .map(body -> body.substring(body.indexOf("comment\":\"") + 10))
                .collect(Collectors.joining());

        assertThat(bodies).contains("w");
    }

    /** Defect 19: seconds without a request were missing from the timeline, so that plots hid stalls. */
    @Test
    void a_stall_is_in_the_timeline() {
        List<Act> stalling = List.of(READ, CREATED, READ, Act.late(Duration.ofMillis(2_100)), CREATED);
        try (FaultServer server = FaultServer.scripted(List.of(stalling))) {
            RunResult result = run(Plans.plan(server.target()).requests(2));

            assertThat(result.recorded().timeline().seconds()).hasSizeGreaterThanOrEqualTo(3);
            assertThat(result.recorded().timeline().seconds().get(1).started()).isZero();
        }
    }

    private static Duration cpuOfWorkersDuring(Duration time) {
        var threads = ManagementFactory.getThreadMXBean();
        List<Long> workers = Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("swipestorm-worker"))
                .map(Thread::getId)
                .toList();
        long before = workers.stream().mapToLong(threads::getThreadCpuTime).sum();
        LockSupport.parkNanos(time.toNanos());
        long after = workers.stream().mapToLong(threads::getThreadCpuTime).sum();
        assertThat(workers).as("a worker and a producer").hasSize(2);
        return Duration.ofNanos(after - before);
    }

    private static LocalRunner runner() {
        return new LocalRunner(RecordingSettings.NO_FILES);
    }

    private static RunResult run(LoadPlan.Builder plan) {
        RunResult result = Member.doing(() -> runner().run(plan.build(), new StopSignal(), RunObserver.NONE))
                .result();
        assertThat(result.violations()).isEmpty();
        return result;
    }
}
