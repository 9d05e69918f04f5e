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
import io.github.swipestorm.client.record.RecordingSettings;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Whole runs against real faults: each run ends, and its counts are exact. */
@Timeout(60)
class FaultyServerRunTest {

    private static final Duration LONG = Duration.ofSeconds(20);
    private static final Duration SHORT = Duration.ofMillis(300);

    @AfterEach
    void no_thread_is_left() {
        Workers.awaitNone();
    }

    static List<Arguments> faults() {
        return List.of(
                Arguments.of("close", FailureKind.CLOSED, List.of(READ, CLOSE)),
                Arguments.of("reset", FailureKind.CLOSED, List.of(READ, RESET)),
                Arguments.of(
                        "cut-off head", FailureKind.CLOSED, List.of(READ, write("HTTP/1.1 200 OK\r\nA: b"), CLOSE)),
                Arguments.of("garbage", FailureKind.PROTOCOL, List.of(READ, write("garbage\r\n\r\n"), SILENCE)),
                Arguments.of("silence", FailureKind.TIMEOUT, List.of(READ, SILENCE)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("faults")
    void each_fault_costs_one_retry_and_no_request(String name, FailureKind kind, List<Act> script) {
        int faults = 3;
        try (FaultServer server = FaultServer.scripted(Collections.nCopies(faults, script))) {
            RunResult result = run(Plans.plan(server.target()).requests(20).timeouts(LONG, SHORT, LONG));

            assertThat(result.counts().ok()).isEqualTo(20);
            assertThat(result.counts().okAfterRetries()).isEqualTo(1);
            assertThat(result.counts().attempts()).isEqualTo(20 + faults);
            assertThat(result.counts().attemptsByFailure()).isEqualTo(Map.of(kind, (long) faults));
            assertThat(server.received()).as("what the server saw").isEqualTo(20 + faults);
        }
    }

    @ParameterizedTest
    @EnumSource(Models.class)
    void a_server_that_dies_in_the_middle_ends_the_run_with_exact_counts(Models model) {
        FaultServer server = FaultServer.answering(answer(201, "ok"));
        Member<RunResult> run = Member.doing(() -> new LocalRunner(RecordingSettings.NO_FILES)
                .run(
                        Plans.plan(server.target())
                                .model(model)
                                .threads(4)
                                .requests(1_000_000_000)
                                .giveUp(SHORT)
                                .build(),
                        new StopSignal(),
                        RunObserver.NONE));
        server.awaitReceived(200);

        server.close();

        RunResult result = run.result();
        assertThat(result.reason()).isEqualTo(StopReason.GAVE_UP);
        assertThat(result.counts().ok()).isBetween(200L, (long) server.received());
        assertThat(result.counts().attemptsByFailure()).containsKey(FailureKind.CONNECT);
        assertThat(result.violations()).isEmpty();
    }

    @Test
    void a_server_that_closes_after_every_answer_loses_nothing() {
        Act close = write("HTTP/1.1 201 \r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
        try (FaultServer server = FaultServer.scripted(Collections.nCopies(60, List.of(READ, close, CLOSE)))) {
            RunResult result = run(Plans.plan(server.target()).threads(3).requests(50));

            assertThat(result.counts().okAtFirst()).isEqualTo(50);
            assertThat(result.counts().attempts()).isEqualTo(50);
            assertThat(server.received()).isEqualTo(50);
        }
    }

    private static RunResult run(Plans plan) {
        RunResult result = Member.doing(() -> new LocalRunner(RecordingSettings.NO_FILES)
                        .run(plan.build(), new StopSignal(), RunObserver.NONE))
                .result();
        assertThat(result.reason()).isEqualTo(StopReason.REQUESTS_USED_UP);
        assertThat(result.violations()).isEmpty();
        return result;
    }
}
