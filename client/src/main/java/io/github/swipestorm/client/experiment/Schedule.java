package io.github.swipestorm.client.experiment;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;

/**
 * A sequence that is known from the beginning: every variant once in every round, so that an interrupted experiment has
 * nearly as many runs of each. Immutable.
 */
public final class Schedule implements RunSequence {

    private final List<PlannedRun> runs;

    private Schedule(List<PlannedRun> runs) {
        this.runs = List.copyOf(runs);
    }

    /**
     * Each round in a random order, so that no variant always follows the same one, and changes over time affect all of
     * them.
     *
     * @param variants with distinct names
     * @param rounds at least 1
     * @param seed the same seed gives the same order
     */
    public static Schedule shuffled(List<Variant> variants, int rounds, long seed) {
        check(variants, rounds);
        Random random = new Random(seed);
        List<PlannedRun> runs = new ArrayList<>();
        for (int round = 1; round <= rounds; round++) {
            List<Variant> order = new ArrayList<>(variants);
            Collections.shuffle(order, random);
            add(runs, order, round);
        }
        return new Schedule(runs);
    }

    /**
     * Every second round in reverse order: A B, B A, A B and so on. Over two rounds each variant has the same mean
     * position, so a linear drift of the machine affects all of them equally.
     *
     * @param variants with distinct names
     * @param rounds at least 1
     */
    public static Schedule mirrored(List<Variant> variants, int rounds) {
        check(variants, rounds);
        List<PlannedRun> runs = new ArrayList<>();
        for (int round = 1; round <= rounds; round++) {
            List<Variant> order = new ArrayList<>(variants);
            if (round % 2 == 0) {
                Collections.reverse(order);
            }
            add(runs, order, round);
        }
        return new Schedule(runs);
    }

    private static void add(List<PlannedRun> runs, List<Variant> order, int round) {
        order.forEach(variant -> runs.add(new PlannedRun(variant, round)));
    }

    private static void check(List<Variant> variants, int rounds) {
        Set<String> names = new HashSet<>();
        for (Variant variant : variants) {
            if (!names.add(variant.name())) {
                throw new IllegalArgumentException("'" + variant.name() + "' is there twice: name each only once");
            }
        }
        if (variants.isEmpty() || rounds < 1) {
            throw new IllegalArgumentException("An experiment needs at least one setting and one round");
        }
    }

    /** All runs, in order. */
    public List<PlannedRun> runs() {
        return runs;
    }

    @Override
    public Optional<PlannedRun> next(List<Trial> finished) {
        return runs.stream()
                .filter(planned -> finished.stream().noneMatch(planned::matches))
                .findFirst();
    }

    @Override
    public OptionalInt length() {
        return OptionalInt.of(runs.size());
    }
}
