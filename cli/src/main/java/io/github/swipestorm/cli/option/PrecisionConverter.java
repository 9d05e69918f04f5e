package io.github.swipestorm.cli.option;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses a precision such as 2% or 0.5% as a share. */
final class PrecisionConverter implements ITypeConverter<Double> {

    private static final Pattern TEXT = Pattern.compile("(\\d{1,2}(?:\\.\\d{1,3})?)\\s?%");
    private static final double LEAST = 0.1;
    private static final double MOST = 50;

    @Override
    public Double convert(String value) {
        Matcher matcher = TEXT.matcher(value);
        double percent = matcher.matches() ? Double.parseDouble(matcher.group(1)) : Double.NaN;
        if (!(percent >= LEAST && percent <= MOST)) {
            throw new TypeConversionException("'" + value + "' is not a precision from 0.1% to 50%; write it like 2%");
        }
        return percent / 100;
    }
}
