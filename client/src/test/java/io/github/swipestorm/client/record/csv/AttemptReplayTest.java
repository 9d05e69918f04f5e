package io.github.swipestorm.client.record.csv;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.swipestorm.client.clock.RunClock;
import io.github.swipestorm.client.measure.Counts;
import io.github.swipestorm.client.record.AttemptCounters;
import io.github.swipestorm.client.record.LatencyRecorder;
import io.github.swipestorm.client.record.SinkChain;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class AttemptReplayTest {

    private final RunClock clock = AttemptReplay.clock(1_000);
    private final AttemptCounters counters = new AttemptCounters();
    private final LatencyRecorder latencies = new LatencyRecorder(clock);
    private final AttemptReplay replay = new AttemptReplay(clock, new SinkChain(List.of(counters, latencies)), 2);

    private static AttemptRow row(long startUs, int status, long request, int attempt, String failure) {
        return new AttemptRow(1_000 + startUs, "POST", 10, status, 1_000, 0, request, attempt, failure, 5, "/");
    }

    private long wholeRequests() {
        return latencies
                .measurements(counters.counts(), Map.of(), replay.operations(), UnaryOperator.identity())
                .requests()
                .count();
    }

    @Test
    void a_retry_that_comes_after_its_request_was_given_up_corrects_the_count() {
        replay.add(row(0, 503, 1, 1, ""));
        replay.add(row(1, 503, 2, 1, ""));
        replay.add(row(2, 503, 3, 1, ""));
        replay.add(row(3, 503, 4, 1, ""));
        replay.add(row(9, 201, 1, 2, ""));
        Counts givenUp = replay.finish();

        assertThat(counters.counts().plus(givenUp))
                .isEqualTo(new Counts(0, 1, 3, 5, 25, 0, Map.of(201, 1L, 503, 4L), Map.of()));
        assertThat(wholeRequests()).as("its beginning is forgotten").isZero();
    }

    @Test
    void a_failure_that_this_version_does_not_know_is_counted_by_its_word() {
        replay.add(row(0, AttemptRow.NO_STATUS, 1, 1, "weather"));
        replay.add(row(5, AttemptRow.NO_STATUS, 1, 2, ""));
        replay.add(row(9, 201, 1, 3, ""));

        assertThat(replay.finish()).isEqualTo(Counts.NONE);
        assertThat(replay.otherFailures()).isEqualTo(Map.of("unknown", 1L, "weather", 1L));
        assertThat(counters.counts().okAfterRetries()).isEqualTo(1);
        assertThat(wholeRequests()).isEqualTo(1);
    }
}
