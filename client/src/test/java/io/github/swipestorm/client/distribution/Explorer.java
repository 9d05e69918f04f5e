package io.github.swipestorm.client.distribution;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Visits every state that any interleaving of a few threads can reach. A program is a function from a state to all
 * states that one atomic step of one thread can lead to; a state without a possible step has no successors.
 *
 * @param <S> an immutable state with equality
 */
final class Explorer<S> {

    private static final int MOST_STATES = 2_000_000;

    private final Map<S, List<S>> successors = new HashMap<>();

    private Explorer() {}

    static <S> Explorer<S> explore(S start, Function<S, List<S>> steps) {
        Explorer<S> explorer = new Explorer<>();
        Deque<S> open = new ArrayDeque<>(List.of(start));
        while (!open.isEmpty()) {
            S state = open.pop();
            if (explorer.successors.containsKey(state)) {
                continue;
            }
            List<S> next = List.copyOf(steps.apply(state));
            explorer.successors.put(state, next);
            open.addAll(next);
            if (explorer.successors.size() > MOST_STATES) {
                throw new IllegalStateException("The program has too many states to visit all");
            }
        }
        return explorer;
    }

    int states() {
        return successors.size();
    }

    /** All states with some property. */
    List<S> where(Predicate<S> property) {
        return successors.keySet().stream().filter(property).toList();
    }

    /** Deadlocks: states without a possible step though not all threads have ended. */
    List<S> deadlocks(Predicate<S> ended) {
        return where(state -> successors.get(state).isEmpty() && !ended.test(state));
    }

    /** States from which no sequence of steps leads to the end, however lucky: deadlocks, and endless spinning. */
    List<S> hopeless(Predicate<S> ended) {
        Map<S, List<S>> predecessors = new HashMap<>();
        successors.forEach((from, targets) -> targets.forEach(
                to -> predecessors.computeIfAbsent(to, key -> new ArrayList<>()).add(from)));
        Set<S> hopeful = new HashSet<>();
        Deque<S> open = new ArrayDeque<>(where(ended));
        while (!open.isEmpty()) {
            S state = open.pop();
            if (hopeful.add(state)) {
                open.addAll(predecessors.getOrDefault(state, List.of()));
            }
        }
        return where(state -> !hopeful.contains(state));
    }
}
