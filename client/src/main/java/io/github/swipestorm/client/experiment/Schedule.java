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

    private final List<Step> steps;

    private Schedule(List<Step> steps) {
        this.steps = List.copyOf(steps);
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
        List<Step> steps = new ArrayList<>();
        for (int round = 1; round <= rounds; round++) {
            List<Variant> order = new ArrayList<>(variants);
            Collections.shuffle(order, random);
            add(steps, order, round);
        }
        return new Schedule(steps);
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
        List<Step> steps = new ArrayList<>();
        for (int round = 1; round <= rounds; round++) {
            List<Variant> order = new ArrayList<>(variants);
            if (round % 2 == 0) {
                Collections.reverse(order);
            }
            add(steps, order, round);
        }
        return new Schedule(steps);
    }

    private static void add(List<Step> steps, List<Variant> order, int round) {
        order.forEach(variant -> steps.add(new Step(variant, round)));
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
    public List<Step> steps() {
        return steps;
    }

    @Override
    public Optional<Step> next(List<Trial> finished) {
        return steps.stream()
                .filter(step -> finished.stream().noneMatch(step::made))
                .findFirst();
    }

    @Override
    public OptionalInt length() {
        return OptionalInt.of(steps.size());
    }
}
