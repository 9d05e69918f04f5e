package io.github.swipestorm.client.engine.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.swipestorm.client.engine.RunResult;
import io.github.swipestorm.client.engine.StopReason;
import io.github.swipestorm.client.engine.StopSignal;
import io.github.swipestorm.client.http.Failure;
import io.github.swipestorm.client.http.FailureKind;
import io.github.swipestorm.client.http.Outcome;
import io.github.swipestorm.client.http.Response;
import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.record.RecordingSettings;
import io.github.swipestorm.client.record.RecordsPolicy;
import io.github.swipestorm.client.record.csv.AttemptRow;
import io.github.swipestorm.client.record.csv.RecordsReader;
import io.github.swipestorm.client.testing.Act;
import io.github.swipestorm.client.testing.Fault;
import io.github.swipestorm.client.testing.FaultServer;
import io.github.swipestorm.client.testing.Faults;
import io.github.swipestorm.client.testing.Http2Faults;
import io.github.swipestorm.client.testing.Plans;
import io.github.swipestorm.client.testing.TestTimeout;
import io.github.swipestorm.client.transport.Credentials;
import io.github.swipestorm.client.transport.HttpFeatures;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Whole runs that meet one fault after the other, whichever model, transport and threads carry them: row by row the
 * records say what each attempt met, and every sum comes out.
 */
class FaultyResponsesRunIT {

    private static final HttpFeatures CHAIN =
            new HttpFeatures(Optional.empty(), Optional.of(new Credentials("jo", "pw")), false);
    private static final Duration LONG = TestTimeout.NEVER;

    @TempDir
    private Path directory;

    @Tag("fault")
    @DisplayName("The server closes, half-closes or resets the connection before the answer, in its status line, its"
            + " headers, its body or a chunk -> `closed`, never an answer with a short body; the next attempt has"
            + " a new connection. Over HTTP/2 also a stream that is reset, and GOAWAY with an error")
    @Test
    void an_answer_that_is_cut_off_is_none() {
        each(Faults.CUT_OFF, Http2Faults.CUT_OFF);
    }

    @Tag("fault")
    @DisplayName("Garbage, HTTP/0.9, another protocol, an impossible status, a wrong, doubled, negative or huge"
            + " Content-Length, Content-Length with chunks, bad chunks -> `protocol`, and the connection is"
            + " closed. Over HTTP/2 the same, a length that is not that of the data, wrong pseudo-headers: the stream is"
            + " reset; frames that break the protocol close the connection")
    @Test
    void what_is_not_http_is_no_answer() {
        each(Faults.MALFORMED, Http2Faults.MALFORMED);
    }

    @Tag("fault")
    @DisplayName(
            "Status line, headers, 1xx, chunk size, chunk extension or trailers without end -> `protocol` after 16 KiB"
                    + " in a line, 200 lines, or 100 informational answers. Over HTTP/2 also a head that unpacks to more than 256 KiB, and 10,000 frames in"
                    + " which nothing happens")
    @Test
    void what_has_no_end_is_given_one() {
        each(Faults.ENDLESS, Http2Faults.ENDLESS);
    }

    @Tag("fault")
    @DisplayName(
            "Silence, drops of a byte, an answer after the time-out, a body without end -> `timeout`, though bytes"
                    + " keep coming; what comes late is never read. Over HTTP/2 the stream is reset, and the connection goes on")
    @Test
    void what_takes_too_long_is_a_time_out() {
        List<Fault> http1 = new ArrayList<>(Faults.SLOW_HEADS);
        http1.addAll(Faults.SLOW_BODIES);
        List<Fault> http2 = new ArrayList<>(Http2Faults.SLOW_HEADS);
        http2.addAll(Http2Faults.SLOW_BODIES);
        each(http1, http2, Faults.SHORT);
    }

    @Tag("fault")
    @DisplayName(
            "Bare LF, no reason phrase, HTTP/1.0, 1xx first, 204 with a body, an answer before the request's body was"
                    + " read, an unknown status -> counted by its status, as any answer")
    @Test
    void what_is_unusual_is_an_answer() {
        each(Faults.UNUSUAL, Http2Faults.UNUSUAL);
    }

