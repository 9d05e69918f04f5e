package io.github.swipestorm.client.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * All interleavings of Less-Blocking's claim, step by step as {@link LessBlocking} does it, and of the reference study's
 * check, then subtraction, then addition, in which the same explorer finds what went wrong there.
 */
class ClaimInterleavingTest {

    /** One worker: where it is in its program, what it has in hand, how many requests it was given. */
    private record Worker(Step at, int taken, int sent) {}

    private enum Step {
        CHECK,
        SUBTRACT,
        ADD,
        ENDED
    }

    /** How often each index was given out is kept as well: a sum alone would not show that one was given twice. */
    private record State(int counter, List<Integer> given, List<Worker> workers) {

        static State start(int workers, int requests) {
            return new State(
                    0, Collections.nCopies(requests, 0), Collections.nCopies(workers, new Worker(Step.CHECK, 0, 0)));
        }

        State with(int worker, Worker changed, int counterNow) {
            List<Worker> all = new ArrayList<>(workers);
            all.set(worker, changed);
            return new State(counterNow, given, List.copyOf(all));
        }

        State giving(int from, int until) {
            List<Integer> all = new ArrayList<>(given);
            for (int i = from; i < until; i++) {
                all.set(i, all.get(i) + 1);
            }
            return new State(counter, List.copyOf(all), workers);
        }

        boolean ended() {
            return workers.stream().allMatch(worker -> worker.at() == Step.ENDED);
        }

        int sent() {
            return workers.stream().mapToInt(Worker::sent).sum();
        }
    }

    @ParameterizedTest
    @CsvSource({"2, 5, 2", "3, 7, 2", "3, 4, 5", "4, 6, 1", "4, 0, 3"})
    void claiming_first_and_clipping_afterwards_gives_every_request_out_once(int workers, int requests, int batch) {
        Explorer<State> all =
                Explorer.explore(State.start(workers, requests), state -> claimFirst(state, requests, batch));

        assertThat(all.hopeless(State::ended)).isEmpty();
        assertThat(all.where(State::ended))
                .isNotEmpty()
                .allMatch(end -> end.given().equals(Collections.nCopies(requests, 1)));
        assertThat(all.where(state -> state.given().stream().anyMatch(times -> times > 1)))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"2, 1000, 500, 1500", "3, 1000, 500, 2000"})
    void the_reference_studys_claim_is_caught_sending_too_many(int workers, int requests, int batch, int most) {
        Explorer<State> all = Explorer.explore(State.start(workers, 0), state -> checkThenAct(state, requests, batch));

        assertThat(all.where(State::ended).stream().mapToInt(State::sent)).contains(requests, most);
    }

    @ParameterizedTest
    @CsvSource({"3, 1000, 500"})
    void the_reference_studys_claim_is_caught_rolling_its_counter_back(int workers, int requests, int batch) {
        Explorer<State> all = Explorer.explore(State.start(workers, 0), state -> checkThenAct(state, requests, batch));

        assertThat(all.where(state -> state.workers().stream().anyMatch(worker -> worker.taken() < 0)))
                .isNotEmpty();
    }

    /** One atomic step: getAndAdd. Everything after it touches nothing that is shared. */
    private static List<State> claimFirst(State state, int requests, int batch) {
        return each(state, worker -> {
            Worker me = state.workers().get(worker);
            int next = state.counter();
            int end = Math.min(next + batch, requests);
            if (next >= requests) {
                return state.with(worker, new Worker(Step.ENDED, 0, me.sent()), next + batch);
            }
            Worker after = new Worker(Step.CHECK, 0, me.sent() + end - next);
            return state.with(worker, after, next + batch).giving(next, end);
        });
    }

    /** {@code while (get() < TOTAL) { taken = min(500, TOTAL - get()); getAndAdd(taken); send taken; }} */
    private static List<State> checkThenAct(State state, int requests, int batch) {
        return each(state, worker -> {
            Worker me = state.workers().get(worker);
            int counter = state.counter();
            return switch (me.at()) {
                case CHECK -> {
                    Step next = counter < requests ? Step.SUBTRACT : Step.ENDED;
                    yield state.with(worker, new Worker(next, 0, me.sent()), counter);
                }
                case SUBTRACT -> {
                    int taken = Math.min(batch, requests - counter);
                    yield state.with(worker, new Worker(Step.ADD, taken, me.sent()), counter);
                }
                case ADD -> {
                    int sent = me.sent() + Math.max(0, me.taken());
                    yield state.with(worker, new Worker(Step.CHECK, 0, sent), counter + me.taken());
                }
                case ENDED -> throw new IllegalStateException();
            };
        });
    }

    private static List<State> each(State state, IntFunction<State> step) {
        return IntStream.range(0, state.workers().size())
                .filter(worker -> state.workers().get(worker).at() != Step.ENDED)
                .mapToObj(step)
                .toList();
    }
}
