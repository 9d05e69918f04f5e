package io.github.swipestorm.cli.option;

import java.util.function.Function;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses a number, with a message that describes the expected value. */
public final class NumberConverter<N extends Number> implements ITypeConverter<N> {

    private final Function<String, N> read;
    private final String wanted;

    /** @param wanted the expected value, as text with an example */
    public NumberConverter(Function<String, N> read, String wanted) {
        this.read = read;
        this.wanted = wanted;
    }

    @Override
    public N convert(String value) {
        try {
            return read.apply(value);
        } catch (NumberFormatException e) {
            throw new TypeConversionException("'" + value + "' is not " + wanted);
        }
    }
}
