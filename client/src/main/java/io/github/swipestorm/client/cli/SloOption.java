package io.github.swipestorm.client.cli;

import io.github.swipestorm.client.experiment.Objectives;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The option that says what a run is to keep to. */
final class SloOption {

    @Option(
            names = "--slo",
            paramLabel = "OBJECTIVES",
            converter = Converter.class,
            description =
                    "What the run is to keep to, with commas between: response times (p50 to p99.99, mean, max; with "
                            + "'service.' before them service times) in us, ms or s, errors in %% of all requests, throughput in ok "
                            + "requests a second; e.g. \"p99<100ms,errors<0.1%%,throughput>5000\". Missed: exit code 3.")
    private Objectives slo;

    /** What was typed; nothing is asked for when nothing was. */
    Objectives objectives() {
        return slo == null ? Objectives.NONE : slo;
    }

    /** Reads objectives. */
    static final class Converter implements ITypeConverter<Objectives> {
        @Override
        public Objectives convert(String value) {
            try {
                return Objectives.parse(value);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(e.getMessage());
            }
        }
    }
}
