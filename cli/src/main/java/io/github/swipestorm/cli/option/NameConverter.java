package io.github.swipestorm.cli.option;

import io.github.swipestorm.client.distribution.SendingModel;
import io.github.swipestorm.client.registry.EnumLabels;
import io.github.swipestorm.client.registry.Named;
import io.github.swipestorm.client.registry.Registry;
import io.github.swipestorm.client.transport.TransportType;
import io.github.swipestorm.client.workload.Workload;
import io.github.swipestorm.client.workload.mix.WorkloadFile;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses a value by its label in options, ignoring case. */
public final class NameConverter<E> implements ITypeConverter<E> {

    private final Function<String, E> read;

    private NameConverter(Function<String, E> read) {
        this.read = read;
    }

    /** A converter of enum constants. */
    public static <E extends Enum<E>> NameConverter<E> of(E[] choices) {
        return new NameConverter<>(value -> EnumLabels.parse(choices, value));
    }

    /** A converter of registered parts. */
    public static <E extends Named> NameConverter<E> of(Registry<E> registry) {
        return new NameConverter<>(registry::named);
    }

    /** A converter of workloads, registered ones and files. */
    public static NameConverter<Workload> ofWorkloads() {
        return new NameConverter<>(WorkloadFile::namedOrRead);
    }

    @Override
    public E convert(String value) {
        try {
            return read.apply(value);
        } catch (IllegalArgumentException | IllegalStateException e) {
            throw new TypeConversionException(e.getMessage());
        }
    }

    /** The names for {@code --model}, for help and completion. */
    public static final class Models extends Names {
        public Models() {
            super(SendingModel.REGISTRY);
        }
    }

    /** The names for {@code --transport}. */
    public static final class Transports extends Names {
        public Transports() {
            super(TransportType.REGISTRY);
        }
    }

    /** The names for {@code --transport} where one of them can be chosen automatically. */
    public static final class TransportsAndAuto extends Names implements ITypeConverter<LoadOptions.TransportName> {

        static final String AUTO = "auto";

        public TransportsAndAuto() {
            super(TransportType.REGISTRY);
        }

        @Override
        public Iterator<String> iterator() {
            List<String> names = new ArrayList<>(List.of(AUTO));
            super.iterator().forEachRemaining(names::add);
            return names.iterator();
        }

        @Override
        public LoadOptions.TransportName convert(String value) {
            if (value.equalsIgnoreCase(AUTO)) {
                return new LoadOptions.TransportName(Optional.empty());
            }
            try {
                return new LoadOptions.TransportName(Optional.of(TransportType.named(value)));
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException("'" + value + "' is none of " + String.join(", ", this));
            }
        }
    }

    /** The names for {@code --workload}. */
    public static final class Workloads extends Names {
        public Workloads() {
            super(Workload.REGISTRY);
        }
    }

    private abstract static class Names implements Iterable<String> {
        private final Registry<?> registry;

        private Names(Registry<?> registry) {
            this.registry = registry;
        }

        @Override
        public Iterator<String> iterator() {
            return registry.names().iterator();
        }
    }
}
