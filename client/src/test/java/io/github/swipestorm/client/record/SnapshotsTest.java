package io.github.swipestorm.client.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.swipestorm.client.clock.NanoClock;
import io.github.swipestorm.client.http.Response;
import io.github.swipestorm.client.testing.Member;
import io.github.swipestorm.client.testing.Recorders;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SnapshotsTest {

    @Test
    void a_copy_holds_what_was_recorded_before_and_stays_as_it_is() {
        RunRecorder recording = recording();
        record(recording, 0, 100);
        Measurements first = awaitOk(recording, 100);
        record(recording, 100, 50);
        Measurements second = awaitOk(recording, 150);
        recording.close();

        for (Measurements copy : List.of(first, second)) {
            long ok = copy == first ? 100 : 150;
            assertThat(copy.counts().ok()).isEqualTo(ok);
            assertThat(copy.service().count()).isEqualTo(ok);
            assertThat(copy.response().count()).isEqualTo(ok);
            assertThat(copy.heatMap().count()).isEqualTo(ok);
            assertThat(copy.timeline().seconds().get(0).ok()).isEqualTo(ok);
        }
        assertThat(recording.result().counts().ok()).isEqualTo(150);
    }

    @Test
    void after_the_end_there_is_nothing_to_wait_for() {
        RunRecorder recording = recording();
        recording.close();

        assertThat(recording.soFar()).isEmpty();
    }

    @Test
    void the_end_releases_waiting_callers() {
        Snapshots snapshots = new Snapshots(() -> null);
        Member<Optional<Measurements>> waiting = Member.doing(() -> snapshots.next(Duration.ofDays(1)));
        waiting.awaitParkedOrEnded();
        snapshots.end();

        assertThat(waiting.result()).isEmpty();
        assertThat(Member.doing(() -> snapshots.next(Duration.ofDays(1))).result())
                .isEmpty();
    }

    private static RunRecorder recording() {
        RunRecorder recording = Recorders.of(NanoClock.SYSTEM, 1, List.of());
        recording.clock().start(0, 0);
        return recording;
    }

    private static void record(RunRecorder recording, int from, int count) {
        for (int i = from; i < from + count; i++) {
            long sent = i * 1_000L;
            recording
                    .recorder(0)
                    .record(
                            i,
                            0,
                            1,
                            true,
                            sent,
                            sent,
                            sent,
                            sent + 500_000,
                            AttemptRecorder.NO_INSTANT,
                            100,
                            new Response(201, 5));
        }
    }

    private static Measurements awaitOk(RunRecorder recording, long ok) {
        Measurements copy;
        do {
            copy = recording.soFar().orElseThrow();
        } while (copy.counts().ok() < ok);
        return copy;
    }
}
