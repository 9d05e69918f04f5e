package io.github.swipestorm.client.engine.internal;

import static io.github.swipestorm.client.testing.Act.CLOSE;
import static io.github.swipestorm.client.testing.Act.READ;
import static io.github.swipestorm.client.testing.Act.RESET;
import static io.github.swipestorm.client.testing.Act.SILENCE;
import static io.github.swipestorm.client.testing.Act.answer;
import static io.github.swipestorm.client.testing.Act.frames;
import static io.github.swipestorm.client.testing.Act.lastAnswer;
import static io.github.swipestorm.client.testing.Act.write;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.swipestorm.client.engine.RunResult;
import io.github.swipestorm.client.engine.StopReason;
import io.github.swipestorm.client.engine.StopSignal;
import io.github.swipestorm.client.http.FailureKind;
import io.github.swipestorm.client.testing.Act;
import io.github.swipestorm.client.testing.FaultServer;
import io.github.swipestorm.client.testing.Member;
import io.github.swipestorm.client.testing.Plans;
import io.github.swipestorm.client.testing.TestTimeout;
import io.github.swipestorm.client.transport.Credentials;
import io.github.swipestorm.client.transport.HttpFeatures;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Whole runs while servers come and go, whichever model, transport and threads carry them: each ends, with exact counts. */
class EngineFaultContractIT {

    private static final HttpFeatures CHAIN =
            new HttpFeatures(Optional.empty(), Optional.of(new Credentials("jo", "pw")), true);
    private static final Duration LONG = TestTimeout.NEVER;
    private static final Duration SHORT = Duration.ofSeconds(1);

    private static void each(EngineVariant.VariantTest test) {
        EngineVariant.each(EngineVariant.onAllProtocolsAnd(CHAIN), test);
    }

    @Tag("fault")
    @DisplayName("Attempts that fail in whatever way, with retries -> each costs one retry, and no request is lost or"
            + " counted twice")
    @Test
    void each_fault_costs_one_retry_and_no_request() {
        each(way -> {
            Act begun = way.http2()
                    ? frames((out, stream) -> out.headers(stream, false, ":status", "200"))
                    : write("HTTP/1.1 200 OK\r\nA: b");
            List<List<Act>> faults = List.of(
                    List.of(READ, CLOSE),
                    List.of(READ, RESET),
                    List.of(READ, begun, CLOSE),
                    List.of(READ, write("garbage\r\n\r\n"), SILENCE),
                    List.of(READ, answer(503, ""), CLOSE));
            try (FaultServer server = way.scripted(faults)) {
                RunResult result = way.run(
                        Plans.plan(server.target()).requests(20).retries(6).timeouts(LONG, LONG, LONG));

                assertThat(result.reason()).isEqualTo(StopReason.REQUESTS_USED_UP);
                assertThat(result.counts().ok()).isEqualTo(20);
                assertThat(result.counts().okAfterRetries()).isEqualTo(1);
                assertThat(result.counts().attemptsByStatus()).isEqualTo(Map.of(201, 20L, 503, 1L));
                assertThat(result.counts().attemptsByFailure()).containsEntry(FailureKind.PROTOCOL, 1L);
                // The end behind the 503 costs a further one, unless it is noticed before the next request.
                assertThat(result.counts().attempts())
                        .isBetween(25L, 26L)
                        .isEqualTo(20 + result.counts().failedAttempts());
                assertThat(result.connects().count()).isEqualTo(6).isEqualTo(server.connections());
                assertThat(result.violations()).isEmpty();
            }
        });
    }

    @Test
    void a_server_that_closes_after_every_answer_loses_nothing() {
        each(way -> {
            try (FaultServer server = way.scripted(Collections.nCopies(60, List.of(READ, lastAnswer(201))))) {
                RunResult result =
                        way.run(Plans.plan(server.target()).threads(3).requests(50));

                assertThat(result.counts().okAtFirst()).isEqualTo(50).isEqualTo(server.received());
                assertThat(result.counts().attempts()).isEqualTo(50);
                if (!way.http2()) {
                    assertThat(result.counts().sentBytes())
                            .isEqualTo(server.requests().stream()
                                    .mapToLong(String::length)
                                    .sum());
                }
                assertThat(result.recorded().firstByte().count()).isEqualTo(50);
                assertThat(result.recorded().firstByte().summary().maxUs())
                        .isLessThanOrEqualTo(
                                result.recorded().service().summary().maxUs());
                assertThat(result.connects().count()).isGreaterThanOrEqualTo(50);
            }
        });
    }

