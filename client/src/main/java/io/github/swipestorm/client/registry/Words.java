package io.github.swipestorm.client.registry;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** The words by which the constants of an enum are known in options, files and reports. */
public final class Words {

    private Words() {}

    /** The word of a constant that has no other: its name in lower case, with dashes. */
    public static String of(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The constant whose text a word is, in whatever case; empty when there is none. */
    public static <E extends Enum<E>> Optional<E> find(E[] choices, String word) {
        return Arrays.stream(choices)
                .filter(choice -> choice.toString().equalsIgnoreCase(word))
                .findFirst();
    }

    /**
     * The constant whose text a word is, in whatever case.
     *
     * @throws IllegalArgumentException when there is none, with a message that lists the words
     */
    public static <E extends Enum<E>> E parse(E[] choices, String word) {
        return find(choices, word)
                .orElseThrow(() -> new IllegalArgumentException("'" + word + "' is none of " + all(choices)));
    }

    /** All words, with commas between them. */
    public static String all(Enum<?>[] choices) {
        return Arrays.stream(choices).map(Enum::toString).collect(Collectors.joining(", "));
    }
}
