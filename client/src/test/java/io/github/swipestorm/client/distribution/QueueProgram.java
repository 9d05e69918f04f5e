package io.github.swipestorm.client.distribution;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The steps of producers and consumers around a bounded queue, as {@link ClosableQueue} and {@link ProducerConsumer}
 * take them: whatever stands under the lock is one step, a wait ends only by a signal, and a signal wakes any one of
 * those who wait. Flaws can be put in to see that exploration finds them.
 */
final class QueueProgram {

    enum Flaw {
        NONE,
        /** The last producer wakes one consumer only. */
        CLOSE_WAKES_ONE,
        /** A producer that ends does not close the queue. */
        NEVER_CLOSES,
        /** The reference study: check the size, then take and wait for ever; nothing is ever closed. */
        CHECK_THEN_TAKE,
        /** The reference study: continue until the number of successes is reached. */
        COUNTS_SUCCESSES
    }

    enum At {
        RUNNING,
        /** A producer with an index in hand; a consumer of the reference study between look and take. */
        READY,
        WAITING,
        ENDED
    }

    /**
     * @param produced indexes claimed by producers so far
     * @param size of the queue
     * @param taken by consumers so far
     */
    record State(int produced, int size, boolean closed, int taken, int ok, List<At> producers, List<At> consumers) {

        boolean ended() {
            return Collections.frequency(producers, At.ENDED) == producers.size()
                    && Collections.frequency(consumers, At.ENDED) == consumers.size();
        }
    }

    private final int requests;
    private final int capacity;
    private final Flaw flaw;

    QueueProgram(int requests, int capacity, Flaw flaw) {
        this.requests = requests;
        this.capacity = capacity;
        this.flaw = flaw;
    }

    static State start(int producers, int consumers) {
        return new State(
                0,
                0,
                false,
                0,
                0,
                Collections.nCopies(producers, At.RUNNING),
                Collections.nCopies(consumers, At.RUNNING));
    }

    List<State> steps(State state) {
        List<State> next = new ArrayList<>();
        for (int i = 0; i < state.producers().size(); i++) {
            At at = state.producers().get(i);
            if (at == At.RUNNING) {
                next.addAll(claim(state, i));
            } else if (at == At.READY) {
                next.addAll(put(state, i));
            }
        }
        for (int i = 0; i < state.consumers().size(); i++) {
            At at = state.consumers().get(i);
            if (at == At.RUNNING || at == At.READY) {
                next.addAll(consume(state, i, at));
            }
        }
        return next;
    }

    private List<State> claim(State s, int me) {
        if (s.produced() < requests) {
            return List.of(withProducer(s, me, At.READY, 1));
        }
        State ended = withProducer(s, me, At.ENDED, 0);
        boolean last = ended.producers().stream().allMatch(at -> at == At.ENDED);
        return last && closes() ? close(ended) : List.of(ended);
    }

    private List<State> put(State s, int me) {
        if (s.size() == capacity) {
            return List.of(withProducer(s, me, At.WAITING, 0));
        }
        List<At> producers = with(s.producers(), me, At.RUNNING);
        return wakeOne(s.consumers(), At.RUNNING).stream()
                .map(consumers ->
                        new State(s.produced(), s.size() + 1, s.closed(), s.taken(), s.ok(), producers, consumers))
                .toList();
    }

    private boolean closes() {
        return flaw == Flaw.NONE || flaw == Flaw.CLOSE_WAKES_ONE;
    }

    private List<State> close(State s) {
        List<List<At>> woken =
                flaw == Flaw.CLOSE_WAKES_ONE ? wakeOne(s.consumers(), At.RUNNING) : List.of(wakeAll(s.consumers()));
        return woken.stream()
                .map(consumers -> new State(s.produced(), s.size(), true, s.taken(), s.ok(), s.producers(), consumers))
                .toList();
    }

    private List<State> consume(State s, int me, At at) {
        boolean fromStudy = flaw == Flaw.CHECK_THEN_TAKE || flaw == Flaw.COUNTS_SUCCESSES;
        if (fromStudy && at == At.RUNNING) {
            return List.of(withConsumer(s, me, check(s)));
        }
        if (s.size() > 0) {
            // With the flaw that counts successes one request, the first, is never answered.
            int ok = flaw == Flaw.COUNTS_SUCCESSES && s.taken() == 0 ? s.ok() : s.ok() + 1;
            List<At> consumers = with(s.consumers(), me, At.RUNNING);
            return wakeOne(s.producers(), At.READY).stream()
                    .map(producers ->
                            new State(s.produced(), s.size() - 1, s.closed(), s.taken() + 1, ok, producers, consumers))
                    .toList();
        }
        return List.of(withConsumer(s, me, s.closed() ? At.ENDED : At.WAITING));
    }

    /**
     * The reference study's loop condition: until this many are answered, and only when the queue does not seem empty.
     */
    private At check(State s) {
        boolean enough = flaw == Flaw.COUNTS_SUCCESSES ? s.ok() >= requests : s.taken() >= requests;
        if (enough) {
            return At.ENDED;
        }
        return s.size() > 0 ? At.READY : At.RUNNING;
    }

    private static State withProducer(State s, int me, At at, int claimed) {
        return new State(
                s.produced() + claimed,
                s.size(),
                s.closed(),
                s.taken(),
                s.ok(),
                with(s.producers(), me, at),
                s.consumers());
    }

    private static State withConsumer(State s, int me, At at) {
        return new State(
                s.produced(), s.size(), s.closed(), s.taken(), s.ok(), s.producers(), with(s.consumers(), me, at));
    }

    /** All ways in which a signal can wake one waiting thread; unchanged when there is none. */
    private static List<List<At>> wakeOne(List<At> threads, At awake) {
        List<List<At>> ways = new ArrayList<>();
        for (int i = 0; i < threads.size(); i++) {
            if (threads.get(i) == At.WAITING) {
                ways.add(with(threads, i, awake));
            }
        }
        return ways.isEmpty() ? List.of(threads) : ways;
    }

    private static List<At> wakeAll(List<At> threads) {
        return threads.stream().map(at -> at == At.WAITING ? At.RUNNING : at).toList();
    }

    private static List<At> with(List<At> threads, int me, At at) {
        List<At> changed = new ArrayList<>(threads);
        changed.set(me, at);
        return List.copyOf(changed);
    }
}