    @Tag("fault")
    @DisplayName(
            "The server closes each connection without a word after its second answer -> failed attempts `closed`, at"
                    + " most one for each connection; retried, every request is ok")
    @Test
    void a_server_that_closes_without_a_word_costs_attempts_and_no_request() {
        List<Act> two = List.of(READ, answer(201, ""), READ, answer(201, ""), CLOSE);
        EngineVariant.each(EngineVariant.withOwnConnections(), way -> {
            try (FaultServer server = way.scripted(Collections.nCopies(200, two))) {
                RunResult result =
                        way.run(Plans.plan(server.target()).threads(3).requests(60));

                assertThat(result.counts().ok()).isEqualTo(60).isEqualTo(server.received());
                assertThat(result.counts().attempts())
                        .isEqualTo(60 + result.counts().failedAttempts());
                assertThat(result.counts().attemptsByFailure().keySet()).isSubsetOf(FailureKind.CLOSED);
                assertThat(result.counts().failedAttempts()).isLessThanOrEqualTo(server.connections());
                assertThat(result.violations()).isEmpty();
            }
        });
    }

    @Tag("fault")
    @DisplayName(
            "The server dies in the middle of a run -> `closed`, then `connect` with pauses in between; the run gives"
                    + " up after --give-up, and its sums come out")
    @Test
    void a_server_that_dies_in_the_middle_ends_the_run_with_exact_counts() {
        each(way -> {
            FaultServer server = way.answering(answer(201, "ok"));
            Member<RunResult> run = EngineVariant.begin(
                    way.of(Plans.plan(server.target())
                            .threads(4)
                            .requests(1_000_000_000)
                            .giveUp(SHORT)),
                    new StopSignal());
            server.awaitReceived(200);

            server.close();

            RunResult result = run.result();
            assertThat(result.reason()).isEqualTo(StopReason.GAVE_UP);
            // Each of four workers may wait for an answer that the server closed before it gave.
            assertThat(result.counts().ok()).isBetween(200L - 4, (long) server.received());
            assertThat(result.counts().attemptsByFailure()).containsKey(FailureKind.CONNECT);
            assertThat(result.violations()).isEmpty();
        });
    }

    @Tag("fault")
    @DisplayName(
            "No listener on the port -> failed attempts `connect`; each worker pauses 1 ms, then up to 8 ms before it connects"
                    + " again; the run gives up")
    @Test
    void a_server_that_never_was_is_given_up_and_not_hammered() {
        each(way -> {
            RunResult result = way.run(Plans.plan(FaultServer.deadTarget())
                    .threads(4)
                    .requests(1_000_000_000)
                    .giveUp(SHORT));

            assertThat(result.reason()).isEqualTo(StopReason.GAVE_UP);
            assertThat(result.counts().ok()).isZero();
            assertThat(result.counts().attemptsByFailure()).containsOnlyKeys(FailureKind.CONNECT);
            // Four workers, each with a pause of 8 ms between attempts in the end.
            assertThat(result.counts().attempts())
                    .isBetween(1L, 4 * (4 + result.wallTime().toMillis() / 8));
            assertThat(result.connects().count()).isZero();
            assertThat(result.violations()).isEmpty();
        });
    }

    @Tag("fault")
    @DisplayName("The server hangs and the run is stopped -> attempts have 2 s to end, and are then cut; what was never"
            + " sent is counted as that")
    @Test
    void a_server_that_hangs_is_cut_when_the_run_is_stopped() {
        each(way -> {
            StopSignal stop = new StopSignal();
            try (FaultServer server = way.inTurn(Collections.nCopies(3, List.of(READ)))) {
                Member<RunResult> run = EngineVariant.begin(
                        way.of(Plans.plan(server.target()).threads(3).requests(100)), stop);
                server.awaitReceived(3);

                stop.stop(StopReason.INTERRUPTED);

                RunResult result = run.result();
                assertThat(result.reason()).isEqualTo(StopReason.INTERRUPTED);
                assertThat(result.counts().failed()).isEqualTo(3);
                assertThat(result.dropped()).isEqualTo(97);
                assertThat(result.violations()).isEmpty();
            }
        });
    }
}
