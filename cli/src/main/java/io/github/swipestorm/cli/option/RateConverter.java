package io.github.swipestorm.cli.option;

import io.github.swipestorm.client.arrival.Rate;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses rates like {@link Rate#parse}: 5000, 0.5/s, 300/m, 2/h. */
final class RateConverter implements ITypeConverter<Rate> {

    @Override
    public Rate convert(String value) {
        try {
            return Rate.parse(value);
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(e.getMessage());
        }
    }
}
