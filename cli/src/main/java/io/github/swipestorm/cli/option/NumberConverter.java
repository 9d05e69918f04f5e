package io.github.swipestorm.cli.option;

import java.util.function.Function;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a number, and says of what is none what it should be. */
public final class NumberConverter<N extends Number> implements ITypeConverter<N> {

    private final Function<String, N> read;
    private final String wanted;

    /** @param wanted what a value should be, in words with an example */
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
