package io.github.swipestorm.client.engine;

import static io.github.swipestorm.client.testing.Act.CLOSE;
import static io.github.swipestorm.client.testing.Act.READ;
import static io.github.swipestorm.client.testing.Act.RESET;
import static io.github.swipestorm.client.testing.Act.SILENCE;
import static io.github.swipestorm.client.testing.Act.answer;
import static io.github.swipestorm.client.testing.Act.write;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.swipestorm.client.http.FailureKind;
import io.github.swipestorm.client.model.Models;
import io.github.swipestorm.client.testing.Act;
import io.github.swipestorm.client.testing.FaultServer;
import io.github.swipestorm.client.testing.Member;
import io.github.swipestorm.client.testing.Plans;
import io.github.swipestorm.client.testing.Workers;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whole runs against real faults, whichever model, transport and threads carry them: each ends, with exact counts. */
@Timeout(60)
class EngineFaultContractTest {

    private static final Duration LONG = Duration.ofSeconds(20);
    private static final Duration SHORT = Duration.ofMillis(200);

    @AfterEach
    void no_thread_is_left() {
        Workers.awaitNone();
    }

    static List<Way> ways() {
        return Way.all();
    }

    /** Where every run takes the two seconds that attempts get to end in. */
    static List<Way> waysOfOneModel() {
        return ways().stream().filter(way -> way.model() == Models.AVERAGE).toList();
    }

    @ParameterizedTest
    @MethodSource("ways")
    void each_fault_costs_one_retry_and_no_request(Way way) {
        List<List<Act>> faults = List.of(
                List.of(READ, CLOSE),
                List.of(READ, RESET),
                List.of(READ, write("HTTP/1.1 200 OK\r\nA: b"), CLOSE),
                List.of(READ, write("garbage\r\n\r\n"), SILENCE),
                List.of(READ, SILENCE));
        try (FaultServer server = FaultServer.scripted(faults)) {
            RunResult result =
                    way.run(Plans.plan(server.target()).requests(20).retries(5).timeouts(LONG, SHORT, LONG));

            assertThat(result.reason()).isEqualTo(StopReason.REQUESTS_USED_UP);
            assertThat(result.counts().okAtFirst()).isEqualTo(19);
            assertThat(result.counts().okAfterRetries()).isEqualTo(1);
            assertThat(result.counts().attempts()).isEqualTo(25).isEqualTo(server.received());
            assertThat(result.counts().attemptsByFailure())
                    .isEqualTo(Map.of(FailureKind.CLOSED, 3L, FailureKind.PROTOCOL, 1L, FailureKind.TIMEOUT, 1L));
            assertThat(result.connects().count()).isEqualTo(6).isEqualTo(server.connections());
            assertThat(result.violations()).isEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource("ways")
    void a_server_that_closes_after_every_answer_loses_nothing(Way way) {
        Act close = write("HTTP/1.1 201 \r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
        try (FaultServer server = FaultServer.scripted(Collections.nCopies(60, List.of(READ, close, CLOSE)))) {
            RunResult result = way.run(Plans.plan(server.target()).threads(3).requests(50));

            assertThat(result.counts().okAtFirst()).isEqualTo(50).isEqualTo(server.received());
            assertThat(result.counts().attempts()).isEqualTo(50);
            assertThat(result.connects().count()).isGreaterThanOrEqualTo(50);
        }
    }

    @ParameterizedTest
    @MethodSource("ways")
    void a_server_that_dies_in_the_middle_ends_the_run_with_exact_counts(Way way) {
        FaultServer server = FaultServer.answering(answer(201, "ok"));
        Member<RunResult> run = Way.begin(
                way.of(Plans.plan(server.target())
                        .threads(4)
                        .requests(1_000_000_000)
                        .giveUp(SHORT)),
                new StopSignal());
        server.awaitReceived(200);

        server.close();

        RunResult result = run.result();
        assertThat(result.reason()).isEqualTo(StopReason.GAVE_UP);
        assertThat(result.counts().ok()).isBetween(200L, (long) server.received());
        assertThat(result.counts().attemptsByFailure()).containsKey(FailureKind.CONNECT);
        assertThat(result.violations()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("ways")
    void a_server_that_never_was_is_given_up_and_not_hammered(Way way) {
        RunResult result = way.run(Plans.plan(FaultServer.deadTarget())
                .threads(4)
                .requests(1_000_000_000)
                .giveUp(SHORT));

        assertThat(result.reason()).isEqualTo(StopReason.GAVE_UP);
        assertThat(result.counts().ok()).isZero();
        assertThat(result.counts().attemptsByFailure()).containsOnlyKeys(FailureKind.CONNECT);
        // Four workers, each with a pause of 8 ms between attempts in the end.
        assertThat(result.counts().attempts())
                .isBetween(4L, 4 * (4 + result.wallTime().toMillis() / 8));
        assertThat(result.connects().count()).isZero();
        assertThat(result.violations()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("waysOfOneModel")
    void a_server_that_hangs_is_cut_when_the_run_is_stopped(Way way) {
        StopSignal stop = new StopSignal();
        try (FaultServer server = FaultServer.scripted(Collections.nCopies(3, List.of(READ, SILENCE)))) {
            Member<RunResult> run =
                    Way.begin(way.of(Plans.plan(server.target()).threads(3).requests(100)), stop);
            server.awaitReceived(3);

            stop.stop(StopReason.INTERRUPTED);

            RunResult result = run.resultWithin(Duration.ofSeconds(10));
            assertThat(result.reason()).isEqualTo(StopReason.INTERRUPTED);
            assertThat(result.counts().failed()).isEqualTo(3);
            assertThat(result.dropped()).isEqualTo(97);
            assertThat(result.violations()).isEmpty();
        }
    }
}
