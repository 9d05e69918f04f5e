package io.github.swipestorm.client.registry;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** The labels of an enum's constants in options, files and reports. */
public final class EnumLabels {

    private EnumLabels() {}

    /** The default label of a constant: its name in lower case, with dashes. */
    public static String of(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The constant with a label, ignoring case; empty when there is none. */
    public static <E extends Enum<E>> Optional<E> find(E[] choices, String label) {
        return Arrays.stream(choices)
                .filter(choice -> choice.toString().equalsIgnoreCase(label))
                .findFirst();
    }

    /**
     * The constant with a label, ignoring case.
     *
     * @throws IllegalArgumentException when there is none, with a message that lists the labels
     */
    public static <E extends Enum<E>> E parse(E[] choices, String label) {
        return find(choices, label)
                .orElseThrow(() -> new IllegalArgumentException("'" + label + "' is none of " + all(choices)));
    }

    /** All labels, separated by commas. */
    public static String all(Enum<?>[] choices) {
        return Arrays.stream(choices).map(Enum::toString).collect(Collectors.joining(", "));
    }
}
