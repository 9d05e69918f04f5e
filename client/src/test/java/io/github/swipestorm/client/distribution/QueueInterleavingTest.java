package io.github.swipestorm.client.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.swipestorm.client.distribution.QueueProgram.Flaw;
import io.github.swipestorm.client.distribution.QueueProgram.State;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** All interleavings of producers and consumers around the queue, and of four ways to get it wrong. */
class QueueInterleavingTest {

    @ParameterizedTest
    @CsvSource({"1, 2, 3, 1", "2, 2, 4, 1", "2, 3, 5, 2", "3, 3, 4, 1", "1, 4, 1, 3", "2, 2, 0, 1"})
    void every_interleaving_ends_with_every_request_taken_once(
            int producers, int consumers, int requests, int capacity) {
        Explorer<State> all = explore(producers, consumers, requests, capacity, Flaw.NONE);

        assertThat(all.hopeless(State::ended)).isEmpty();
        assertThat(all.where(State::ended)).isNotEmpty().allMatch(end -> end.taken() == requests);
        assertThat(all.where(state -> state.size() < 0 || state.size() > capacity))
                .isEmpty();
    }

    @Test
    void the_reference_studys_check_then_take_is_caught_in_a_deadlock_without_any_failure() {
        Explorer<State> all = explore(1, 2, 1, 1, Flaw.CHECK_THEN_TAKE);

        assertThat(all.deadlocks(State::ended)).isNotEmpty();
    }

    @Test
    void the_reference_studys_count_of_successes_is_caught_in_a_hang_after_one_failure() {
        Explorer<State> all = explore(1, 1, 2, 1, Flaw.COUNTS_SUCCESSES);

        assertThat(all.where(State::ended)).as("no way to end at all").isEmpty();
        assertThat(all.hopeless(State::ended)).hasSize(all.states());
    }

    @Test
    void a_close_that_wakes_one_consumer_only_is_caught() {
        assertThat(explore(1, 2, 0, 1, Flaw.CLOSE_WAKES_ONE).deadlocks(State::ended))
                .isNotEmpty();
    }

    @Test
    void a_producer_that_ends_without_closing_is_caught() {
        assertThat(explore(2, 1, 3, 1, Flaw.NEVER_CLOSES).deadlocks(State::ended))
                .isNotEmpty();
    }

    private static Explorer<State> explore(int producers, int consumers, int requests, int capacity, Flaw flaw) {
        return Explorer.explore(
                QueueProgram.start(producers, consumers), new QueueProgram(requests, capacity, flaw)::steps);
    }
}