    @Test
    void each_fault_of_http1_is_one_of_http2_or_says_why_not() {
        List<List<Fault>> http1 = List.of(
                Faults.CUT_OFF,
                Faults.MALFORMED,
                Faults.ENDLESS,
                Faults.SLOW_HEADS,
                Faults.SLOW_BODIES,
                Faults.UNUSUAL);
        List<List<Fault>> http2 = List.of(
                Http2Faults.CUT_OFF,
                Http2Faults.MALFORMED,
                Http2Faults.ENDLESS,
                Http2Faults.SLOW_HEADS,
                Http2Faults.SLOW_BODIES,
                Http2Faults.UNUSUAL);
        for (int family = 0; family < http1.size(); family++) {
            List<String> same = http2.get(family).stream().map(Fault::name).toList();
            assertThat(http1.get(family))
                    .allSatisfy(fault -> assertThat(Http2Faults.ONLY_HTTP_1.containsKey(fault.name()))
                            .as(fault.name())
                            .isNotEqualTo(same.contains(fault.name())));
        }
    }

    @Tag("fault")
    @DisplayName("A circle of redirects -> not followed: each request failed with its 3xx; with --follow-redirects"
            + " `protocol` as soon as the circle is closed")
    @Test
    void a_circle_of_redirects_ends() {
        Act round = Act.answer(302, "", "Location", "/round");
        HttpFeatures followed = new HttpFeatures(Optional.empty(), Optional.empty(), true);
        EngineVariant.each(EngineVariant.allAnd(followed), way -> {
            try (FaultServer server = FaultServer.answering(round)) {
                RunResult result =
                        way.run(Plans.plan(server.target()).requests(3).retries(0));

                boolean follows = way.transport().features().followRedirects();
                assertThat(result.counts().failed()).isEqualTo(3);
                assertThat(result.counts().attemptsByStatus()).isEqualTo(follows ? Map.of() : Map.of(302, 3L));
                assertThat(result.counts().attemptsByFailure())
                        .isEqualTo(follows ? Map.of(FailureKind.PROTOCOL, 3L) : Map.of());
                assertThat(server.received()).isEqualTo(follows ? 6 : 3);
                assertThat(result.violations()).isEmpty();
            }
        });
    }

    /** One after the other, with the usual answer after each of them. */
    private void each(List<Fault> http1, List<Fault> http2) {
        each(Faults.oneAtATime(http1), Faults.oneAtATime(http2), LONG);
    }

    /** One worker, and no retries: the n-th attempt meets the n-th fault. */
    private void each(List<Fault> http1, List<Fault> http2, Duration timeout) {
        EngineVariant.each(EngineVariant.onAllProtocolsAnd(CHAIN), way -> {
            List<Fault> faults = way.http2() ? http2 : http1;
            try (FaultServer server =
                    way.inTurn(faults.stream().map(Fault::script).toList())) {
                RecordingSettings settings = new RecordingSettings(
                        Optional.of(directory(way)), Optional.of("records.csv"), RecordsPolicy.BLOCK);
                LoadPlan.Builder plan = Plans.plan(server.target())
                        .requests(faults.size())
                        .retries(0)
                        .giveUp(Duration.ZERO)
                        .timeouts(LONG, timeout, timeout);

                RunResult result = EngineVariant.begin(way.of(plan), settings, new StopSignal())
                        .result();

                assertThat(outcomes(directory(way).resolve("records.csv"), faults))
                        .isEqualTo(faults.stream()
                                .map(fault -> fault.with(fault.expected()))
                                .toList());
                assertThat(result.reason()).isEqualTo(StopReason.REQUESTS_USED_UP);
                assertThat(result.counts().attempts()).isEqualTo(faults.size());
                assertThat(result.counts().ok() + result.counts().failed()).isEqualTo(faults.size());
                assertThat(result.violations()).isEmpty();
            }
        });
    }

    private Path directory(EngineVariant way) {
        try {
            return Files.createDirectories(directory.resolve(way.toString().replace(' ', '-')));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> outcomes(Path records, List<Fault> faults) {
        List<String> outcomes = new ArrayList<>();
        try {
            RecordsReader.read(
                    records, row -> outcomes.add(faults.get(outcomes.size()).with(outcome(row))));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return outcomes;
    }

    private static Outcome outcome(AttemptRow row) {
        return row.failure().isEmpty()
                ? new Response(row.status(), row.bytes())
                : Stream.of(FailureKind.values())
                        .filter(kind -> kind.word().equals(row.failure()))
                        .map(kind -> new Failure(kind, ""))
                        .findFirst()
                        .orElseThrow();
    }
}
