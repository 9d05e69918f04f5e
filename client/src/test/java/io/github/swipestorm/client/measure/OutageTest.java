package io.github.swipestorm.client.measure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OutageTest {
    private final TimelineBuilder timeline = new TimelineBuilder();

    @Test
    void a_server_that_is_away_is_silent_though_attempts_fail() {
        ok(0, 5);
        failed(5, 9);
        ok(9, 12);

        assertThat(Outage.in(timeline.build().seconds())).containsExactly(new Outage(5, 9));
        assertThat(new Outage(5, 9).seconds()).isEqualTo(4);
    }

    @Test
    void a_server_that_stands_still_is_silent_though_nothing_fails() {
        ok(0, 2);
        timeline.add(2_000_000, 6_500_000, 4_500_000, 4_500_000, true, 1);
        ok(7, 9);

        assertThat(Outage.in(timeline.build().seconds())).containsExactly(new Outage(2, 6));
    }

    @Test
    void seconds_in_which_nobody_asked_are_no_silence() {
        ok(0, 1);
        ok(6, 7);

        assertThat(Outage.in(timeline.build().seconds())).isEmpty();
    }

    @Test
    void where_answers_take_seconds_a_second_without_one_means_nothing() {
        for (int i = 0; i < 10; i++) {
            timeline.add(i * 2_500_000L, (i + 1) * 2_500_000L, 2_500_000, 2_500_000, true, 1);
        }

        assertThat(Outage.in(timeline.build().seconds())).isEmpty();
    }

    @Test
    void silence_may_last_to_the_end_or_be_all_there_is() {
        ok(0, 3);
        failed(3, 6);
        assertThat(Outage.in(timeline.build().seconds())).containsExactly(new Outage(3, 6));

        TimelineBuilder dead = new TimelineBuilder();
        dead.add(0, 1_500_000, 1_500_000, 1_500_000, false, 1);
        assertThat(Outage.in(dead.build().seconds())).containsExactly(new Outage(0, 2));
        assertThat(Outage.in(new TimelineBuilder().build().seconds())).isEmpty();
    }

    private void ok(int from, int to) {
        attempts(from, to, true);
    }

    private void failed(int from, int to) {
        attempts(from, to, false);
    }

    private void attempts(int from, int to, boolean ok) {
        for (long at = from * 1_000_000L; at < to * 1_000_000L; at += 100_000) {
            timeline.add(at, at + 10_000, 10_000, 10_000, ok, 1);
        }
    }
}
