package io.github.swipestorm.cli.option;

import java.util.Arrays;
import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads an enum constant by the word that stands for it in options, whatever its case. */
public final class WordConverter<E extends Enum<E>> implements ITypeConverter<E> {

    private final E[] choices;

    public WordConverter(E[] choices) {
        this.choices = choices;
    }

    @Override
    public E convert(String value) {
        for (E choice : choices) {
            if (choice.toString().equalsIgnoreCase(value)) {
                return choice;
            }
        }
        String words = Arrays.stream(choices).map(E::toString).collect(Collectors.joining(", "));
        throw new TypeConversionException("'" + value + "' is none of " + words);
    }
}
